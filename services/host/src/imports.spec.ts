import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportResponse, ImportRecord, listImportRows, OutputOf } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld({ IMPORT_MAX_BYTES: String(4 * 1024 * 1024) });
}, 60_000);
afterAll(() => world?.stop());

const leadCount = async (importId: number) =>
  (
    await world.leads.query<{ count: number }>(
      'select count(*)::int as count from user_businesses where import_id = $1',
      [importId],
    )
  )[0]!.count;
const ownersOf = async (importId: number) => {
  const found = await world.leads.query<{ username: string }>(
    `select p.username from user_businesses b join assignees p on p.id = b.user_id where b.import_id = $1 order by 1`,
    [importId],
  );
  return found.map(({ username }) => username);
};
const storedFiles = () => readdir(path.join(world.dataDir, 'uploads')).catch(() => []);
const rows = (count: number, prefix: string, from = 0) =>
  Array.from({ length: count }, (_, index) => goodRow(from + index, index % 2 ? 'sam' : 'Alex', prefix));

describe('an import', () => {
  it('imports 1,980 of 2,000 rows, and errors.csv has the other 20 unchanged with reasons', async () => {
    const bad = Array.from({ length: 5 }, (_, index) => [
      `,"No name ${index}",TX,,,sam,`,
      `Bad mail ${index},x,TX,,not-a-mail,sam,`,
      `Ownerless ${index},x,TX,,,unknown,=1+1`,
      `Ivy's ${index},x,TX,,,IVY,`,
    ]).flat();
    const file = csvOf([...rows(1_000, 'Mixed'), ...bad, ...rows(980, 'Mixed', 1_000)]);
    const answer = await world.upload(file);
    expect(answer.status).toBe(200);
    const { importResults, importId, message, status } = (await answer.json()) as ImportResponse;
    expect(message).toBe('Successfully imported 1980 of 2000 businesses.');
    expect([status, importResults]).toMatchObject(['completed', { total: 2_000, successful: 1_980, failed: 20 }]);
    expect(importResults.errors.slice(0, 4)).toEqual([
      { row: 1_002, column: 'Business Name', message: 'Business Name is required' },
      { row: 1_003, column: 'Email Address', message: 'Email Address is not a valid email address' },
      { row: 1_004, column: 'User', message: "Unknown user 'unknown'" },
      { row: 1_005, column: 'User', message: 'User ivy is inactive' },
    ]);
    expect(await leadCount(importId)).toBe(1_980);
    const csv = (await (await world.call(`/api/imports/${importId}/errors.csv`)).text()).split('\r\n');
    expect(csv).toHaveLength(22);
    expect(csv[0]).toContain(
      '"Business Name","Address","State","Phone","Email Address","User","Custom Tag","Row","Reason"',
    );
    expect(csv[3]).toBe(`"Ownerless 0","x","TX","","","unknown","'=1+1","1004","Unknown user 'unknown'"`);
    const { headers, rows: failed } = await world.get<OutputOf<typeof listImportRows>>(
      `/api/imports/${importId}/rows?outcome=failed&q=mail`,
    );
    expect(headers).toEqual(['Business Name', 'Address', 'State', 'Phone', 'Email Address', 'User', 'Custom Tag']);
    expect(failed).toHaveLength(5);
    expect(failed[0]).toMatchObject({ row: 1_003, cells: ['Bad mail 0', 'x', 'TX', '', 'not-a-mail', 'sam', ''] });
    const record = await world.record(importId);
    expect(record).toMatchObject({
      status: 'completed',
      total: 2_000,
      processed: 2_000,
      createdBy: { username: 'ada' },
    });
    expect(record.breakdown).toEqual({
      created: 1_980,
      updated: 0,
      unchanged: 0,
      invalid: 10,
      unknownUser: 10,
      duplicateInFile: 0,
      duplicateInDatabase: 0,
    });
    expect(await storedFiles()).toEqual([]);
  });

  it('of the same file again creates no lead: every row is already assigned', async () => {
    const file = csvOf([goodRow(1, 'sam', 'Again'), goodRow(2, 'sam', 'Again'), goodRow(1, 'SAM', 'Again')]);
    expect((await world.import(file)).importResults).toMatchObject({
      total: 3,
      successful: 2,
      errors: [{ row: 4, message: 'already assigned to sam (same business as row 2)' }],
    });
    const { importResults } = await world.import(file);
    expect(importResults).toMatchObject({ total: 3, successful: 0, failed: 3 });
    expect(importResults.errors.map(({ message }) => message)).toEqual(Array(3).fill('already assigned to sam'));
  });

  it('assigns rows without a user to the user chosen for the file, with its tag, by a column mapping', async () => {
    const file = csvOf(['Mapped Co,Tag one', 'Other Co,'], 'Whatever,Labels');
    const fields = { mapping: '{"businessName":"Whatever"}', assignTo: String(world.idOf('alex')), tag: ' Spring ' };
    const { importId } = await world.import(file, fields);
    const leads = await world.leads.query(
      'select user_id, tags from user_businesses where import_id = $1 order by import_row',
      [importId],
    );
    expect(leads).toEqual([
      { user_id: world.idOf('alex'), tags: ['Imported', 'Tag one', 'Spring'] },
      { user_id: world.idOf('alex'), tags: ['Imported', 'Spring'] },
    ]);
  });

  it('notifies each user who got leads once, and the admin who started it', async () => {
    const { importId } = await world.import(csvOf(rows(4, 'Notified')));
    const sql = 'select title, message from notifications where user_id = $1 order by id desc limit 1';
    const [id, ada] = [world.idOf('sam'), (await world.record(importId)).createdBy.id];
    await eventually(async () => {
      expect(await world.leads.query(sql, [id])).toEqual([
        { title: 'New businesses assigned', message: '2 businesses were assigned to you by Ada Admin.' },
      ]);
      expect(await world.leads.query(sql, [ada])).toEqual([
        { title: 'Import finished', message: 'leads.csv: 4 of 4 businesses imported.' },
      ]);
    });
  });

  it('whose file is lost counts the leads after its checkpoint when it stops', async () => {
    const { importId } = await world.import(csvOf(rows(30, 'Uncounted')));
    // The state after a crash between the two. The file is deleted right after the end of an import.
    await eventually(async () => expect(await storedFiles()).toEqual([]));
    await world.imports.query(
      `update imports set state = 'processing', created = 0, next_batch = 0, finished_at = null where id = $1`,
      [importId],
    );
    await eventually(async () =>
      expect(await world.record(importId)).toMatchObject({ status: 'failed', successful: 30, total: 30 }),
    );
    expect(await leadCount(importId)).toBe(30);
  });

  it('is one import for one Idempotency-Key, however often the file is sent', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };
    const file = csvOf([goodRow(1, 'sam', 'Keyed')]);
    const [first, second] = await Promise.all([world.import(file, {}, headers), world.import(file, {}, headers)]);
    expect([first.importId, first.importResults]).toEqual([second.importId, second.importResults]);
    expect((await world.import(file, {}, headers)).importId).toBe(first.importId);
    expect(await storedFiles()).toEqual([]);
  });

  it('returns 202 at once if the client prefers it, with its address in Location', async () => {
    const answer = await world.upload(csvOf(rows(500, 'Async')), {}, { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ status: 'processing', importResults: { failed: 0, errors: [] } });
    const location = answer.headers.get('location')!;
    await eventually(async () =>
      expect(await world.get(location)).toMatchObject({ status: 'completed', successful: 500, secondsLeft: null }),
    );
    const [newest] = await world.get<ImportRecord[]>('/api/imports?pageSize=1');
    expect(`/api/imports/${newest!.id}`).toBe(location);
  });
});

