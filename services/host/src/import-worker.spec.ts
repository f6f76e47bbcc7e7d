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

const fenceOf = async (database: ImportWorld['leads'], rows: string, id: number) =>
  (await database.query<{ fence: number }>(`select fence from ${rows} = $1`, [id]))[0]!.fence;

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
    for (let each = 0; each < 2; each++) {
      large.push((await world.import(file(10_000, `Large ${each}`), {}, { Prefer: 'respond-async' })).importId);
    }
    const queued = (await world.import(file(10, 'Small'), {}, { Prefer: 'respond-async' })).importId;
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

let admins = 0;
const send = (method: string, path: string, body?: object) =>
  world.call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Creates another administrator with a session. */
async function anotherAdmin() {
  const username = `boss${++admins}`;
  const id = await world.addAdmin(username);
  const cookie = await world.signIn(username);
  return {
    id,
    cookie,
    demote: () =>
      send('PUT', `/api/users/${id}`, {
        username,
        email: `${username}@example.com`,
        fullName: 'Another Boss',
        role: 'manager',
      }),
    deactivate: () => send('POST', `/api/users/${id}/set-active-status`, { active: false }),
  };
}

/** Blocks changes of the lead with this name until the returned function is called. */
async function breakOffAt(change: 'insert' | 'delete', name: string) {
  const row = change === 'insert' ? 'new' : 'old';
  await world.leads.query(
    `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
     create trigger break_off before ${change} on user_businesses for each row when (${row}.name = '${name}') execute function break_off()`,
  );
  return () => world.leads.query('drop trigger break_off on user_businesses; drop function break_off()');
}

describe('the rights of the administrator who', () => {
  it.each(['demote', 'deactivate'] as const)(
    'started an import are checked at each batch: it stops after a %s, and another one undoes it',
    async (change) => {
      const boss = await anotherAdmin();
      const rows = Array.from({ length: 4_000 }, (_, n) => goodRow(n, 'sam', `Import ${change}`));
      const goOn = await breakOffAt('insert', `Import ${change} 3999`);
      // The request ends with the import.
      const answer = world.upload(csvOf(rows), {}, { cookie: boss.cookie });
      const [{ id: importId }] = await eventually(async () => {
        const begun = await world.imports.query<{ id: number }>('select id from imports where created_by = $1', [
          boss.id,
        ]);
        expect(begun).toHaveLength(1);
        return begun as [{ id: number }];
      });
      const failedAttempts = () =>
        world.imports.query('select 1 from imports where id = $1 and stumbles > 0', [importId]);
      await eventually(async () => expect(await failedAttempts()).toHaveLength(1), { within: 30_000 });
      expect((await boss[change]()).status).toBe(200);
      await goOn();
      expect(await status(importId, 'failed')).toMatchObject({ message: expect.stringContaining('no longer') });
      await answer;
      const { breakdown } = await world.record(importId);
      expect(breakdown.created).toBe(await leadCount(importId));
      expect(breakdown.created).toBeLessThan(4_000);
      // The leads service takes no batch that was on its way.
      expect(await fenceOf(world.leads, 'import_fences where import_id', importId)).toBeGreaterThan(
        await fenceOf(world.imports, 'imports where id', importId),
      );
      expect((await send('POST', `/api/imports/${importId}/undo`)).ok).toBe(true);
      await status(importId, 'undone');
      expect(await leadCount(importId)).toBe(0);
    },
    60_000,
  );

  it('undoes an import are checked at each chunk', async () => {
    const boss = await anotherAdmin();
    const rows = Array.from({ length: 100 }, (_, n) => goodRow(n, 'sam', 'Undone'));
    const { importId } = await world.import(csvOf(rows));
    const goOn = await breakOffAt('delete', 'Undone 50');
    // The request ends with the undo.
    const answer = world.call(`/api/imports/${importId}/undo`, { method: 'POST', headers: { cookie: boss.cookie } });
    const failedAttempts = () =>
      world.imports.query(`select 1 from imports where id = $1 and state = 'undoing' and stumbles > 0`, [importId]);
    await eventually(async () => expect(await failedAttempts()).toHaveLength(1), { within: 30_000 });
    await boss.demote();
    await goOn();
    expect(await status(importId, 'failed')).toMatchObject({ message: expect.stringContaining('no longer') });
    await answer;
    expect(await leadCount(importId)).toBe(100);
    await send('POST', `/api/imports/${importId}/undo`);
    await status(importId, 'undone');
    expect(await leadCount(importId)).toBe(0);
  }, 60_000);
});
