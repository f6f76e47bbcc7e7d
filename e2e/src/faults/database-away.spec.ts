import { eventually } from '@lead-finder/testing';
import { signedIn } from '../product/api.js';
import { startProduct, type Product } from '../product/product.js';

describe('while PostgreSQL is away', () => {
  let product: Product;
  const status = async (path: string) => (await fetch(`${product.url}${path}`)).status;
  beforeAll(async () => void (product = await startProduct('one process beside servers', { LOG_LEVEL: 'silent' })));
  afterAll(() => product.stop(), 60_000);

  it('is not ready within 2 seconds, alive all the time, and ready within 5 seconds of its return', async () => {
    const postgres = product.servers.postgres!;
    await postgres.kill();
    await eventually(async () => expect(await status('/readyz')).toBe(503), { within: 2_000 });
    expect(await status('/healthz')).toBe(200);
    await postgres.restart();
    await eventually(async () => expect(await status('/readyz')).toBe(200), { within: 5_000 });
    expect(await status('/healthz')).toBe(200);
  });

  it('answers 503 with Retry-After, and serves requests when it is back', async () => {
    const admin = await signedIn(product.url, 'admin');
    const postgres = product.servers.postgres!;
    await postgres.kill();
    for (const path of ['/api/my-businesses', '/api/weekly-contacts', '/api/users', '/api/imports']) {
      const answer = await admin.fetch(path);
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
    }
    await postgres.restart();
    await eventually(async () => expect((await admin.fetch('/api/my-businesses?page=1')).status).toBe(200), {
      within: 5_000,
    });
  });
});
