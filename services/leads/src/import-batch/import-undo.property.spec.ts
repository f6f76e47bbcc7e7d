import {
  addTag,
  archiveLead,
  checkImportUndo,
  createCustomField,
  removeTag,
  setCustomFields,
  undoImportChunk,
  updateImportedLeads,
  type UndoCounts,
  type UpdatingRow,
} from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { ada, alex, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.call(createCustomField, ada, { name: 'Seats', type: 'number' });
});
afterAll(() => world?.stop());

const size = 5;
const values = { email: ['a@x.co', 'b@x.co'], contactPerson: ['Ann', 'Bo'], phone: ['501 555 0100', '501 555 0101'] };
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const one = fc.record({
  phone: optional(fc.constantFrom(...values.phone)),
  website: optional(fc.constant('https://own.example')),
  email: optional(fc.constantFrom(...values.email)),
  seats: optional(fc.constantFrom(1, 2)),
  tags: fc.subarray(['Old', 'Hot']),
});
const row = fc.record({
  /** Beyond the leads: businesses that no lead has yet. */
  lead: fc.nat(size + 1),
  email: optional(fc.constantFrom(...values.email, 'c@x.co')),
  contactPerson: optional(fc.constantFrom(...values.contactPerson)),
  phone: optional(fc.constantFrom(...values.phone)),
  website: optional(fc.constantFrom('https://own.example', 'https://new.example')),
  place: fc.boolean(),
  seats: optional(fc.constantFrom(1, 2, 3)),
  tags: fc.subarray(['Hot', 'New', 'Old']),
  contact: optional(fc.constantFrom('Cy', 'Di')),
});
const file = fc.record({
  mode: fc.constantFrom('fill' as const, 'overwrite' as const),
  rows: fc.uniqueArray(row, { maxLength: size + 2, selector: ({ lead }) => lead }),
});
/** Values that no file has, so that an edit is never what a file wanted too. */
const edit = fc.record({
  lead: fc.nat(size - 1),
  what: fc.constantFrom('email', 'contactPerson', 'phoneNumber', 'seats', 'add tag', 'remove tag', 'archive'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;
const story = fc.record({
  leads: fc.array(one, { minLength: size, maxLength: size }),
  steps: fc.tuple(fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 })),
  files: fc.tuple(file, file),
  laterFirst: fc.boolean(),
  /** Edits between the two undos. */
  between: fc.array(edit, { maxLength: 1 }),
  chunk: fc.constantFrom(1, 2, 1_000),
});

interface Pair {
  id: number;
  uuid: string;
  /** A lead that gets the same edits and no import. */
  twin: number;
}

async function fill(leads: readonly (typeof one extends fc.Arbitrary<infer T> ? T : never)[]): Promise<Pair[]> {
  for (const table of ['import_changes', 'import_fills', 'user_businesses', 'businesses'])
    await world.database.query(`delete from ${table}`);
  const add = async (name: string, { phone, website, email, seats, tags }: (typeof leads)[number]) => {
    const [lead] = await world.database.query<{ id: number; uuid: string }>(
      `with business as (
         insert into businesses (place_id, match_key, name, phone, website, updated_at)
         values ($1, $1, $1, $2, $3, '2026-01-01') returning id, name)
       insert into user_businesses (user_id, business_id, name, custom_fields, tags, updated_at)
       select $4, id, name, $5, $6, '2026-01-02' from business returning id, uuid`,
      [name, phone ?? null, website ?? null, sam.id, JSON.stringify({ email, seats }), tags],
    );
    return lead!;
  };
  const pairs: Pair[] = [];
  for (const [index, lead] of leads.entries())
    pairs.push({ ...(await add(`Lead ${index}`, lead)), twin: (await add(`Twin ${index}`, lead)).id });
  return pairs;
}

let counter = 0;
/** Stores the time of the last change of each lead by a user, as PostgreSQL writes it. */
async function make(pairs: readonly Pair[], edits: readonly Edit[], times: Map<number, string>): Promise<void> {
  for (const { lead, what } of edits) {
    const { id, twin } = pairs[lead]!;
    const text = `edit${++counter}`;
    const before = await stampOf(id);
    for (const each of [id, twin]) {
      const ref = { id: each };
      switch (what) {
        case 'add tag':
          await world.call(addTag, sam, { ref, tag: text });
          break;
        case 'remove tag':
          // The twin does not have the tags of the files.
          await world.call(removeTag, sam, { ref, tag: 'Old' }).catch(() => undefined);
          break;
        case 'archive':
          await world.call(archiveLead, sam, { ref });
          break;
        default: {
          const value =
            what === 'seats'
              ? 1_000 + counter
              : what === 'email'
                ? `${text}@x.co`
                : what === 'phoneNumber'
                  ? `501 555 ${1_000 + counter}`
                  : text;
          await world.call(setCustomFields, sam, { ref, customFields: { [what]: value } });
        }
      }
    }
    const after = await stampOf(id);
    if (after.revision !== before.revision) times.set(id, after.at);
  }
}

async function stampOf(id: number): Promise<{ at: string; revision: number }> {
  const [stamp] = await world.database.query<{ at: string; revision: number }>(
    'select updated_at::text as at, revision from user_businesses where id = $1',
    [id],
  );
  return stamp!;
}

let imports = 2_000;
async function send(pairs: readonly Pair[], { mode, rows }: File): Promise<number> {
  const importId = ++imports;
  const given = rows.map((each, index): UpdatingRow => {
    const uuid = pairs[each.lead]?.uuid ?? null;
    return {
      row: index + 2,
      userId: uuid ? null : alex.id,
      leadUuid: uuid,
      name: uuid ? '' : `Made ${each.lead}`,
      address: null,
      state: null,
      phone: each.phone ?? null,
      website: each.website ?? null,
      email: each.email ?? null,
      contactPerson: each.contactPerson ?? null,
      tags: each.tags,
      latitude: each.place ? 30 : null,
      longitude: each.place ? -97 : null,
      ...(each.contact && { contacts: [{ name: each.contact, role: '', phone: '', email: '', note: '' }] }),
      ...(each.seats && { customFields: { seats: each.seats } }),
    };
  });
  const half = Math.ceil(given.length / 2);
  for (const [batchNo, batch] of [given.slice(0, half), given.slice(half)].entries()) {
    const order = {
      importId,
      batchNo,
      follows: batchNo ? batchNo - 1 : null,
      fence: 1,
      createdBy: ada.id,
      dryRun: false,
    };
    if (batch.length > 0)
      await world.call(updateImportedLeads, null, {
        ...order,
        follows: batchNo && half ? 0 : null,
        mode,
        overwrite: null,
        rows: batch,
      });
  }
  return importId;
}

async function undo(importId: number, limit: number): Promise<UndoCounts> {
  for (;;) {
    const { more, ...counts } = await world.call(undoImportChunk, null, {
      importId,
      fence: 1,
      undoneBy: ada.id,
      limit,
    });
    if (!more) return counts;
  }
}

const stateOf = async (ids: readonly number[]) =>
  world.database.query(
    `select u.custom_fields, array(select unnest(u.tags) order by 1) as tags, u.archived, u.notes, u.status, u.latitude, u.longitude,
       b.phone, b.website, b.latitude as "businessLatitude", b.updated_at::text as "businessUpdated"
     from unnest($1::bigint[]) with ordinality as wanted (id, position)
     join user_businesses u using (id) join businesses b on b.id = u.business_id order by position`,
    [ids],
  );

describe('two imports, edits between, and their undos', () => {
  it(
    `end in the database that the edits alone would have made, and each undo does what its preview said (seed ${testSeed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(story, async ({ leads, steps, files, laterFirst, between, chunk }) => {
          const pairs = await fill(leads);
          const times = new Map<number, string>();
          await make(pairs, steps[0], times);
          const first = await send(pairs, files[0]);
          await make(pairs, steps[1], times);
          const second = await send(pairs, files[1]);
          await make(pairs, steps[2], times);
          const order = laterFirst ? [second, first] : [first, second];
          for (const [index, importId] of order.entries()) {
            if (index === 1) await make(pairs, between, times);
            const { values: shown, ...expected } = await world.call(checkImportUndo, null, { importId });
            expect(await undo(importId, chunk)).toEqual(expected);
            expect(shown).toHaveLength(expected.kept + expected.failed);
          }
          expect(await stateOf(pairs.map(({ id }) => id))).toEqual(await stateOf(pairs.map(({ twin }) => twin)));
          const left = await world.database.query<{ id: number; at: string; revision: number }>(
            'select id, updated_at::text as at, revision from user_businesses order by id',
          );
          const ids = new Set(pairs.flatMap(({ id, twin }) => [id, twin]));
          expect(left.filter(({ id }) => !ids.has(id))).toEqual([]);
          for (const { id } of pairs) {
            const { at, revision } = left.find((lead) => lead.id === id)!;
            expect(at).toBe(times.get(id) ?? '2026-01-02 00:00:00+00');
            if (!times.has(id)) expect(revision).toBe(0);
          }
          expect(await world.database.query("select from businesses where name like 'Made%'")).toEqual([]);
        }),
        { seed: testSeed, numRuns: longRun ? 400 : 10 },
      );
    },
    longRun ? 900_000 : 120_000,
  );
});
