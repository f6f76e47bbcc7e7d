import type { ImportResponse } from '@lead-finder/contracts';
import { longRun, TestClock, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

const people = ['sam', 'alex'];
const leads = longRun ? 2_000 : 240;

/** The time of the assignment is the only column that an import does not restore. */
const clock = new TestClock(new Date());
let world: ImportWorld;
beforeAll(async () => void (world = await startImportWorld({}, clock)), 60_000);
afterAll(() => world?.stop());

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Texts that break careless readers and writers of CSV, and names. */
const naughty = [
  '=1+1',
  '+1 555',
  '-2',
  '@sum',
  "'",
  "''=x",
  "'quoted'",
  '"',
  '""',
  ',',
  ';',
  '|calc',
  '\\N',
  '\\.',
  '\\n',
  'null',
  'NULL',
  'undefined',
  'NaN',
  '0',
  'true',
  "Robert'); drop table leads;--",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${x}',
  '%s%n',
  '../etc/passwd',
  'Ünïcödé',
  '東京',
  'عربى',
  '\u202eright to left',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u00a0nbsp',
  'Ａ＝Ｂ',
  '＝full width',
  'ı',
  'ß',
  'İstanbul',
  '#N/A',
  '1e5',
  '00123',
];
const text = fc.oneof(
  fc.constantFrom(...naughty),
  fc.string({ unit: fc.constantFrom(...naughty, 'a', ' ', 'B', '9'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const address = fc
  .array(text, { maxLength: 3 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', ', ').map((between) => lines.join(between)));
const tags = fc.array(
  fc.oneof(text, fc.constantFrom('Hot', 'hot', ' HOT ', 'Imported', 'imported', '', '=tag', "'tag")),
  { maxLength: 6 },
);
const websites = ['', 'example.com', 'https://example.com/a?b=1,2', "http://example.com/'x", 'Not provided'];

/** The number makes each business unique. It comes last, so that the first character stays. */
const row = (user: string, number: number) =>
  fc
    .record({
      name: text,
      address,
      state: fc.oneof(fc.constantFrom('TX', 'texas', ''), text),
      phone: fc.constantFrom('', '+1 555 0100', '555 0101'),
      email: fc.constantFrom('', 'a@example.com', "o'brien@example.com"),
      website: fc.constantFrom(...websites),
      tags,
      contact: text,
    })
    .map((cells) =>
      [
        `${cells.name} ${number}`,
        cells.address,
        cells.state,
        cells.phone,
        cells.email,
        user,
        cells.tags.join(','),
        cells.contact,
        cells.website,
      ]
        .map(quoted)
        .join(),
    );
const header = 'Business Name,Address,State,Phone,Email Address,User,Custom Tag,Contact Name,Website';

const rowsOf = (user: string) =>
  Array.from(
    { length: leads / people.length },
    (_, number) => fc.sample(row(user, number), { numRuns: 1, seed: testSeed + number })[0]!,
  );
/** Without the uuids, which are others in another product. */
const exported = async (user: string) => {
  const file = await world.call(`/api/admin/all-assignments.csv?userId=${world.idOf(user)}&sort=oldest`);
  return (await file.text()).replace(/,("Lead UUID"|"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")(?=\r\n)/g, '');
};

it(
  `what was exported and is imported into an empty product is exported as the same bytes (seed ${testSeed})`,
  async () => {
    const once = new Map<string, { text: string; rows: number }>();
    for (const user of people) {
      const { successful, total } = (await world.import(csvOf(rowsOf(user), header))).importResults;
      // A row with a control character or a tag that is too long fails; most rows do not.
      expect(successful).toBeGreaterThan(total / 2);
      once.set(user, { text: await exported(user), rows: successful });
    }
    await world.stop();
    world = await startImportWorld({}, clock);
    for (const [user, { text, rows }] of once) {
      expect((await world.import(text)).importResults).toEqual({
        total: rows,
        successful: rows,
        failed: 0,
        errors: [],
      });
      expect(await exported(user)).toBe(text);
    }
  },
  longRun ? 300_000 : 90_000,
);

it('a file with fifty errors is corrected in its errors file, and that file imports the fifty', async () => {
  const bad = Array.from({ length: 10 }, (_, at) => [
    `,"${at} Oak St, Austin, TX 78701, USA",TX,,,sam,Hot`,
    `No user ${at},"x",TX,,,,"Hot, =Cold"`,
    `Typo ${at},"y",TX,,,samm,`,
    `Mail ${at},"z",TX,,mail.example.com,sam,`,
    `Phone ${at},"two\nlines",TX,call me,,sam,`,
  ]).flat();
  const good = Array.from({ length: 100 }, (_, at) => goodRow(at, 'sam', 'Mendable'));
  const { importId, importResults } = await world.import(csvOf([...good.slice(0, 50), ...bad, ...good.slice(50)]));
  expect(importResults).toMatchObject({ total: 150, successful: 100, failed: 50 });

  const errors = await (await world.call(`/api/imports/${importId}/errors.csv`)).text();
  let unnamed = 0;
  const mended = errors
    .replace(/^""/gm, () => `"Named ${unnamed++}"`)
    .replace(/^("No user \d+","x","TX","","",)""/gm, '$1"sam"')
    .replaceAll('"samm"', '"sam"')
    .replaceAll('mail.example.com"', 'mail@example.com"')
    .replaceAll('"call me"', '"555 0199"');
  const again = (await world.import(mended)) satisfies ImportResponse;
  expect(again.importResults).toEqual({ total: 50, successful: 50, failed: 0, errors: [] });
});
