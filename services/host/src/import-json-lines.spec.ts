import type { ImportResponse } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
  for (const field of [
    { name: 'Seats', type: 'number' },
    { name: 'Contract', key: 'plan', type: 'text' },
  ])
    expect((await post('/api/custom-fields', field)).status).toBe(201);
}, 60_000);
afterAll(() => world?.stop());

const post = (path: string, body: object) =>
  world.call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const lines = (...objects: object[]) => objects.map((each) => `${JSON.stringify(each)}\n`).join('');
const send = async (file: string | null, fields: Record<string, string> = {}, headers = {}) => {
  const answer = await world.upload(file, fields, headers, 'leads.JSONL');
  return { answered: answer.status, ...((await answer.json()) as ImportResponse) };
};
const leads = (importId: number) =>
  world.leads.query<{ name: string; fields: object }>(
    'select name, custom_fields as fields from user_businesses where import_id = $1 order by import_row',
    [importId],
  );
const errorsOf = async (importId: number) => {
  const answer = await world.call(`/api/imports/${importId}/errors.ndjson`);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="import-${importId}-errors.ndjson"`);
  return answer.text();
};

describe('an NDJSON file', () => {
  it('is imported with custom fields by their keys, undone, and its failed rows come back as NDJSON', async () => {
    const good = { businessName: 'Line A', user: 'sam', customFields: { seats: 12.5, plan: 'Gold' } };
    const bad = { businessName: 'Line B', user: 'sam', customFields: { seats: 'many' } };
    const { importId, importResults } = await send(`${lines(good, bad)}{"cut off\n${lines({ user: 'ghost' })}`);
    expect(importResults).toEqual({
      total: 4,
      successful: 1,
      failed: 3,
      errors: [
        { row: 2, column: 'customFields.seats', message: 'Seats must be a number' },
        { row: 3, column: null, message: 'The line is not JSON' },
        { row: 4, column: 'businessName', message: "Business Name is required; Unknown user 'ghost'" },
      ],
    });
    expect(await leads(importId)).toEqual([{ name: 'Line A', fields: { seats: 12.5, plan: 'Gold' } }]);

    const errors = (await errorsOf(importId)).trimEnd().split('\n');
    expect(errors.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ businessName: 'Line B', 'customFields.seats': 'many', Row: 2 }),
      expect.objectContaining({ Line: '{"cut off', Row: 3, Reason: 'The line is not JSON' }),
      expect.objectContaining({
        user: 'ghost',
        businessName: null,
        Row: 4,
        Reason: "Business Name is required; Unknown user 'ghost'",
      }),
    ]);
    const mended = errors[0]!.replace('"many"', '7');
    expect((await send(`${mended}\n`)).importResults).toMatchObject({ total: 1, successful: 1 });

    const undone = (await (await world.call(`/api/imports/${importId}/undo`, { method: 'POST' })).json()) as object;
    expect(undone).toMatchObject({ removed: 1, kept: 0 });
  });

  it('is checked, corrected by its rows, and imported without sending it again', async () => {
    const file = lines({ name: 'Check A', user: 'sam' }, { name: 'Check B', user: 'samm', phone: 'call me' });
    const check = await send(file, { dryRun: 'true' });
    expect(check).toMatchObject({ importResults: { successful: 1, failed: 1 }, status: 'completed' });
    const corrected = await post(`/api/imports/${check.importId}/corrections`, {
      cells: [{ row: 2, column: 'phone', value: '+1 555 0100' }],
      values: [{ column: 'user', from: 'samm', to: 'sam' }],
    });
    expect(corrected.status).toBe(200);
    const { importResults } = await send(null, { fileId: check.fileId! });
    expect(importResults).toMatchObject({ total: 2, successful: 2 });
  });

  it('is imported by one call with a saved mapping, of which it leaves out what belongs to other formats', async () => {
    const settings = { mapping: { businessName: 'Firma', user: 'Wer' }, decimalComma: true, sheet: 'Tabelle1' };
    const mapping = { name: 'Nightly lines', fileName: 'leads.xlsx', headers: ['Firma', 'Wer'], settings };
    expect((await post('/api/import-mappings', mapping)).status).toBe(201);
    const file = lines({ Firma: 'Night A', Wer: 'sam', seats: 1.234 });
    const { answered, importId } = await send(file, { mappingName: 'Nightly lines' }, { prefer: 'respond-async' });
    expect(answered).toBe(202);
    await eventually(async () => expect((await world.record(importId)).status).toBe('completed'));
    expect(await leads(importId)).toEqual([{ name: 'Night A', fields: { seats: 1.234 } }]);
  });

  test.each([
    ['sheet', 'Leads', 'An NDJSON file has no sheets'],
    ['decimalComma', 'true', 'The numbers of an NDJSON file have a decimal point'],
  ])('takes no %s', async (field, value, message) => {
    expect(await send(lines({ name: 'A', user: 'sam' }), { [field]: value })).toMatchObject({ answered: 400, message });
  });
});
