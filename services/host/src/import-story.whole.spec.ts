import type {
  ColumnGuess,
  getImportUndo,
  ImportRecord,
  ImportResponse,
  OutputOf,
  UndoCounts,
} from '@lead-finder/contracts';
import { eventually, madeWorkbook, stylesXml } from '@lead-finder/testing';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { startImportWorld, type ImportWorld } from '../test/import-world.js';

/** A list as a city publishes of its licensed businesses: no user, an address in parts, and columns that no product knows. */
const rows = 14_500;
const changedCells = 1_000;
const edited = 50;
const deleted = 5;
const ended = { within: 240_000 };

const categories = [
  'REAL ESTATE',
  'SHOPPING',
  'SERVICES',
  'FOOD - DRINK',
  'HEALTH AND BEAUTY SERVICES',
  'ARTS, LEISURE',
];
const header = ['Classification', 'Category', 'Business', 'Address', 'City', 'Zip', 'ACCOUNT START DATE'];
const licences = Array.from({ length: rows }, (_, at) => {
  // Every twentieth business has a second licence.
  const business = at % 20 === 19 ? at - 1 : at;
  const day = `${1 + (at % 12)}/${1 + (at % 28)}/${String((at * 7) % 100).padStart(2, '0')}`;
  return [
    at % 9 === 0 ? `CONTRACTORS - "GROUP ${at % 279}", HOME BASED` : `TRADE ${at % 279}`,
    categories[at % categories.length]!,
    business % 11 === 0 ? `O'BRIEN & SONS #${business}` : `SHOP ${business} LLC`,
    `${business} OAK RD #7`,
    business % 8 === 0 ? 'NORTH LITTLE ROCK' : 'LITTLE ROCK',
    business % 500 === 0 ? '' : String(72_201 + (business % 30)),
    day,
  ];
});
const isRepeat = (at: number) => at % 20 === 19;
const isoOf = (day: string) => {
  const [month, date, year] = day.split('/').map(Number) as [number, number, number];
  return `${year < 50 ? 2000 + year : 1900 + year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
};

interface Lead {
  id: number;
  uuid: string;
  row: number;
  customFields: Record<string, unknown>;
  rest: string;
}

let world: ImportWorld;
beforeAll(async () => void (world = await startImportWorld()), 120_000);
afterAll(() => world?.stop());

const send = (method: string, path: string, body: object) =>
  world.call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const reached = (id: number, status: string) =>
  eventually(async () => {
    const record = await world.record(id);
    expect(record.status).toBe(status);
    return record;
  }, ended);
async function imported(file: Buffer | string, fields: Record<string, string>, name?: string): Promise<ImportRecord> {
  const answer = await world.upload(file, fields, { Prefer: 'respond-async' }, name);
  return reached(((await answer.json()) as ImportResponse).importId, 'completed');
}
const leads = () =>
  world.leads.query<Lead>(
    `select u.id, u.uuid, u.import_row as row, u.custom_fields as "customFields",
       md5((to_jsonb(u) - '{custom_fields,version,field_versions}'::text[])::text || to_jsonb(b)::text) as rest
     from user_businesses u join businesses b on b.id = u.business_id order by u.import_row`,
  );
const define = async (field: object) => expect((await send('POST', '/api/custom-fields', field)).status).toBe(201);

/** As a spreadsheet stores it: numbers and days are numbers, and a cell's style says which. */
async function workbookOf(
  lines: readonly string[][],
  days: readonly string[],
  numbers: readonly string[],
): Promise<Buffer> {
  const titles = lines[0]!;
  const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const text = (cell: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  const cell = (value: string, at: number, line: number) => {
    if (value === '') return '<c/>';
    if (line > 0 && days.includes(titles[at]!))
      return `<c s="1"><v>${(Date.parse(value) - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`;
    return line > 0 && numbers.includes(titles[at]!) ? `<c><v>${value}</v></c>` : text(value);
  };
  const rows = lines.map((cells, line) => `<row>${cells.map((value, at) => cell(value, at, line)).join('')}</row>`);
  return Buffer.from(await madeWorkbook({ rows: rows.join(''), styles: stylesXml({}, 0, 14) }));
}

it('keeps every column of a list of licences, and guesses the type of each from all rows', async () => {
  const file = stringify([header, ...licences]);
  const check = await imported(file, { assignTo: 'sam', dryRun: 'true' });
  const query = header.map((column) => `column=${encodeURIComponent(column)}`).join('&');
  const { columns: guesses } = await world.get<{ columns: ColumnGuess[] }>(`/api/imports/${check.id}/columns?${query}`);
  expect(guesses.map(({ column, rows: read, type }) => [column, read, type])).toMatchObject([
    ['Classification', rows, 'text'],
    ['Category', rows, 'one_of'],
    ['Business', rows, 'text'],
    ['Address', rows, 'text'],
    ['City', rows, 'one_of'],
    ['Zip', rows, expect.anything()],
    ['ACCOUNT START DATE', rows, 'date'],
  ]);
  await define({ name: 'Classification', type: 'text' });
  await define({ name: 'Category', type: 'one_of', options: guesses[1]!.options });
  await define({ name: 'Town', type: 'one_of', options: guesses[4]!.options });
  await define({ name: 'Zip code', type: 'text' });
  await define({ name: 'Account start', type: 'date' });
  const mapping = {
    'customFields.classification': 'Classification',
    'customFields.category': 'Category',
    'customFields.town': 'City',
    'customFields.zip_code': 'Zip',
    'customFields.account_start': 'ACCOUNT START DATE',
  };
  expect(guesses[6]).toMatchObject({ dayFirst: false, misfits: { count: 0 } });
  const done = await imported(file, { assignTo: 'sam', mapping: JSON.stringify(mapping), dayFirst: 'false' });
  const repeats = licences.filter((_, at) => isRepeat(at)).length;
  expect(done).toMatchObject({ total: rows, successful: rows - repeats, failed: repeats });
  expect(done.breakdown).toMatchObject({ created: rows - repeats, duplicateInFile: repeats, invalid: 0 });
  expect((await leads()).map(({ row, customFields }) => [row, customFields])).toEqual(
    licences.flatMap(([classification, category, , , town, zipCode, day], at) =>
      isRepeat(at)
        ? []
        : [
            [
              at + 2,
              { classification, category, town, account_start: isoOf(day!), ...(zipCode && { zip_code: zipCode }) },
            ],
          ],
    ),
  );
  await define({ name: 'Seats', type: 'number' });
  await define({ name: 'Renewal', type: 'date' });
  await define({ name: 'Priority', type: 'one_of', options: ['High', 'Low'] });
}, 600_000);

it.each(['CSV', 'XLSX'])(
  'takes a changed export as an update by %s, and its undo gives each value back but for those that users changed',
  async (format) => {
    const before = await leads();
    const text = await (await world.call('/api/admin/all-assignments.csv')).text();
    const [titles, ...lines] = parse(text, { bom: true }) as [string[], ...string[][]];
    const at = (title: string) => titles.indexOf(title);
    const byUuid = new Map(lines.map((line) => [line[at('Lead UUID')]!, line]));
    const ordered = before.map(({ uuid }) => byUuid.get(uuid)!);

    /** The values that the file changes, by lead. */
    const changes = before.map((): Record<string, unknown> => ({}));
    const columns: [title: string, key: string, value: (number: number, lead: Lead) => string][] = [
      ['Email Address', 'email', (number) => `new${number}.${format.toLowerCase()}@example.com`],
      ['Contact Name', 'contactPerson', (number) => `Person ${number} of ${format}`],
      [
        'Category',
        'category',
        (_, { customFields }) => (customFields.category === 'SHOPPING' ? 'SERVICES' : 'SHOPPING'),
      ],
      ['Account start', 'account_start', (number) => `2031-0${1 + (number % 9)}-1${number % 10}`],
    ];
    for (let number = 0; number < changedCells; number++) {
      const lead = (number * 13) % before.length;
      const [title, key, value] = columns[number % columns.length]!;
      ordered[lead]![at(title)] = String((changes[lead]![key] = value(number, before[lead]!)));
    }
    const added = ['Seats', 'Renewal', 'Priority'];
    for (const [lead, line] of ordered.entries()) {
      if (lead % 3 > 0) continue;
      const values = { seats: lead % 50, renewal: `2027-05-${10 + (lead % 20)}`, priority: lead % 2 ? 'High' : 'Low' };
      Object.assign(changes[lead]!, values);
      for (const [index, value] of Object.values(values).entries()) line[at(added[index]!)] = String(value);
    }
    const isChanged = changes.map((each) => Object.keys(each).length > 0);
    const updated = isChanged.filter(Boolean).length;
    const values = changes.reduce((sum, each) => sum + Object.keys(each).length, 0);

    const changed = [titles, ...ordered];
    const file =
      format === 'CSV'
        ? stringify(changed)
        : await workbookOf(changed, ['Account start', 'Renewal'], ['Seats', 'Latitude', 'Longitude']);
    const done = await imported(file, { mode: 'update' }, `leads.${format.toLowerCase()}`);
    expect(done.errors).toEqual([]);
    expect(done.breakdown).toMatchObject({ created: 0, updated, unchanged: before.length - updated });
    expect((await leads()).map(({ customFields }) => customFields)).toEqual(
      before.map(({ customFields }, lead) => ({ ...customFields, ...changes[lead] })),
    );

    const touched = [...before.keys()].filter((lead) => isChanged[lead]);
    const edits = new Map(touched.slice(0, edited).map((lead) => [lead, Object.keys(changes[lead]!)[0]!]));
    const own = (key: string, lead: number) =>
      ({ category: 'REAL ESTATE', account_start: '2001-01-01', seats: 9_000 + lead })[key] ?? `own${lead}@example.com`;
    for (const [lead, key] of edits) {
      const path = `/api/business-custom-fields-by-uuid/${before[lead]!.uuid}`;
      expect((await send('PATCH', path, { customFields: { [key]: own(key, lead) } })).status).toBe(200);
    }
    const gone = new Set(touched.slice(edited, edited + deleted));
    for (const lead of gone)
      await world.call(`/api/business-by-uuid/${before[lead]!.uuid}/delete`, { method: 'DELETE' });
    const failed = [...gone].reduce((sum, lead) => sum + Object.keys(changes[lead]!).length, 0);

    const counts = { removed: 0, reversed: values - edited - failed, kept: edited, failed };
    const { values: shown, ...preview } = await world.get<OutputOf<typeof getImportUndo>>(
      `/api/imports/${done.id}/undo`,
    );
    expect(preview).toEqual(counts);
    expect(shown.filter(({ outcome }) => outcome === 'kept')).toHaveLength(edited);
    expect(shown.filter(({ outcome, by, at: when }) => outcome === 'kept' && by === 'ada' && when)).toHaveLength(
      edited,
    );
    expect(shown.filter(({ why }) => why === 'The lead is deleted')).toHaveLength(failed);
    await world.post<UndoCounts>(`/api/imports/${done.id}/undo`);
    expect((await reached(done.id, 'undone')).undo).toEqual(counts);

    const after = await leads();
    const stays = (_: unknown, lead: number) => !gone.has(lead);
    expect(after.map(({ customFields }) => customFields)).toEqual(
      before
        .map(({ customFields }, lead) => {
          const key = edits.get(lead);
          return key === undefined ? customFields : { ...customFields, [key]: own(key, lead) };
        })
        .filter(stays),
    );
    const untouched = (all: readonly Lead[]) =>
      all.filter(({ uuid }) => !editedUuids.has(uuid)).map(({ rest }) => rest);
    const editedUuids = new Set([...edits.keys()].map((lead) => before[lead]!.uuid));
    expect(untouched(after)).toEqual(untouched(before.filter(stays)));
  },
  900_000,
);
