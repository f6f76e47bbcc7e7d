import { setTimeout as pause } from 'node:timers/promises';
import { longRun } from '@lead-finder/testing';
import { roles, startReplicas, type Replicas, type Role } from '../product/replicas.js';
import { startLoad } from '../product/steady-load.js';

/** A short run replaces one service. */
const replaced: readonly Role[] = longRun ? roles : ['leads'];
const rows = 2_000;

let product: Replicas;
beforeAll(async () => void (product = await startReplicas()));
afterAll(() => product?.stop(), 60_000);

/** Uploads a file within some seconds, like a client on a slow line. */
async function upload(url: string): Promise<{ total: number; successful: number; failed: number }> {
  const signIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Demo1234' }),
  });
  const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const head =
    '--cut\r\ncontent-disposition: form-data; name="file"; filename="leads.csv"\r\ncontent-type: text/csv\r\n\r\nBusiness Name,User\n';
  const chunks = async function* () {
    yield Buffer.from(head);
    for (let from = 0; from < rows; from += 250) {
      yield Buffer.from(Array.from({ length: 250 }, (_, at) => `Slow Works ${from + at},alex\n`).join(''));
      await pause(1_000);
    }
    yield Buffer.from('\r\n--cut--\r\n');
  };
  const answer = await fetch(`${url}/api/businesses/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=cut' },
    body: ReadableStream.from(chunks()) as never,
    duplex: 'half',
  } as RequestInit);
  const { importResults } = (await answer.json()) as {
    importResults: { total: number; successful: number; failed: number };
  };
  return importResults;
}

it('replaces one process after another without a failed request', async () => {
  const load = await startLoad(product, 50);
  const codes: (number | null)[] = [];
  const [gateway] = product.gateways();
  const uploaded = upload(gateway!);
  for (const role of replaced) {
    for (const number of [1, 0] as const)
      codes.push(await load.during(`${role} ${number}`, () => product.restart(role, number)));
  }
  if (longRun) await load.during('NATS', () => product.nats.restart());
  const imported = await uploaded;
  const { answered, asked, failures, activities, reconnected } = await load.stop();
  expect(failures).toEqual([]);
  expect(answered).toBe(asked);
  expect(new Set(codes)).toEqual(new Set([0]));
  // None was done twice: each has a number of its own.
  expect(new Set(activities).size).toBe(activities.length);
  expect(activities.length).toBeGreaterThan(asked / 8);
  if (replaced.includes('gateway')) expect(reconnected).toBeGreaterThanOrEqual(50);
  expect(imported).toEqual({ total: rows, successful: rows, failed: 0, errors: [] });
}, 480_000);
