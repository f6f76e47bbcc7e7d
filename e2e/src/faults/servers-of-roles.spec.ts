import { readFileSync } from 'node:fs';
import { eventually } from '@lead-finder/testing';
import { parseAllDocuments } from 'yaml';
import { signedIn } from '../product/api.js';
import { roles, serverNames, SplitProduct } from './harness/split-product.js';
import { addTeam, administrator } from './harness/team.js';
import { password } from './harness/user-client.js';

interface Workload {
  kind: string;
  spec: { template: { metadata: { labels: Record<string, string> } } };
}

/** Returns the servers that the network policies of Kubernetes let a role reach, by its labels. */
function allowedServers(role: string): string[] {
  const text = readFileSync(new URL(`../../../k8s/base/${role}.yaml`, import.meta.url), 'utf8');
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Workload);
  const { labels } = objects.find(({ kind }) => kind === 'Deployment')!.spec.template.metadata;
  return serverNames.filter((name) => labels[`lead-finder/uses-${name}`] === 'yes');
}

let product: SplitProduct;
beforeAll(async () => {
  product = await SplitProduct.start('by proxies');
  await addTeam(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

it.each(roles)('%s connects to exactly the servers that its network policies let it reach', (role) => {
  const used = serverNames.filter((name) => product.routesOf(name, [role])[0]!.taken > 0);
  expect(used).toEqual(allowedServers(role));
});

describe('while NATS is away', () => {
  afterEach(async () => {
    await product.servers.nats.restart();
    await product.ready();
  });

  const get = (path: string, accept = '*/*') => fetch(`${product.url}${path}`, { headers: { accept } });
  const readiness = async () => {
    const response = await get('/readyz');
    return { code: response.status, ...((await response.json()) as { status: string; notices?: string[] }) };
  };

  async function expectPageAnd503(): Promise<void> {
    const page = await get('/crm', 'text/html');
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /<script[^>]+src="([^"]+)"/.exec(html)![1]!;
    expect((await get(script)).status).toBe(200);
    const setup = await get('/api/setup');
    expect([setup.status, setup.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await setup.json()).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^[A-Z].* is not available right now\. Please try again in a moment\.$/),
      requestId: setup.headers.get('x-request-id'),
    });
  }

  it('the gateway stays ready and says what is missing, serves the page and 503, and recovers by itself', async () => {
    const admin = await signedIn(product.url, administrator, password);
    const stream = await admin.fetch('/api/events');
    const events = stream.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    const until = async (text: string) => {
      for (let received = ''; !received.includes(text);) received += (await events.next()).value;
    };
    await product.servers.nats.kill();
    await eventually(async () => {
      const { notices, ...ready } = await readiness();
      expect(ready).toEqual({ code: 200, status: 'degraded' });
      expect(notices).toContain('nats_away');
    });
    await eventually(async () => expect((await fetch(`${product.healthOf('leads')}/readyz`)).status).toBe(503));
    await expectPageAnd503();
    expect((await admin.fetch('/api/my-businesses')).status).toBe(503);
    await until('event: away');
    await product.servers.nats.restart();
    await until('event: reset');
    await eventually(async () => expect(await readiness()).toMatchObject({ code: 200, status: 'ok' }));
    await eventually(async () => expect((await admin.fetch('/api/my-businesses?page=1')).status).toBe(200));
    await events.return!();
  });

  it('a gateway that starts serves the page and 503, and is ready when NATS is back', async () => {
    await product.servers.nats.kill();
    await product.replace('gateway');
    await eventually(() => get('/healthz'), { within: 60_000 });
    await expectPageAnd503();
    expect(await readiness()).toMatchObject({ code: 503, status: 'unavailable', problems: ['start'] });
    await product.servers.nats.restart();
    await eventually(async () => expect(await readiness()).toMatchObject({ code: 200, status: 'ok' }), {
      within: 60_000,
    });
    await signedIn(product.url, administrator, password);
  });
});
