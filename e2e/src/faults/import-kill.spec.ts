import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { signedIn, type Api } from '../product/api.js';
import { startProduct, type Product, type Shape } from '../product/product.js';

const rows = longRun ? 200_000 : 5_000;
const ended = { within: longRun ? 600_000 : 120_000 };

/** A fault during an import. It resolves when the product works again. */
type Fault = (product: Product, processed: () => Promise<number>) => Promise<void>;
const everything =
  (postgres: boolean): Fault =>
  async (product) => {
    await product.kill9({ postgres });
    await product.start();
  };
const worker: Fault = (product) => product.replace('imports');
/** Halts the worker for longer than its lease, while another one continues the import, and then continues it. */
const haltedWorker: Fault = async (product, processed) => {
  const goOn = product.freeze('imports');
  const before = await processed();
  await eventually(async () => expect(await processed()).toBeGreaterThan(before), ended);
  goOn();
};
const server =
  (name: keyof Product['servers']): Fault =>
  async ({ servers }) => {
    await servers[name]!.kill();
    await servers[name]!.restart();
  };

const faults: [Shape, Fault[]][] = [
  ['one process', [everything(testSeed % 2 === 1), everything(testSeed % 2 === 0), everything(testSeed % 4 < 2)]],
  [
    'six processes',
    longRun
      ? [worker, server('nats'), worker, server('redis'), haltedWorker, server('postgres'), worker, worker]
      : [worker, server((['nats', 'redis', 'postgres'] as const)[testSeed % 3]!)],
  ],
];

/** Returns a CSV file in which every hundredth row is invalid and every fiftieth repeats the row before it. */
function file(prefix: string): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index % 50 === 49 ? index - 1 : index;
    const name = index % 100 === 7 ? '' : `${prefix} ${number}`;
    return `${name},"${number} Main St, Austin, TX 78701, USA",${index % 2 ? 'Sam' : 'alex'}`;
  });
  return [
    'Business Name,Address,User',
    ...lines.map((line, index) => (index % 50 === 49 ? lines[index - 1]! : line)),
  ].join('\n');
}
const bad = rows / 100;
const repeated = rows / 50;

async function upload(admin: Api, text: string): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([text]), 'leads.csv');
  const answer = await admin.fetch('/api/businesses/import', {
    method: 'POST',
    body,
    headers: { Prefer: 'respond-async' },
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as ImportResponse).importId;
}

/** Returns the processed rows at which the faults happen: a random one in each of equal parts of the file. */
const moments = (count: number) =>
  fc
    .sample(fc.nat(99), { numRuns: count, seed: testSeed })
    .map((percent, index) => Math.floor((rows * (index + percent / 100)) / (count + 1)));

/** The seed of a short run selects one of the two shapes. */
const taken = longRun ? faults : [faults[testSeed % 2]!];

describe.each(taken)('an import while what it needs is killed, in %s', (shape, each) => {
  let product: Product;
  beforeAll(async () => void (product = await startProduct(shape)));
  afterAll(() => product.stop(), 60_000);

  it(
    `continues by itself, counts each row once and makes each lead once (${rows} rows, ${each.length} faults, seed ${testSeed})`,
    async () => {
      const prefix = `Killed ${testSeed}`;
      const admin = await signedIn(product.url, 'admin');
      const id = await upload(admin, file(prefix));
      // The session survives every fault.
      const reached = (expected: (record: ImportRecord) => void) =>
        eventually(async () => {
          const record = await admin.get<ImportRecord>(`/api/imports/${id}`);
          expected(record);
          return record;
        }, ended);
      for (const [index, moment] of moments(each.length).entries()) {
        await reached(({ processed }) => expect(processed).toBeGreaterThanOrEqual(moment));
        await each[index]!(product, async () => (await reached(() => undefined)).processed);
      }

      const done = await reached(({ status }) => expect(status).toBe('completed'));
      expect(done).toMatchObject({ total: rows, successful: rows - bad - repeated, failed: bad + repeated });
      expect(done.breakdown).toMatchObject({ invalid: bad, duplicateInFile: repeated, duplicateInDatabase: 0 });
      const leads = await (await admin.fetch('/api/admin/all-assignments.csv?imported=true')).text();
      const names = leads
        .split('\r\n')
        .filter((line) => line.startsWith(`"${prefix} `))
        .map((line) => line.split('"')[1]!);
      expect(names).toHaveLength(done.successful);
      expect(new Set(names).size).toBe(done.successful);
      const errors = await (await admin.fetch(`/api/imports/${id}/errors.csv`)).text();
      expect(errors.trim().split('\r\n')).toHaveLength(1 + done.failed);
    },
    each.length * 60_000 + 2 * ended.within,
  );
});
