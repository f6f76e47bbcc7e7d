import type { getImportUndo, ImportResponse, ImportRowResult, OutputOf, UndoCounts } from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
  for (const field of [
    { name: 'Seats', type: 'number' },
    { name: 'Fee', type: 'currency', currency: 'USD' },
    { name: 'Renewal', type: 'date' },
    { name: 'Open', type: 'yes_no' },
    { name: 'Size', type: 'one_of', options: ['Small', 'Large, very'] },
    { name: 'Tools', type: 'several_of', options: ['Oven', 'Mixer', 'Till, old'] },
    { name: 'Remarks', type: 'long_text' },
    { name: 'Plan', type: 'link' },
  ])
    await post('/api/custom-fields', field);
}, 120_000);
afterAll(() => world?.stop());

const post = (path: string, body: object) =>
  world.call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const exported = async (format = 'csv') => (await world.call(`/api/admin/all-assignments.${format}`)).text();
const leads = () =>
  world.leads.query(
    `select u.id, u.uuid, u.custom_fields, u.tags, u.revision, u.updated_at::text as updated, b.name, b.phone, b.website,
       b.state, b.latitude, b.longitude, b.updated_at::text as "businessUpdated"
     from user_businesses u join businesses b on b.id = u.business_id order by u.id`,
  );
const undo = async (id: number) =>
  (await (await world.call(`/api/imports/${id}/undo`, { method: 'POST' })).json()) as UndoCounts;
const preview = (id: number) => world.get<OutputOf<typeof getImportUndo>>(`/api/imports/${id}/undo`);
const rowsOf = (id: number, outcome: string, q = '') =>
  world.get<{ rows: ImportRowResult[] }>(`/api/imports/${id}/rows?outcome=${outcome}&q=${encodeURIComponent(q)}`);

const run = { seed: testSeed, numRuns: longRun ? 60 : 4, endOnFailure: true };
const odd = fc.constantFrom(
  'Ann',
  '=1+1',
  "'quoted",
  '+49 30',
  '-5',
  '@home',
  'tab\there',
  'two  blanks',
  'line\nbreak',
  'Not provided',
  '"cited", twice',
  'Zoë 😀',
  '\u200bhidden',
  'a;b',
  "'=2",
);
const text = fc.oneof(
  odd,
  fc.string({ minLength: 1, maxLength: 30 }).map((value) => value.replace(/[\0\ud800-\udfff]/g, '')),
);
const trimmed = text.map((value) => value.trim()).filter((value) => value !== '');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const phone = fc.constantFrom('+1 501 555 0100', '501-555-0100', '(501) 555 0199 ext. 7');
const mail = fc.constantFrom('a@example.com', 'B.C+d@Example.COM');
const contact = fc.record({
  name: trimmed,
  role: fc.oneof(fc.constant(''), trimmed),
  phone: fc.oneof(fc.constant(''), phone),
  email: fc.oneof(fc.constant(''), mail),
  note: fc.oneof(fc.constant(''), trimmed),
});
const customFields = fc.record(
  {
    email: optional(mail),
    contactPerson: optional(trimmed),
    phoneNumber: optional(phone),
    website: optional(fc.constantFrom('https://a.example/x?y=1', 'b.example', 'HTTP://C.example')),
    contacts: optional(fc.array(contact, { minLength: 1, maxLength: 6 })),
    seats: optional(fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e9, max: 1e9 }))),
    fee: optional(fc.double({ noNaN: true, min: -1e6, max: 1e6 })),
    renewal: optional(fc.constantFrom('2026-02-28', '1999-12-31', '2100-01-02')),
    open: optional(fc.boolean()),
    size: optional(fc.constantFrom('Small', 'Large, very')),
    tools: optional(fc.constantFrom(['Oven'], ['Oven', 'Till, old'], ['Oven', 'Mixer', 'Till, old'])),
    remarks: optional(trimmed),
    plan: optional(fc.constantFrom('https://plan.example/1', 'plan.example')),
  },
  { noNullPrototype: true },
);
const lead = fc.record(
  {
    name: trimmed,
    address: optional(trimmed),
    phone: optional(fc.oneof(phone, fc.constantFrom('12; 34', 'ask the owner'))),
    intl: optional(phone),
    website: optional(fc.constantFrom('https://d.example', 'e.example', 'Not provided', 'not a website')),
    state: optional(fc.constantFrom('TX', 'CA')),
    place: optional(
      fc.tuple(fc.double({ noNaN: true, min: -90, max: 90 }), fc.double({ noNaN: true, min: -180, max: 180 })),
    ),
    tags: fc.uniqueArray(fc.oneof(trimmed, fc.constantFrom('Hot', 'a, b', 'Imported')), {
      maxLength: 4,
      selector: (tag) => tag.toLowerCase(),
    }),
    customFields,
  },
  { noNullPrototype: true },
);
type RandomLead = typeof lead extends fc.Arbitrary<infer T> ? T : never;

