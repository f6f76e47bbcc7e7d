import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
}, 60_000);
afterAll(() => world?.stop());

const send = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await world.call(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
const headers = ['Firma', 'Wer', 'Etikett'];
const file = (...rows: string[]) => csvOf(rows, headers.join(','));
const mapping = { businessName: 'Firma', user: 'Wer', customTag: 'Etikett' };

describe('a saved mapping', () => {
  it('brings its settings to an import that names it, so that a nightly job is one call', async () => {
    const settings = { mapping, assignTo: 'sam', tag: 'nightly', standIns: [{ name: 'Chef', user: 'alex' }] };
    const saved = await send('POST', '/api/import-mappings', { name: 'Nightly', fileName: 'a.csv', headers, settings });
    expect(saved).toMatchObject({
      status: 201,
      body: { name: 'Nightly', usedAt: null, createdBy: { username: 'ada' } },
    });

    const rows = file('Night A,,x', 'Night B,Chef,', 'Night C,sam,');
    const answer = await world.upload(rows, { mappingName: ' nightly ' }, { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    const { importId } = (await answer.json()) as ImportResponse;
    await eventually(async () => expect((await world.record(importId)).status).toBe('completed'));
    expect(await world.record(importId)).toMatchObject({ successful: 3, failed: 0 });
    const owners = await world.leads.query<{ username: string }>(
      `select p.username from user_businesses b join assignees p on p.id = b.user_id where b.import_id = $1 order by 1`,
      [importId],
    );
    expect(owners.map(({ username }) => username)).toEqual(['alex', 'sam', 'sam']);
    const list = await send<{ usedAt: string | null }[]>('GET', '/api/import-mappings');
    expect(list.body).toMatchObject([{ name: 'Nightly', usedAt: expect.any(String) as string }]);
  });

  it('gives way to what the call says itself', async () => {
    const { importResults } = await world.import(file('Own A,,'), { mappingName: 'Nightly', assignTo: 'ghost' });
    expect(importResults).toBeUndefined();
    const check = await world.import(file('Own A,,'), { mappingName: 'Nightly', assignTo: 'alex', dryRun: 'true' });
    expect(check.importResults).toMatchObject({ successful: 1 });
  });

  it('that does not exist rejects the import and names the field', async () => {
    const answer = await world.upload(file('X,sam,'), { mappingName: 'Unknown' });
    const body = (await answer.json()) as { message: string; issues: { path: string }[] };
    expect([answer.status, body.message, body.issues[0]!.path]).toEqual([
      400,
      "No saved mapping is called 'Unknown'",
      'mappingName',
    ]);
  });

  it('has a name that no other has in any case, can be renamed and deleted', async () => {
    const one = { name: 'One', fileName: 'a.csv', headers, settings: { mapping } };
    const { body } = await send<{ id: number }>('POST', '/api/import-mappings', one);
    const taken = { status: 409, body: { code: 'mapping_name_taken' } };
    expect(await send('POST', '/api/import-mappings', { ...one, name: 'ONE' })).toMatchObject(taken);
    expect(await send('PATCH', `/api/import-mappings/${body.id}`, { name: 'nightly' })).toMatchObject(taken);
    expect(await send('PATCH', `/api/import-mappings/${body.id}`, { name: 'Two' })).toMatchObject({ status: 200 });
    expect(await send('DELETE', `/api/import-mappings/${body.id}`)).toMatchObject({ status: 200 });
    expect(await send('DELETE', `/api/import-mappings/${body.id}`)).toMatchObject({ status: 404 });
    const unknown = { ...one, name: 'Ghostly', settings: { mapping, assignTo: 'ghost' } };
    expect(await send('POST', '/api/import-mappings', unknown)).toMatchObject({ status: 400 });
  });

  it('is found by the columns of a file in any order, beside the settings of the last import like it', async () => {
    const found = await send('POST', '/api/import-mappings/find', { headers: ['ETIKETT', 'wer', 'Firma '] });
    expect(found.body).toMatchObject({
      saved: [{ name: 'Nightly' }],
      last: { fileName: 'leads.csv', settings: { mapping, tag: 'nightly', assignTo: String(world.idOf('sam')) } },
    });
    const other = await send('POST', '/api/import-mappings/find', { headers: ['Firma'] });
    expect(other.body).toEqual({ saved: [], last: null });
  });

  it('leaves out a custom field that is archived or removed since, so a nightly job goes on', async () => {
    await send('POST', '/api/custom-fields', { name: 'Seats', type: 'number' });
    const settings = {
      mapping: { ...mapping, 'customFields.seats': 'Plätze' },
      mode: 'update',
      overwrite: ['seats', 'customTag'],
    };
    const one = { name: 'Seats', fileName: 'a.csv', headers: [...headers, 'Plätze'], settings };
    expect(await send('POST', '/api/import-mappings', one)).toMatchObject({ status: 201 });
    await world.import(file('Seated A,sam,old'), { mapping: JSON.stringify(mapping) });
    const nightly = () =>
      world.import(csvOf(['Seated A,sam,new,4'], 'Firma,Wer,Etikett,Plätze'), { mappingName: 'Seats' });
    const path = '/api/custom-fields/seats';
    expect(await send('PATCH', path, { archived: true })).toMatchObject({ status: 200 });
    expect(await nightly()).toMatchObject({ importResults: { successful: 1, failed: 0 } });
    expect(await send('DELETE', path)).toMatchObject({ status: 200 });
    expect(await nightly()).toMatchObject({ importResults: { successful: 1, failed: 0 } });
  });

  it.each([
    ['mapping', { mapping: { ...mapping, 'customFields.ghost': 'Ghost' } }, 'customFields.ghost'],
    ['overwrite', { mapping, mode: 'update', overwrite: ['customFields.seats'] }, 'customFields.seats'],
  ])('is refused if its %s names a field that no import has', async (path, settings, field) => {
    const issues = [{ path, message: `An import does not have the field "${field}"` }];
    const one = { name: 'Refused', fileName: 'a.csv', headers, settings };
    expect(await send('POST', '/api/import-mappings', one)).toMatchObject({ status: 400, body: { issues } });
  });
});

describe('corrections of a checked file', () => {
  const bad = [
    ',Nowhere 1,TX,,,sam,',
    'Shop,Here 1,TX,call me,,sam,',
    'Shop 2,Here 2,TX,,,nobody,',
    'Shop 3,Here 3,TX,,,nobody,',
  ];
  const check = () => world.import(csvOf([goodRow(1, 'sam', 'Corrected'), ...bad]), { dryRun: 'true' });

  it('join the import of the file, and later checks of it', async () => {
    const { importId, fileId, importResults } = await check();
    expect(importResults).toMatchObject({ successful: 1, failed: 4 });
    const groups = await send('GET', `/api/imports/${importId}/failures`);
    expect(groups.body).toMatchObject({ groups: [{ column: 'User', value: 'nobody', rows: 2 }, {}, {}] });
    const corrected = await send('POST', `/api/imports/${importId}/corrections`, {
      cells: [
        { row: 3, column: 'Business Name', value: 'Named now' },
        { row: 4, column: 'Phone', value: 'still none' },
      ],
      values: [{ column: 'User', from: 'nobody', to: 'alex' }],
    });
    expect(corrected).toMatchObject({ status: 200 });
    const again = await world.import(null, { fileId: fileId!, dryRun: 'true' });
    expect(again.importResults).toMatchObject({ successful: 4, failed: 1 });

    const cells = [{ row: 4, column: 'Phone', value: '555 010 1234' }];
    await send('POST', `/api/imports/${again.importId}/corrections`, { cells });
    const done = await world.import(null, { fileId: fileId! });
    expect(done.importResults).toMatchObject({ total: 5, failed: 0 });
  });

  it('are for the file of a finished check, and name a row and a column that it has', async () => {
    const { importId } = await world.import(csvOf([goodRow(7, 'sam', 'No check')]));
    const cells = [{ row: 2, column: 'Phone', value: '1' }];
    const refused = await send('POST', `/api/imports/${importId}/corrections`, { cells });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Only the file of a finished check can be corrected' },
    });
    const checked = await check();
    const other = { cells: [{ row: 2, column: 'Fax', value: '1' }] };
    expect(await send('POST', `/api/imports/${checked.importId}/corrections`, other)).toMatchObject({
      status: 400,
      body: { message: 'The file has no column "Fax"' },
    });
    const corrected = async (row: number) =>
      send('POST', `/api/imports/${checked.importId}/corrections`, { cells: [{ row, column: 'Phone', value: '1' }] });
    for (const row of [1, 7])
      expect(await corrected(row)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'row', message: `The file has no row ${row}` }] },
      });
    for (const row of [2, 6]) expect(await corrected(row)).toMatchObject({ status: 200 });
  });

  it('come with a guess of what a column of the whole file is', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `Guess ${index},sam,${index === 2_999 ? 'soon' : '2026-11-0' + ((index % 9) + 1)}`,
    );
    const { importId } = await world.import(csvOf(rows, 'Business Name,User,Renewal'), { dryRun: 'true' });
    const guess = await send('GET', `/api/imports/${importId}/columns?column=Renewal`);
    expect(guess.body).toMatchObject({
      columns: [
        { column: 'Renewal', type: 'date', rows: 3_000, filled: 3_000, misfits: { count: 1, examples: ['soon'] } },
      ],
    });
    expect((await world.get<ImportRecord>(`/api/imports/${importId}`)).dryRun).toBe(true);
  });

  it('come with a guess also if the check was cancelled, and its file can be imported', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `Kept ${index},sam,${index % 2 ? 'yes' : 'no'}`);
    const file = csvOf(rows, 'Business Name,User,Partner');
    const begun = await world.import(file, { dryRun: 'true' }, { Prefer: 'respond-async' });
    await send('POST', `/api/imports/${begun.importId}/cancel`);
    const guess = await send('GET', `/api/imports/${begun.importId}/columns?column=Partner`);
    expect(guess.body).toMatchObject({ columns: [{ type: 'yes_no', rows: 40, filled: 40 }] });
    const { fileId } = await world.get<ImportRecord>(`/api/imports/${begun.importId}`);
    const { importResults } = await world.import(null, { fileId: fileId! });
    expect(importResults).toMatchObject({ total: 40, successful: 40 });
  });
});
