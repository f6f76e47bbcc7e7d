import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { corpus, type Outcome } from '../test/import-corpus.js';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld({ IMPORT_MAX_ROWS: '10000' });
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

const inputs = longRun ? 1_000 : 60;
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
