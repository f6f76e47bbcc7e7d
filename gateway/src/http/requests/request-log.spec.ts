import { openLogger, parseTraceparent } from '@lead-finder/platform';
import { LiveWorld } from '../../../test/live-world.js';
import { requestClasses, type RequestClass } from './request-class.js';

/** One world for all: each line requests other routes. */
let world: LiveWorld;
const lines: { requestId: string; traceparent: string; method: string; status: number }[] = [];
const log = openLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
beforeAll(async () => (world = await LiveWorld.start({}, {}, log)), 30_000);
afterAll(() => world.stop());

async function measured(labels: string): Promise<number> {
  const text = await world.metrics.registry.metrics();
  const line = text.split('\n').find((each) => each.startsWith(`http_request_duration_seconds_count{${labels}}`));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

const request = (method: string, path: string) => fetch(`${world.gateway.url}${path}`, { method });

/** No request is signed in, so most get 401. They count all the same. */
const routes: Record<RequestClass, [method: string, path: string, route: string, status: number][]> = {
  list: [
    ['GET', '/api/my-businesses?page=1', '/api/my-businesses', 401],
    ['GET', '/api/imports', '/api/imports', 401],
    ['GET', '/api/users', '/api/users', 401],
  ],
  read: [
    ['GET', '/api/business-profile/9', '/api/business-profile/:id', 401],
    ['GET', '/api/lead-facets', '/api/lead-facets', 401],
  ],
  poll: [
    ['GET', '/api/weekly-contacts', '/api/weekly-contacts', 401],
    ['GET', '/api/imports/9', '/api/imports/:id', 401],
  ],
  write: [
    ['PATCH', '/api/business-status/9', '/api/business-status/:id', 401],
    ['DELETE', '/api/business-tag/9/Spring', '/api/business-tag/:id/:tag', 401],
  ],
  long: [
    ['POST', '/api/bulk/archive', '/api/bulk/archive', 401],
    ['GET', '/api/admin/all-assignments.csv', '/api/admin/all-assignments.csv', 401],
  ],
  import: [['POST', '/api/businesses/import', '/api/businesses/import', 401]],
  search: [['POST', '/api/search-businesses', '/api/search-businesses', 401]],
  other: [
    ['GET', '/readyz', '/readyz', 200],
    ['GET', '/api/nothing/here', 'none', 404],
  ],
};

describe('the request log', () => {
  const send = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${world.gateway.url}${path}`, { method, headers });
  const linesOf = (id: string) => lines.filter(({ requestId }) => requestId === id);

  it('has the changes and failures of one action under its id, each with a span of its own', async () => {
    const id = '3f2a91c04be7d815';
    const cookie = `session=${world.signIn(1)}`;
    await send('GET', '/api/all-tags', { 'x-request-id': id, cookie });
    await send('GET', '/api/business-profile/9', { 'x-request-id': id, cookie });
    await send('PATCH', '/api/business-status/9', { 'x-request-id': id });
    expect(linesOf(id).map(({ method, status }) => [method, status])).toEqual([
      ['GET', 503],
      ['PATCH', 401],
    ]);
    const spans = linesOf(id).map(({ traceparent }) => parseTraceparent(traceparent)!);
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(2).fill(`0000000000000000${id}`));
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(2);
  });

  it("has the trace of a proxy, but not the proxy's span", async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await send('PATCH', '/api/business-status/9', { 'x-request-id': 'behind-a-proxy', traceparent });
    const [line] = linesOf('behind-a-proxy');
    expect(line!.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-00$`));
  });

  it('leaves out reads without a session and requests to no route', async () => {
    const id = 'neither-user-nor-route';
    await send('GET', '/api/user', { 'x-request-id': id });
    await send('GET', '/wp-login.php', { 'x-request-id': id });
    await send('GET', '/wp-login.php', { 'x-request-id': id, accept: 'text/html' });
    await send('POST', '/xmlrpc.php', { 'x-request-id': id });
    expect(linesOf(id)).toEqual([]);
  });

  it.each(['short', 'x'.repeat(65), 'two words', '<script>', 'änderung', '"},{"level":"error"', 'a;b=c8'])(
    'has a new id instead of the malformed id %s',
    async (given) => {
      const before = lines.length;
      const answer = await send('PATCH', '/api/business-status/9', { 'x-request-id': given });
      const id = answer.headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(lines.slice(before).map(({ requestId }) => requestId)).toEqual([id]);
    },
  );
});

describe('request metrics', () => {
  it.each(requestClasses)('count the requests of the class %s by route and not by path', async (name) => {
    for (const [method, path, route, status] of routes[name]) {
      const labels = `method="${method}",route="${route}",class="${name}",status="${status}"`;
      const before = await measured(labels);
      await request(method, path);
      expect([labels, await measured(labels)]).toEqual([labels, before + 1]);
    }
  });

  it('leave out the live stream, which lasts as long as its page is open', async () => {
    await request('GET', '/api/events');
    expect(await world.metrics.registry.metrics()).not.toContain('route="/api/events"');
  });
});
