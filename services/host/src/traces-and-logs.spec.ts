import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLogger, openTracing } from '@lead-finder/platform';
import { eventually } from '@lead-finder/testing';
import { startApart, type Apart } from '../test/start-apart.js';
import type { Visitor } from '../test/visitor.js';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
}

const requestId = '3f2a91c04be7d815';
const spans: Span[] = [];
const lines: Record<string, unknown>[] = [];
let collector: Server;
let tracing: { close(): Promise<void> };
let apart: Apart;
let sam: Visitor;

/** The part of OTLP over HTTP as JSON that this spec needs. */
function take(text: string): void {
  type Pair = { key: string; value: { stringValue?: string; intValue?: number } };
  type Carried = Omit<Span, 'attributes'> & { attributes: Pair[] };
  const { resourceSpans } = JSON.parse(text) as {
    resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: Carried[] }[] }[];
  };
  const flat = (pairs: Pair[]) =>
    Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = String(flat(resource.attributes)['service.name']);
    spans.push(
      ...scopeSpans
        .flatMap((scope) => scope.spans)
        .map((span) => ({ ...span, service, attributes: flat(span.attributes) })),
    );
  }
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (request.url === '/v1/traces') take(Buffer.concat(parts).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  tracing = await openTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  const log = openLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  apart = await startApart(() => log);
  const { id, visitor } = await apart.createUser('sam');
  sam = visitor;
  const { userBusiness } = await apart.lead(id);
  const answer = await visitor.send(
    'PATCH',
    `/api/business-status/${userBusiness.id}`,
    { status: 'in_progress' },
    { 'x-request-id': requestId },
  );
  expect(answer.status).toBe(200);
  await eventually(async () =>
    expect((await visitor.get<{ count: number }>('/api/weekly-contacts')).body.count).toBe(1),
  );
  await visitor.send(
    'POST',
    '/api/bulk-jobs',
    { action: 'update-status', status: 'recontact', filter: {} },
    { 'x-request-id': `${requestId}-bulk` },
  );
  await eventually(
    async () => {
      const { body } = await visitor.get<{ userBusiness: { status: string } }[]>('/api/my-businesses');
      expect(body[0]!.userBusiness.status).toBe('recontact');
    },
    { within: 20_000 },
  );
}, 120_000);
afterAll(async () => {
  await apart?.stop();
  await tracing?.close();
  collector?.close();
}, 60_000);

/** Returns the trace of this request once it is whole: a span is sent before its parent, which ends later. */
async function traceOf(id: string, last: string): Promise<{ root: Span; all: Span[] }> {
  return eventually(
    () => {
      const root = spans.find(({ attributes }) => attributes['lead_finder.request_id'] === id)!;
      const all = spans.filter(({ traceId }) => traceId === root?.traceId);
      expect(all.map(({ name }) => name)).toContain(last);
      const known = new Set(all.map(({ spanId }) => spanId));
      expect(all.filter((span) => span !== root && !known.has(span.parentSpanId ?? ''))).toEqual([]);
      return { root, all };
    },
    { within: 20_000 },
  );
}
const titles = (all: Span[]) => all.map(({ service, name }) => `${service}: ${name}`);

describe('a change of a status', () => {
  it('is one trace from the request through gateway, leads and progress, down to their statements', async () => {
    const { root, all } = await traceOf(requestId, 'consume leads.status-changed');
    expect(root).toMatchObject({
      service: 'gateway',
      name: 'PATCH /api/business-status/:id',
      traceId: `0000000000000000${requestId}`,
    });
    expect(root.attributes).toMatchObject({ 'http.request.method': 'PATCH', 'http.response.status_code': 200 });
    expect(titles(all)).toEqual(
      expect.arrayContaining([
        'gateway: leads.set-status',
        'leads: leads.set-status',
        'leads: SQL update',
        'leads: send leads.status-changed',
        'progress: consume leads.status-changed',
        'progress: SQL insert',
      ]),
    );
  });

  it('is one trace with the other requests of its action', async () => {
    const id = 'c07e5a1d90b3f246';
    for (const at of ['/api/my-businesses', '/api/lead-facets']) await sam.get(at, { 'x-request-id': id });
    await eventually(
      () => {
        const roots = spans.filter(({ attributes }) => attributes['lead_finder.request_id'] === id);
        expect(roots.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId || 'none'])).toEqual([
          ['GET /api/my-businesses', `0000000000000000${id}`, 'none'],
          ['GET /api/lead-facets', `0000000000000000${id}`, 'none'],
        ]);
      },
      { within: 20_000 },
    );
  });

  it('continues through a job of a queue', async () => {
    const { all } = await traceOf(`${requestId}-bulk`, 'job jobs-leads bulk');
    expect(titles(all)).toEqual(
      expect.arrayContaining(['leads: leads.start-bulk-job', 'leads: job jobs-leads bulk', 'leads: SQL update']),
    );
  });

  it('holds statements without the values of users', () => {
    const statements = spans.map(({ attributes }) => attributes['db.query.text']).filter(Boolean);
    expect(statements.length).toBeGreaterThan(10);
    expect(JSON.stringify(spans)).not.toMatch(/sam@example|Correct-Horse/);
  });

  it('is found by one id in the logs of gateway, leads and progress', () => {
    const own = lines
      .filter((line) => line.requestId === requestId)
      .map(({ role, msg, type, route }) => ({ role, msg, about: type ?? route }));
    expect(own).toEqual(
      expect.arrayContaining([
        { role: 'gateway', msg: 'Request handled.', about: '/api/business-status/:id' },
        { role: 'leads', msg: 'event recorded', about: 'leads.status-changed' },
        { role: 'progress', msg: 'event consumed', about: 'leads.status-changed' },
      ]),
    );
  });
});
