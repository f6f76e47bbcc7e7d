import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { corpus, type Outcome } from '../test/import-corpus.js';
import { jsonLinesCorpus } from '../test/import-corpus-json-lines.js';
import { refusedUpdates, updatingCorpus, type KnownLeads } from '../test/import-corpus-updating.js';
import { workbookCorpus } from '../test/import-corpus-workbooks.js';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld({ IMPORT_MAX_ROWS: '2000' });
}, 60_000);
afterAll(() => world?.stop());

const empty = () => world.leads.query('delete from businesses');
const stored = async (importId: number) =>
  (
    await world.leads.query<{ name: string }>(
      'select name from user_businesses where import_id = $1 order by import_row',
      [importId],
    )
  ).map(({ name }) => name);
const newest = async () => (await world.get<ImportRecord[]>('/api/imports?pageSize=1'))[0]!;

async function expectOutcome(answer: Response, outcome: Outcome): Promise<void> {
  const body = (await answer.json()) as ImportResponse;
  if ('refused' in outcome) {
    expect([answer.status, body.message]).toEqual([400, expect.stringMatching(outcome.refused)]);
    expect(await newest()).toMatchObject({ status: 'failed', message: body.message });
    return;
  }
  const { total, successful, failed, errors } = body.importResults;
  expect(errors.map(({ row, message }) => `${row}: ${message}`)).toEqual(outcome.failed ?? []);
  expect(await stored(body.importId)).toEqual(outcome.stored);
  expect([answer.status, total, successful, failed]).toEqual([
    200,
    successful + failed,
    outcome.stored.length,
    errors.length,
  ]);
}

describe.each(Object.entries(corpus))('%s', (_, cases) => {
  beforeEach(empty);
  it.each(cases)('%s', async (_name, file, outcome) => {
    const answer = await world.upload(file);
    await expectOutcome(answer, outcome);
  });
});

describe('a workbook', () => {
  beforeEach(empty);
  it.each(workbookCorpus)('%s', async (_, file, outcome) => {
    await expectOutcome(await world.upload(Buffer.from(await file()), {}, {}, 'leads.xlsx'), outcome);
  });
});

describe('an NDJSON file', () => {
  beforeEach(empty);
  it.each(jsonLinesCorpus)('%s', async (_, file, outcome) => {
    await expectOutcome(await world.upload(file, {}, {}, 'leads.ndjson'), outcome);
  });
});

describe('a file that changes leads', () => {
  let uuids: KnownLeads;
  const post = async (path: string, body: object = {}) =>
    world.call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const leads = async () =>
    world.leads.query<Lead>(
      `select name, uuid, user_id as "userId", custom_fields->>'email' as email, md5(u::text) as content
       from user_businesses u order by import_row`,
    );
  interface Lead {
    name: string;
    uuid: string;
    userId: number;
    email: string;
    content: string;
  }

  beforeAll(async () => {
    for (const field of [
      { name: 'Seats', type: 'number' },
      { name: 'Renewal', type: 'date' },
      { name: 'Size', type: 'one_of', options: ['Small', 'Large'] },
    ])
      expect((await post('/api/custom-fields', field)).status).toBe(201);
  });
  beforeEach(async () => {
    for (const table of ['user_businesses', 'businesses', 'deleted_leads'])
      await world.leads.query(`delete from ${table}`);
    await world.import(
      [
        'Business Name,User,Email,Custom Tag',
        'Kept Shop,sam,kept@example.com,Old',
        'Other Shop,alex,other@example.com,',
        'Gone Shop,sam,,',
      ].join('\n'),
    );
    const [kept, other, gone] = (await leads()) as [Lead, Lead, Lead];
    await world.call(`/api/business-by-uuid/${gone.uuid}/delete`, { method: 'DELETE' });
    uuids = { kept: kept.uuid, other: other.uuid, gone: gone.uuid };
  });

  it.each(updatingCorpus)(
    '$name',
    async ({ mode = 'update', file, updated = 0, unchanged = 0, failed = [], emails }) => {
      const before = await leads();
      const answer = await world.upload(file(uuids), { mode });
      const { importResults, breakdown, importId } = (await answer.json()) as ImportResponse;
      expect(importResults.errors.map(({ row, message }) => `${row}: ${message}`)).toEqual(failed);
      expect([answer.status, importResults.total]).toEqual([200, updated + unchanged + failed.length]);
      expect(breakdown).toMatchObject({ created: 0, updated, unchanged });
      const after = await leads();
      const wanted = { kept: 'kept@example.com', other: 'other@example.com', ...emails };
      expect(after.map(({ uuid, userId, email }) => [uuid, userId, email])).toEqual([
        [uuids.kept, world.idOf('sam'), wanted.kept],
        [uuids.other, world.idOf('alex'), wanted.other],
      ]);
      await post(`/api/imports/${importId}/undo`);
      expect((await leads()).map(({ email }) => email)).toEqual(before.map(({ email }) => email));
    },
  );

  it.each(refusedUpdates)('with %s is refused whole', async (_, file, message) => {
    const before = await leads();
    await expectOutcome(await world.upload(file(uuids), { mode: 'update' }), { refused: message });
    expect(await leads()).toEqual(before);
  });
});

