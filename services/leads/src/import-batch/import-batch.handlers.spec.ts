import {
  createCustomField,
  getLastImportedBatch,
  getLeadHistory,
  getLeadTimeline,
  importLeads,
  listLeads,
  reassignLead,
  undoImportedLeads,
  updateCustomField,
  type ImportRow,
  type InputOf,
} from '@lead-finder/contracts';
import { CountRollup } from '../list/count-rollup.js';
import { randomFrom } from '../seed/random.rules.js';
import { emptyRow } from '../../test/import-rows.js';
import { ada, alex, inOwnWorld, ivy, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const row = (number: number, changes: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  userId: sam.id,
  name: `Shop ${number}`,
  address: `${number} Main St, Austin, TX 78701, USA`,
  ...emptyRow,
  ...changes,
});
let imports = 0;
const batch = (changes: Partial<InputOf<typeof importLeads>> = {}) => ({
  importId: ++imports,
  batchNo: 0,
  fence: 1,
  createdBy: ada.id,
  dryRun: false,
  rows: [row(2), row(3)],
  ...changes,
});
const send = (input: InputOf<typeof importLeads>) => world.call(importLeads, null, input);
const leadsOf = (importId: number) =>
  world.database.query('select * from user_businesses where import_id = $1 order by import_row', [importId]);

