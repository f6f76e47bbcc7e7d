import type { ImportAnswer, ImportRecord, LeadListRecord } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import { signedIn, type Api } from '../product/api.js';
import { startProduct, type Product } from '../product/product.js';

const rows = longRun ? 50_000 : 5_000;
const ended = { within: longRun ? 300_000 : 120_000 };
/** How much of the file is done when everything is killed, PostgreSQL with it every other time. */
const moments = [0, 0.3, 0.7];

/** Every hundredth row is a bad one, every fiftieth repeats the row before it. */
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
  return ((await answer.json()) as ImportAnswer).importId;
}

describe('kill -9 of everything in the middle of an import', () => {
  let product: Product;
  beforeAll(async () => void (product = await startProduct('one process')), 120_000);
  afterAll(() => product.stop(), 60_000);

  it(
    `leaves it to go on by itself, each row counted once and each lead made once (${rows} rows, seed ${testSeed})`,
    async () => {
      let admin = await signedIn(product.url, 'admin');
      const record = (id: number) => admin.get<ImportRecord>(`/api/imports/${id}`);
      const id = await upload(admin, file(`Killed ${testSeed}`));
      for (const [round, moment] of moments.entries()) {
        const { status } = await eventually(async () => {
          const now = await record(id);
          expect(now.processed).toBeGreaterThanOrEqual(Math.min(rows, moment * rows));
          return now;
        }, ended);
        if (status === 'completed') break;
        await product.kill9({ postgres: (testSeed + round) % 2 === 1 });
        await product.start();
        admin = await signedIn(product.url, 'admin');
      }

      const done = await eventually(async () => {
        const now = await record(id);
        expect(now.status).toBe('completed');
        return now;
      }, ended);
      expect(done).toMatchObject({ total: rows, successful: rows - bad - repeated, failed: bad + repeated });
      expect(done.breakdown).toMatchObject({ invalid: bad, duplicateInFile: repeated, duplicateInDatabase: 0 });
      const leads = await admin.get<LeadListRecord[]>('/api/admin/all-assignments?imported=true');
      const ours = leads.filter(({ business }) => business.name.startsWith(`Killed ${testSeed} `));
      expect(ours).toHaveLength(done.successful);
      expect(new Set(ours.map(({ userBusiness }) => `${userBusiness.userId}/${userBusiness.businessId}`)).size).toBe(
        done.successful,
      );
      const errors = await (await admin.fetch(`/api/imports/${id}/errors.csv`)).text();
      expect(errors.trim().split('\r\n')).toHaveLength(1 + done.failed);
    },
    moments.length * 60_000 + 2 * ended.within,
  );
});