describe('a dry run', () => {
  it.each(['1', 'yes', 'TRUE'])('imports nothing if dryRun is %s', async (dryRun) => {
    const answer = await world.upload(csvOf([goodRow(1, 'sam', 'Odd')]), { dryRun });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'dryRun' }] }]);
  });

  it('returns what the import will do and creates no lead; the import then uses its file', async () => {
    await world.import(csvOf([goodRow(1, 'sam', 'Dry')]));
    const lines = [
      goodRow(1, 'sam', 'Dry'),
      goodRow(2, 'sam', 'Dry'),
      goodRow(2, 'sam', 'Dry'),
      ',x,TX,,,sam,',
      'N,x,TX,,,unknown,',
    ];
    const dry = await world.import(csvOf(lines), { dryRun: 'true' });
    const [newest] = await world.get<ImportRecord[]>('/api/imports?pageSize=1');
    expect(newest).toMatchObject({ id: dry.importId, dryRun: true });
    const imports = await world.call('/api/imports?dryRun=false&pageSize=100');
    const records = (await imports.json()) as ImportRecord[];
    expect(records.filter(({ dryRun }) => dryRun)).toEqual([]);
    expect(imports.headers.get('x-total-count')).toBe(String(records.length));
    expect(dry.breakdown).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      invalid: 1,
      unknownUser: 1,
      duplicateInFile: 1,
      duplicateInDatabase: 1,
    });
    // The store names the file itself, and no route returns it (ASVS 5.3.1, 5.3.2).
    expect(dry.fileId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await storedFiles()).toContain(dry.fileId);
    for (const name of [dry.fileId, 'leads.csv']) expect((await world.call(`/uploads/${name}`)).status).toBe(404);
    expect(dry.message).toBe('1 of 5 businesses can be imported.');
    expect(await leadCount(dry.importId)).toBe(0);
    const real = await world.import(null, { fileId: dry.fileId! });
    expect(real.importResults).toEqual(dry.importResults);
    expect(await leadCount(real.importId)).toBe(1);
    await eventually(async () => expect(await world.leads.query('select 1 from dry_run_leads')).toEqual([]));
    const undone = await world.call(`/api/imports/${dry.importId}/undo`, { method: 'POST' });
    expect(undone.status).toBe(400);
  });

  it('returns the unknown names; the import assigns their rows to the users that the admin chose', async () => {
    const lines = [
      goodRow(1, 'T.Nakagava', 'Named'),
      goodRow(2, ' t.nakagava ', 'Named'),
      goodRow(3, 'constructor', 'Named'),
      goodRow(4, 'sam', 'Named'),
    ];
    const dry = await world.import(csvOf(lines), { dryRun: 'true' });
    expect(dry.unknownUsers).toEqual([
      { name: expect.stringMatching(/^t\.nakagava$/i), rows: 2 },
      { name: 'constructor', rows: 1 },
    ]);
    const standIns = JSON.stringify({ [dry.unknownUsers![0]!.name]: 'ALEX' });
    const again = await world.import(null, { fileId: dry.fileId!, dryRun: 'true', standIns });
    expect(again.unknownUsers).toEqual([{ name: 'constructor', rows: 1 }]);
    const real = await world.import(null, { fileId: dry.fileId!, standIns });
    expect(real.importResults).toMatchObject({
      successful: 3,
      failed: 1,
      errors: [{ row: 4, message: "Unknown user 'constructor'" }],
    });
    expect(await ownersOf(real.importId)).toEqual(['alex', 'alex', 'sam']);
  });

  it.each([
    ['["sam"]', 'Must be a JSON object from the names in the file to usernames or user ids'],
    ['{"t.nakagava":"unknown"}', "Unknown user 'unknown'"],
  ])('rejects the user mapping %s', async (standIns, message) => {
    const answer = await world.upload(csvOf([goodRow(1, 'sam', 'Stand-in')]), { standIns });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'standIns', message }] }]);
  });

  it('with an unknown file is 404', async () => {
    expect((await world.upload(null, { fileId: 'unknown' })).status).toBe(404);
  });
});