describe('a batch of an import', () => {
  it('creates leads with all values of a row, their history and their counters', async () => {
    const rows = [
      row(2, {
        name: 'Löwen Bakery',
        state: 'CA',
        phone: '555 1',
        website: 'https://l.example',
        email: 'a@b.co',
        contactPerson: 'Bo',
        tags: ['Hot'],
        latitude: 1,
        longitude: 2,
      }),
      row(3, { state: 'Bavaria', userId: alex.id }),
    ];
    const input = batch({ rows });
    expect(await send(input)).toEqual({ created: 2, refused: [], applied: true });
    const [first, second] = await leadsOf(input.importId);
    expect(first).toMatchObject({
      user_id: sam.id,
      name: 'Löwen Bakery',
      state: 'CA',
      tags: ['Imported', 'Hot'],
      imported: true,
      status: 'new',
      custom_fields: { email: 'a@b.co', contactPerson: 'Bo' },
      latitude: 1,
      longitude: 2,
      import_row: 2,
    });
    expect(second).toMatchObject({ user_id: alex.id, state: null, custom_fields: {}, tags: ['Imported'] });
    const [business] = await world.database.query('select * from businesses where id = $1', [second!.business_id]);
    expect(business).toMatchObject({
      state: null,
      state_as_given: 'Bavaria',
      place_id: expect.stringMatching(/^import:/),
    });
    const listed = async (state?: string) => (await world.call(listLeads, alex, { scope: 'own', state })).leads;
    expect((await listed()).map(({ userBusiness }) => userBusiness.state)).toEqual(['Bavaria']);
    expect(await listed('Bavaria')).toEqual([]);
    const ref = { id: Number(first!.id) };
    const history = () => world.call(getLeadHistory, ada, { ref });
    const imported = { previousUser: null, newUser: { username: 'sam' } };
    expect(await history()).toMatchObject([imported]);
    await world.call(reassignLead, ada, { ref, newUserId: alex.id });
    const moved = { previousUser: { username: 'sam' }, newUser: { username: 'alex' } };
    expect(await history()).toMatchObject([{ ...imported, changedBy: { username: 'ada' } }, moved]);
    const { entries } = await world.call(getLeadTimeline, ada, { ref });
    expect(entries.map(({ what }) => what)).toMatchObject([
      { from: 'sam', to: 'alex' },
      { from: null, to: 'sam' },
      { row: 2 },
    ]);
  });

  it('is written once: a repeat returns the first result and changes nothing', async () => {
    const input = batch({ rows: [row(2, { name: 'Once' }), row(3, { name: 'Once', address: row(2).address })] });
    const first = await send(input);
    expect(first).toEqual({ created: 1, refused: [{ row: 3, why: 'repeated', sameAs: 2 }], applied: true });
    expect(await send(input)).toEqual({ ...first, applied: false });
    expect(await leadsOf(input.importId)).toHaveLength(1);
  });

  it('is rejected with a lower fence than before, also after a request for the last batch', async () => {
    const input = batch({ fence: 5, rows: [row(90)] });
    await send(input);
    await expect(send({ ...input, batchNo: 1, fence: 4, rows: [row(91)] })).rejects.toMatchObject({ kind: 'conflict' });
    const { importId } = input;
    expect(await world.call(getLastImportedBatch, null, { importId, fence: 6 })).toMatchObject({
      batchNo: 0,
      created: 1,
    });
    await expect(send({ ...input, batchNo: 1, rows: [row(91)] })).rejects.toMatchObject({ code: 'stale_version' });
    expect(await leadsOf(importId)).toHaveLength(1);
  });

  it('preserves its fence while batches arrive', async () => {
    const input = batch({ rows: [row(95)] });
    await send(input);
    const age = async () =>
      (
        await world.database.query<{ days: number }>(
          'select extract(day from now() - raised_at)::int as days from import_fences where import_id = $1',
          [input.importId],
        )
      )[0]!.days;
    await world.database.query("update import_fences set raised_at = now() - interval '89 days' where import_id = $1", [
      input.importId,
    ]);
    expect(await age()).toBe(89);
    await send({ ...input, batchNo: 1, rows: [row(96)] });
    expect(await age()).toBe(0);
  });

  it('distinguishes an existing lead from a repeat of an earlier row', async () => {
    const known = row(2, { name: 'Known' });
    await send(batch({ rows: [known] }));
    const lastId = async () =>
      (await world.database.query<{ id: number }>('select last_value::int as id from user_businesses_id_seq'))[0]!.id;
    const before = await lastId();
    const input = batch({
      rows: [known, row(3, { name: ' KNOWN!', address: known.address }), row(4, { name: 'Fresh' })],
    });
    expect(await send(input)).toMatchObject({
      created: 1,
      refused: [
        { row: 2, why: 'assigned' },
        { row: 3, why: 'assigned' },
      ],
    });
    const next = { ...input, batchNo: 1, rows: [row(5, { name: 'Fresh', address: row(4).address })] };
    expect((await send(next)).refused).toEqual([{ row: 5, why: 'repeated', sameAs: 4 }]);
    expect(await lastId()).toBe(before + 1);
  });

  it('creates leads whose places are millionths of a degree apart', () =>
    inOwnWorld(async (own) => {
      const random = randomFrom(15);
      const near = (millionths: number) => (millionths + Math.floor(random() * 200)) / 1_000_000;
      const rows = Array.from({ length: 1_000 }, (_, n) =>
        row(n + 2, { name: `Stall ${n}`, latitude: near(30_270_000), longitude: near(-97_740_000) }),
      );
      const result = await own.call(importLeads, null, batch({ rows }));
      expect(result).toMatchObject({ created: rows.length, refused: [] });
    }));

  it('stores texts unchanged, including special characters', async () => {
    const texts = [
      '\\N',
      'a\tb\\',
      'one\ntwo\r\nthree',
      '"quoted" {braces}',
      "'; drop table",
      '\\.',
      'null',
      '😀 \u2028',
    ];
    const rows = texts.map((name, index) =>
      row(index + 2, { name, address: name, phone: name, contactPerson: name, tags: [name, 'NULL'] }),
    );
    const input = batch({ rows });
    expect(await send(input)).toMatchObject({ created: texts.length });
    const stored = await world.database.query(
      `select b.name, b.formatted_address, b.phone, u.custom_fields->>'contactPerson' as contact, u.tags
       from user_businesses u join businesses b on b.id = u.business_id where u.import_id = $1 order by import_row`,
      [input.importId],
    );
    const same = (text: string) => ({
      name: text,
      formatted_address: text,
      phone: text,
      contact: text,
      tags: ['Imported', text, 'NULL'],
    });
    expect(stored).toEqual(texts.map(same));
  });

  it('waits for the batch that it follows', async () => {
    const second = batch({ batchNo: 1, follows: 0, rows: [row(80)] });
    const results: number[] = [];
    const waiting = send(second).then(() => results.push(1));
    await send({ ...second, batchNo: 0, follows: null, rows: [row(81)] }).then(() => results.push(0));
    await waiting;
    expect(results).toEqual([0, 1]);
  });

  it('gives the same business to another user', async () => {
    const both = [row(2, { name: 'Shared' }), row(3, { name: 'Shared', address: row(2).address, userId: alex.id })];
    expect(await send(batch({ rows: both }))).toMatchObject({ created: 2, refused: [] });
  });

  it('fills empty values of a known business and its leads, and overwrites none', async () => {
    const first = batch({ rows: [row(2, { name: 'Filled', address: 'Nowhere', phone: '111' })] });
    await send(first);
    const again = {
      name: 'Filled',
      address: 'Nowhere',
      userId: alex.id,
      phone: '222',
      website: 'https://f.example',
      state: 'TX',
    };
    await send(batch({ rows: [row(2, again)] }));
    const [lead] = await leadsOf(first.importId);
    expect(lead).toMatchObject({ state: 'TX' });
    const [business] = await world.database.query('select * from businesses where id = $1', [lead!.business_id]);
    expect(business).toMatchObject({ phone: '111', website: 'https://f.example', state: 'TX' });
  });

  it('refuses the rows of a deleted and of an inactive user', async () => {
    const input = batch({ rows: [row(2, { userId: 4_711 }), row(3, { name: 'Stays' }), row(4, { userId: ivy.id })] });
    expect(await send(input)).toMatchObject({
      created: 1,
      refused: [
        { row: 2, why: 'user-gone', isInactive: false },
        { row: 4, why: 'user-gone', isInactive: true },
      ],
    });
  });

  it('refuses the rows whose values a custom field cannot have any more', async () => {
    const { key } = await world.call(createCustomField, ada, { name: 'Seats', type: 'text' });
    await world.call(updateCustomField, ada, { key, type: 'number' });
    const rows = [
      row(2, { name: 'Two seats', customFields: { [key]: 'two' } }),
      row(3, { name: '2 seats', customFields: { [key]: 2 } }),
    ];
    const refused = [{ row: 2, why: 'invalid', message: 'Seats must be a number' }];
    for (const dryRun of [true, false])
      expect(await send(batch({ dryRun, rows }))).toEqual({ created: 1, refused, applied: true });
  });

  it('creates no lead in a dry run and returns the result of the import', async () => {
    await send(batch({ rows: [row(2, { name: 'Old' })] }));
    const rows = [row(2, { name: 'Old' }), row(3, { name: 'Dry' }), row(4, { name: 'Dry', address: row(3).address })];
    const later = [row(5, { name: 'Dry', address: row(3).address }), row(6, { name: 'Other' })];
    const results = [];
    for (const dryRun of [true, false]) {
      const input = batch({ dryRun, rows });
      results.push([await send(input), await send({ ...input, batchNo: 1, rows: later })]);
      expect(await leadsOf(input.importId)).toHaveLength(dryRun ? 0 : 2);
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]![1]).toMatchObject({ created: 1, refused: [{ row: 5, why: 'repeated', sameAs: 3 }] });
  });
});