/** Puts exactly these leads into the database. */
async function fill(all: readonly RandomLead[]): Promise<void> {
  await world.leads.query('delete from user_businesses');
  await world.leads.query('delete from businesses');
  for (const [index, { name, address, phone, intl, website, state, place, tags, customFields }] of all.entries()) {
    const [latitude, longitude] = place ?? [];
    await world.leads.query(
      `with business as (
         insert into businesses (place_id, match_key, name, formatted_address, phone, international_phone, website, state,
           latitude, longitude) values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9) returning *)
       insert into user_businesses (user_id, business_id, tags, custom_fields, name, state, latitude, longitude, updated_at)
       select $10, id, $11, $12, name, state, latitude, longitude, now() - interval '1 day' from business`,
      [
        `place-${index}`,
        name,
        address ?? null,
        phone ?? null,
        intl ?? null,
        website ?? null,
        state ?? null,
        latitude ?? null,
        longitude ?? null,
        world.idOf(index % 2 ? 'sam' : 'ivy'),
        tags.map((tag) => tag.slice(0, 50)).filter((tag) => tag !== '.' && tag !== '..'),
        JSON.stringify(customFields),
      ],
    );
  }
}

describe('an export that is imported again', () => {
  it.each([
    ['fill', 'csv'],
    ['overwrite', 'csv'],
    ['update', 'csv'],
    ['update', 'ndjson'],
  ])('changes nothing in the mode %s as %s if no cell was changed', async (mode, format) => {
    const imported = async (file: string, fields: Record<string, string>) =>
      (await (await world.upload(file, fields, {}, `leads.${format}`)).json()) as ImportResponse;
    await fc.assert(
      fc.asyncProperty(fc.array(lead, { minLength: 1, maxLength: 12 }), async (all) => {
        await fill(all);
        const before = await leads();
        const file = await exported(format);
        const { importId, breakdown } = await imported(file, { mode, dryRun: 'true' });
        const shown = [await rowsOf(importId, 'updated'), await rowsOf(importId, 'failed')].flatMap(({ rows }) => rows);
        expect(shown).toEqual([]);
        expect(breakdown).toMatchObject({ created: 0, updated: 0, unchanged: all.length, invalid: 0 });
        await imported(file, { mode });
        expect(await leads()).toEqual(before);
      }),
      run,
    );
  });

  it('makes exactly the edits that a spreadsheet made, and the undo takes exactly these back', async () => {
    const edits: Record<string, [string, object]> = {
      'Contact Name': ['Edited Person', { contactPerson: 'Edited Person' }],
      'Email Address': ['edited@example.com', { email: 'edited@example.com' }],
      Seats: ['1234.5', { seats: 1_234.5 }],
      Fee: ['$1,000', { fee: 1_000 }],
      Renewal: ['2030-01-31', { renewal: '2030-01-31' }],
      Remarks: ['Edited\nin two lines', { remarks: 'Edited\nin two lines' }],
    };
    const edited = fc.array(fc.tuple(lead, fc.subarray(Object.keys(edits))), { minLength: 2, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(edited, async (all) => {
        await fill(all.map(([each]) => each));
        const before = await leads();
        const [header, ...lines] = parse(await exported(), { bom: true }) as [string[], ...string[][]];
        const uuidAt = header.indexOf('Lead UUID');
        const wanted = before.map((row, index) => {
          const line = lines.find((each) => each[uuidAt] === row.uuid)!;
          const changes = all[index]![1].map((title) => edits[title]!);
          all[index]![1].forEach((title) => (line[header.indexOf(title)] = edits[title]![0]));
          return { ...(row.custom_fields as object), ...Object.assign({}, ...changes.map(([, change]) => change)) };
        });
        const { importId, breakdown } = await world.import(stringify([header, ...lines]), { mode: 'update' });
        const changed = all.filter(([, titles]) => titles.length > 0).length;
        expect(breakdown).toMatchObject({ updated: changed, unchanged: all.length - changed, invalid: 0 });
        expect((await leads()).map((row) => row.custom_fields)).toEqual(wanted);
        const values = all.reduce((sum, [, titles]) => sum + titles.length, 0);
        const counts = { removed: 0, reversed: values, kept: 0, failed: 0 };
        expect(await preview(importId)).toEqual({ ...counts, values: [] });
        expect(await undo(importId)).toEqual(counts);
        expect(await leads()).toEqual(before);
      }),
      run,
    );
  });
});