describe('undo', () => {
  it('removes the leads that no user has changed since and retains the rest', async () => {
    const { importId } = await world.import(csvOf(rows(5, 'Undone')));
    const [lead] = await world.leads.query<{ id: number }>(
      'select id from user_businesses where import_id = $1 limit 1',
      [importId],
    );
    const body = JSON.stringify({ status: 'in_progress' });
    await world.call(`/api/business-status/${lead!.id}`, {
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const counts = { removed: 4, reversed: 0, kept: 1, failed: 0 };
    expect(await world.get(`/api/imports/${importId}/undo`)).toMatchObject(counts);
    expect(await world.post(`/api/imports/${importId}/undo`)).toEqual(counts);
    expect(await leadCount(importId)).toBe(1);
    expect(await world.record(importId)).toMatchObject({ status: 'undone', removed: 4, kept: 1, successful: 5 });
    expect(await world.post(`/api/imports/${importId}/undo`)).toEqual(counts);
  });
});

describe('cancel', () => {
  it('stops a running import and counts the leads that it created', async () => {
    const big = csvOf(rows(30_000, 'Cancelled'));
    const { importId } = await world.import(big, {}, { Prefer: 'respond-async' });
    await eventually(async () => expect((await world.record(importId)).processed).toBeGreaterThan(0));
    await world.post(`/api/imports/${importId}/cancel`);
    await eventually(async () => expect((await world.record(importId)).status).toBe('cancelled'));
    const { total, successful, failed } = await world.record(importId);
    expect(total).toBe(successful + failed);
    expect(total).toBeLessThan(30_000);
    expect(await leadCount(importId)).toBe(successful);
    const [{ file }] = (await world.imports.query<{ file: string }>(
      'select file_id as file from imports where id = $1',
      [importId],
    )) as [{ file: string }];
    await eventually(async () => expect(await storedFiles()).not.toContain(file));
  }, 60_000);
});

describe('an upload', () => {
  it.each<[string, string | null, Record<string, string>, string, number, RegExp]>([
    ['without a file', null, {}, 'x.csv', 400, /^Please select a CSV file$/],
    ['of another kind', 'a,b', {}, 'x.xls', 415, /^Only .csv, .xlsx and .ndjson files are accepted$/],
    ['of a workbook that is none', 'a,b', {}, 'x.xlsx', 400, /^The file is not an Excel workbook/],
    ['in capitals without rows', csvOf([]), {}, 'X.CSV', 400, /^The file has no data rows$/],
    ['that is empty', '', {}, 'x.csv', 400, /^The file is empty$/],
    ['that is a workbook', 'PK\x03\x04aaaa', {}, 'x.csv', 400, /looks like an Excel workbook/],
    [
      'without a name column',
      'Foo,User\na,sam',
      {},
      'x.csv',
      400,
      /no Business Name column.*The columns found are: Foo, User/,
    ],
    ['without a user', 'Name\na', {}, 'x.csv', 400, /no User column and no user was chosen/],
    ['for unknown', 'Name\na', { assignTo: 'ghost' }, 'x.csv', 400, /^Unknown user 'ghost'$/],
    ['for an inactive user', 'Name\na', { assignTo: 'ivy' }, 'x.csv', 400, /^User ivy is inactive$/],
    ['with a broken mapping', 'Name\na', { mapping: '{' }, 'x.csv', 400, /^The mapping must be a JSON object/],
    ['that is too large', 'x'.repeat(4 * 1024 * 1024 + 1), {}, 'x.csv', 413, /^The file is larger than 4 MiB/],
  ])('%s is rejected and leaves nothing', async (_, file, fields, name, status, message) => {
    const before = await storedFiles();
    const answer = await world.upload(file, fields, {}, name);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(message) });
    await eventually(async () => expect(await storedFiles()).toEqual(before));
  });

  it('that the client aborts leaves nothing', async () => {
    const before = await storedFiles();
    const gone = new AbortController();
    async function* body() {
      yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,User\n');
      gone.abort();
      yield Buffer.from('a,sam\n');
    }
    const headers = { cookie: world.cookie, 'content-type': 'multipart/form-data; boundary=b' };
    const init = {
      method: 'POST',
      headers,
      body: body(),
      duplex: 'half',
      signal: gone.signal,
    } as unknown as RequestInit;
    await expect(fetch(`${world.url}/api/businesses/import`, init)).rejects.toThrow();
    await eventually(async () => expect(await storedFiles()).toEqual(before));
  });

  it.each<[string, number, string, string]>([
    [
      'broken off',
      400,
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName',
    ],
    ['without a boundary', 400, 'multipart/form-data', 'x'],
    ['as JSON', 415, 'application/json', '{}'],
  ])('%s is %s', async (_, status, type, body) => {
    const answer = await world.call('/api/businesses/import', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ message: expect.any(String) }),
    ]);
  });

  it('to any other route is 415', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.csv');
    expect((await world.call('/api/users', { method: 'POST', body: form })).status).toBe(415);
  });

  it('is for admins alone, like every route of imports', async () => {
    const cookie = await world.signIn('sam');
    const paths = [
      'GET /api/imports',
      'GET /api/imports/1',
      'GET /api/imports/1/errors.csv',
      'GET /api/imports/1/errors.ndjson',
      'POST /api/imports/1/cancel',
      'POST /api/imports/1/undo',
    ];
    for (const [method, url] of ['POST /api/businesses/import', ...paths].map((each) => each.split(' '))) {
      expect((await fetch(`${world.url}${url}`, { method: method! })).status).toBe(401);
      expect((await fetch(`${world.url}${url}`, { method: method!, headers: { cookie } })).status).toBe(403);
    }
    expect((await world.call('/api/imports/999999')).status).toBe(404);
  });
});