describe('the undo of an import', () => {
  it.each([
    ['whose ids are known', 'select 1'],
    ['of version 0.1.0', 'update import_batches set first_lead_id = null, last_lead_id = null'],
  ])('%s removes unchanged leads in chunks, leaves the others, and returns the same for a repeat', async (of, sql) => {
    const rows = [1, 2, 3, 4, 5].map((number) => row(number, { name: `Undone ${number} ${of}` }));
    const input = batch({ rows: rows.slice(0, 2) });
    await send(input);
    await send(batch({ rows: [row(1, { name: `Beside ${of}` })] }));
    await send({ ...input, batchNo: 1, rows: rows.slice(2) });
    await world.database.query(sql);
    const { importId } = input;
    const [touched, seen] = (await leadsOf(importId))
      .map((lead) => lead.id as number)
      .sort((one, other) => one - other);
    await world.database.query('update user_businesses set revision = 1 where id = $1', [touched]);
    await world.database.query('update user_businesses set viewed = true where id = $1', [seen]);
    const undo = () => world.call(undoImportedLeads, null, { importId, fence: 2, limit: 3 });
    expect(await undo()).toEqual({ removed: 2, kept: 1, more: true });
    expect(await undo()).toMatchObject({ removed: 4, kept: 1 });
    while ((await undo()).more);
    expect(await undo()).toEqual({ removed: 4, kept: 1, more: false });
    const left = await world.database.query('select from businesses where name like $1', [`Undone % ${of}`]);
    expect(left).toHaveLength(1);
    expect((await leadsOf(importId)).map((lead) => lead.id)).toEqual([touched]);
    await expect(send({ ...input, batchNo: 2 })).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('the counts', () => {
  it('are rolled up by the imports if more than 5,000 changes wait', async () => {
    await world.get(CountRollup).onModuleDestroy();
    const waiting = () => world.database.query('select from lead_cell_changes');
    const change = () =>
      world.database.query(
        `insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
         select 1, n, 0, 'new', leads, leads, leads from generate_series(1, 2000) n, unnest(array[1, -1]) leads`,
      );
    await change();
    await send(batch());
    expect((await waiting()).length).toBeGreaterThanOrEqual(4_000);
    await change();
    await send(batch());
    expect(await waiting()).toEqual([]);
  });
});
