import type { ImportRecord } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld({ IMPORT_MAX_ROWS: '10500' });
}, 60_000);
afterAll(() => world?.stop());

const file = (rows: number, prefix: string) =>
  csvOf(Array.from({ length: rows }, (_, index) => goodRow(index, index % 2 ? 'sam' : 'alex', prefix)));
const status = (id: number, wanted: ImportRecord['status']) =>
  eventually(
    async () => {
      const record = await world.record(id);
      expect(record.status).toBe(wanted);
      return record;
    },
    { within: 40_000 },
  );
const leadCount = async (id: number) =>
  (
    await world.leads.query<{ count: number }>('select count(*)::int from user_businesses where import_id = $1', [id])
  )[0]!.count;

/** Sets the state after a crash of the worker: leads has the first batch, the checkpoint does not. */
const forgetCheckpoint = (id: number, state: ImportRecord['status']) =>
  world.imports.query(
    `with errors as (delete from import_row_errors where import_id = $1)
     update imports set state = $2, next_batch = 0, position = layout->'start', created = 0, invalid = 0, finished_at = null,
       unknown_user = 0, duplicate_in_file = 0, duplicate_in_database = 0, lease_until = null where id = $1`,
    [id, state],
  );

/** Starts an import whose file still exists, because a dry run retains it. */
async function importOfRetainedFile(text: string): Promise<number> {
  const { fileId } = await world.import(text, { dryRun: 'true' });
  return (await world.import(null, { fileId: fileId! })).importId;
}

describe('an import whose worker died between a batch and its checkpoint', () => {
  const text = csvOf([
    ...Array.from({ length: 50 }, (_, index) => goodRow(index, 'sam', 'Crash')),
    goodRow(3, 'sam', 'Crash'),
    ',x,,,,sam,',
  ]);

  it('is resumed by the reconciler and counts the batch once', async () => {
    const id = await importOfRetainedFile(text);
    const before = await world.record(id);
    await forgetCheckpoint(id, 'processing');
    const after = await status(id, 'completed');
    expect(after).toMatchObject({
      breakdown: before.breakdown,
      errors: before.errors,
      total: 52,
      successful: 50,
      failed: 2,
    });
    expect(await leadCount(id)).toBe(50);
  }, 60_000);

  it('counts the leads of that batch if it is cancelled then', async () => {
    const id = await importOfRetainedFile(text.replaceAll('Crash', 'Crash and cancel'));
    await forgetCheckpoint(id, 'cancelling');
    expect(await status(id, 'cancelled')).toMatchObject({ total: 52, successful: 50, failed: 2 });
    expect(await leadCount(id)).toBe(50);
  }, 60_000);
});

describe('concurrent imports', () => {
  it('share the worker in time slices: a small one does not wait for the end of large ones of another admin', async () => {
    const large = [];
    for (let each = 0; each < 4; each++) {
      large.push((await world.import(file(10_000, `Large ${each}`), {}, { Prefer: 'respond-async' })).importId);
    }
    const queued = (await world.import(file(10, 'Fifth'), {}, { Prefer: 'respond-async' })).importId;
    // Acts as another admin, because one admin may run four at the same time.
    await world.imports.query('update imports set created_by = $2 where id = $1', [
      queued,
      await world.addAdmin('boss'),
    ]);
    await status(queued, 'completed');
    const states = await Promise.all(large.map(async (id) => (await world.record(id)).status));
    expect(states).toContain('processing');
    for (const id of large) expect(await status(id, 'completed')).toMatchObject({ successful: 10_000 });
  }, 120_000);

  it('of one admin wait from the fifth on, and are rejected with 429 when twenty wait', async () => {
    await world.imports.query(
      `insert into imports (created_by, created_by_username, file_id, file_name, bytes, encoding, dry_run, state, lease_until)
       select created_by, created_by_username, 'none', 'none', 0, 'utf-8', false, 'queued', now() + interval '1 hour'
       from imports, generate_series(1, 20) where id = 1`,
    );
    const refused = await world.upload(file(1, 'Refused'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    await world.imports.query(`delete from imports where file_id = 'none'`);
  });
});

describe('a file with more rows than are allowed', () => {
  it('stops with a message and counts the rows before', async () => {
    const answer = await world.upload(file(16_000, 'Too many'));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: expect.stringMatching(/^The file has more than 10,500 rows/),
    });
    const [record] = await world.get<ImportRecord[]>('/api/imports?pageSize=1');
    expect(record).toMatchObject({ status: 'failed', failed: 0, total: record!.successful });
    expect(await leadCount(record!.id)).toBe(record!.successful);
  }, 60_000);
});