describe('the form around a file', () => {
  beforeEach(empty);
  const form = (...files: [field: string, name: string, type?: string][]) => {
    const body = new FormData();
    for (const [field, name, type] of files)
      body.append(field, new Blob(['Business Name,User\nA,sam'], { type: type ?? 'text/csv' }), name);
    return world.call('/api/businesses/import', { method: 'POST', body });
  };
  const long = `${'x'.repeat(296)}.csv`;

  it.each<[string, Parameters<typeof form>, number]>([
    [
      'two files',
      [
        ['file', 'a.csv'],
        ['file', 'b.csv'],
      ],
      400,
    ],
    ['another field', [['upload', 'a.csv']], 400],
    ['no name', [['file', '']], 400],
    ['the name of a program', [['file', 'a.csv.exe']], 415],
    ['a name in capitals', [['file', 'A.CSV']], 200],
    ['a name of 300 characters', [['file', long]], 200],
    ['another type', [['file', 'a.csv', 'application/pdf']], 200],
  ])('with %s', async (_, files, status) => {
    expect((await form(...files)).status).toBe(status);
  });

  it('with a path as its name is stored under the name alone', async () => {
    const { importId } = (await (await form(['file', '../../etc/x.csv'])).json()) as ImportResponse;
    expect((await world.record(importId)).fileName).toBe('x.csv');
  });

  it('is rejected if it is compressed', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'multipart/form-data; boundary=b' };
    expect((await world.call('/api/businesses/import', { method: 'POST', body: 'x', headers })).status).toBe(415);
  });
});

it('1,000 unknown users are all in errors.csv, and the first 100 in the response', async () => {
  const file = csvOf(Array.from({ length: 1_000 }, (_, at) => goodRow(at, `ghost${at}`)));
  const { importResults, importId, breakdown } = await world.import(file, { dryRun: 'true' });
  expect([importResults.failed, importResults.errors.length, breakdown?.unknownUser]).toEqual([1_000, 100, 1_000]);
  const csv = await (await world.call(`/api/imports/${importId}/errors.csv`)).text();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1_001);
});

const inputs = longRun ? 1_000 : 20;
it(
  `${inputs} random files, half of them good ones with one byte changed, are each answered cleanly (seed ${testSeed})`,
  async () => {
    const good = Buffer.from(`\ufeff${csvOf(Array.from({ length: 8 }, (_, at) => goodRow(at, 'sam', 'Änderung')))}`);
    const changed = fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      return bytes;
    });
    const any = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(`Business Name,User\n${text}`)),
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), changed, any, async (isGood, one, other) => {
        const answer = await world.upload(isGood ? one : other);
        const { message, importId, importResults } = (await answer.json()) as ImportResponse;
        expect([200, 400]).toContain(answer.status);
        expect(message).toMatch(/^[A-Z].{10}/s);
        if (answer.status === 400) return;
        const { total, successful, failed } = importResults;
        expect(total).toBe(successful + failed);
        expect(await stored(importId)).toHaveLength(successful);
      }),
      { numRuns: inputs, seed: testSeed },
    );
  },
  longRun ? 600_000 : 120_000,
);

it('stores none of these files after the imports', async () => {
  const retained = await world.imports.query<{ file: string }>(
    'select distinct file_id as file from imports where dry_run and layout is not null',
  );
  const files = () => readdir(path.join(world.dataDir, 'uploads'));
  await eventually(async () => expect(new Set(await files())).toEqual(new Set(retained.map(({ file }) => file))));
});
