import {
  addActivity,
  addTag,
  checkImportUndo,
  createCustomField,
  deleteLead,
  listCheckedRows,
  reassignLead,
  setCustomFields,
  undoImportChunk,
  updateCustomField,
  updateImportedLeads,
  type InputOf,
  type UpdatingRow,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import pg from 'pg';
import { emptyRow } from '../../test/import-rows.js';
import { ada, alex, assign, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.call(createCustomField, ada, { name: 'Seats', type: 'number' });
  await world.call(createCustomField, ada, { name: 'Size', type: 'one_of', options: ['Small', 'Large'] });
});
afterAll(() => world?.stop());

const row = (number: number, changes: Partial<UpdatingRow> = {}): UpdatingRow => ({
  row: number,
  userId: changes.leadUuid ? null : sam.id,
  leadUuid: null,
  name: '',
  address: null,
  ...emptyRow,
  ...changes,
});
let imports = 1_000;
type Update = InputOf<typeof updateImportedLeads>;
const send = (rows: UpdatingRow[], changes: Partial<Update> = {}) => {
  const importId = changes.importId ?? ++imports;
  const batch = {
    importId,
    batchNo: 0,
    fence: 1,
    createdBy: ada.id,
    dryRun: false,
    mode: 'overwrite' as const,
    overwrite: null,
  };
  return world.call(updateImportedLeads, null, { ...batch, rows, ...changes });
};
const undo = (importId = imports) =>
  world.call(undoImportChunk, null, { importId, fence: 1, undoneBy: ada.id, limit: 1_000 });
const preview = (importId = imports) => world.call(checkImportUndo, null, { importId });
async function leadOf(id: number) {
  const [found] = await world.database.query(
    `select u.*, u.updated_at::text as at, b.phone, b.website from user_businesses u join businesses b on b.id = u.business_id where u.id = $1`,
    [id],
  );
  return found!;
}
const historyOf = (id: number) =>
  world.database.query('select what, changed_by from lead_changes where user_business_id = $1 order by id', [id]);

describe('a file that may change leads', () => {
  it('overwrites the values of a lead that it names by uuid, and says so in the history', async () => {
    const { id, uuid } = await assign(world, sam, { phone: '501 555 0100' }, { customFields: { email: 'old@x.co' } });
    const before = await leadOf(id);
    const changed = row(2, {
      leadUuid: uuid,
      email: 'new@x.co',
      phone: '501 555 0199',
      website: 'https://new.example',
      tags: ['Hot'],
      customFields: { seats: 40, size: 'Large' },
    });
    expect(await send([changed])).toEqual({ created: 0, updated: 1, unchanged: 0, refused: [], applied: true });
    expect(await leadOf(id)).toMatchObject({
      custom_fields: { email: 'new@x.co', phoneNumber: '501 555 0199', seats: 40, size: 'Large' },
      tags: ['Hot'],
      phone: '501 555 0100',
      website: 'https://new.example',
      version: 1,
      revision: 1,
      field_versions: { email: 1, phoneNumber: 1, seats: 1, size: 1 },
    });
    expect(await historyOf(id)).toMatchObject([
      {
        what: { what: 'details', names: ['email', 'phoneNumber'], fields: [{ name: 'Seats', from: '', to: '40' }, {}] },
        changed_by: ada.id,
      },
      { what: { what: 'tags-added', names: ['Hot'] } },
    ]);
    expect(await preview()).toMatchObject({ removed: 0, reversed: 6, kept: 0, failed: 0, values: [] });
    expect(await undo()).toEqual({ removed: 0, reversed: 6, kept: 0, failed: 0, more: false });
    const { version: _v, field_versions: _f, ...rest } = before;
    expect(await leadOf(id)).toMatchObject(rest);
    expect((await historyOf(id)).slice(2)).toMatchObject([{ what: { undoneImport: imports }, changed_by: ada.id }]);
  });

  it('fills only blanks in the mode fill, and replaces only the chosen fields', async () => {
    const { id, uuid } = await assign(world, sam, {}, { customFields: { email: 'own@x.co' } });
    const given = row(2, { leadUuid: uuid, email: 'file@x.co', contactPerson: 'Bo' });
    expect(await send([given], { mode: 'fill' })).toMatchObject({ updated: 1 });
    expect(await leadOf(id)).toMatchObject({ custom_fields: { email: 'own@x.co', contactPerson: 'Bo' } });
    const both = row(2, { leadUuid: uuid, email: 'file@x.co', contactPerson: 'Cy' });
    await send([both], { overwrite: ['contactName'] });
    expect(await leadOf(id)).toMatchObject({ custom_fields: { email: 'own@x.co', contactPerson: 'Cy' } });
  });

  it('finds a lead by business and user, and creates one only if the mode does', async () => {
    const lead = await assign(world, sam, { name: 'Known Shop', formattedAddress: '1 Oak St' });
    const known = row(2, { name: 'KNOWN shop', address: '1 Oak St', email: 'k@x.co' });
    const unknown = row(3, { name: 'New Shop', address: '2 Oak St', email: 'n@x.co' });
    expect(await send([known, unknown], { mode: 'update' })).toMatchObject({
      created: 0,
      updated: 1,
      refused: [{ row: 3, why: 'no-lead' }],
    });
    expect(await send([known, unknown])).toMatchObject({ created: 1, updated: 0, unchanged: 1, refused: [] });
    expect(await leadOf(lead.id)).toMatchObject({ custom_fields: { email: 'k@x.co' } });
    expect(await undo()).toMatchObject({ removed: 1, reversed: 0, kept: 0 });
    const left = await world.database.query("select from businesses where name = 'New Shop'");
    expect(left).toEqual([]);
  });

  it('refuses a row whose lead is unknown, deleted, another one by its name, or had a row before', async () => {
    const lead = await assign(world, sam, { name: 'First' });
    const gone = await assign(world, sam, { name: 'Gone' });
    await world.call(deleteLead, ada, { ref: { id: gone.id } });
    const email = 'r@x.co';
    const importId = ++imports;
    const first = [
      row(2, { leadUuid: 'aaaaaaaa-0000-4000-8000-000000000000', email }),
      row(3, { leadUuid: gone.uuid, email }),
      row(4, { leadUuid: lead.uuid, name: 'Second', email }),
      row(5, { leadUuid: lead.uuid, name: 'first', email }),
      row(6, { leadUuid: lead.uuid, email: 'other@x.co' }),
    ];
    expect(await send(first, { importId })).toMatchObject({
      updated: 1,
      refused: expect.arrayContaining([
        { row: 2, why: 'unknown-lead' },
        { row: 3, why: 'deleted-lead' },
        { row: 4, why: 'other-business', name: 'First' },
        { row: 6, why: 'same-lead', sameAs: 5 },
      ]),
    });
    expect(
      await send([row(9, { leadUuid: lead.uuid, email: 'z@x.co' })], { importId, batchNo: 1, follows: 0 }),
    ).toMatchObject({
      updated: 0,
      refused: [{ row: 9, why: 'same-lead', sameAs: 5 }],
    });
  });

  it.each(['its uuid', 'its business and user'])(
    'compares a row again if the lead that it finds by %s changes meanwhile',
    async (by) => {
      const { id, uuid } = await assign(
        world,
        sam,
        { name: `Busy ${by}`, formattedAddress: '1 Elm St' },
        { customFields: { email: 'was@x.co' } },
      );
      const named = by === 'its uuid' ? { leadUuid: uuid } : { name: `Busy ${by}`, address: '1 Elm St' };
      const other = new pg.Client({ connectionString: world.databaseUrl });
      await other.connect();
      try {
        await other.query('set search_path to leads, public; begin');
        await other.query('select from user_businesses where id = $1 for update', [id]);
        const sent = send([row(2, { ...named, email: 'file@x.co', contactPerson: 'Bo' })], { mode: 'update' });
        await eventually(async () => {
          const waiting = await other.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          expect(waiting.rowCount).toBe(1);
        });
        await other.query('update user_businesses set custom_fields = $2 where id = $1', [id, { email: 'file@x.co' }]);
        await other.query('commit');
        expect(await sent).toMatchObject({ updated: 1, unchanged: 0, refused: [] });
        expect((await leadOf(id)).custom_fields).toEqual({ email: 'file@x.co', contactPerson: 'Bo' });
        expect(await preview()).toMatchObject({ reversed: 1 });
      } finally {
        await other.end();
      }
    },
  );

  it('shows in a dry run what each row would do, and changes nothing', async () => {
    const { id, uuid } = await assign(world, sam, { name: 'Checked' }, { customFields: { email: 'a@x.co' } });
    const other = await assign(world, sam, { name: 'Same' });
    const before = await leadOf(id);
    const rows = [
      row(2, { leadUuid: uuid, email: 'b@x.co', customFields: { seats: 3 } }),
      row(3, { leadUuid: other.uuid, name: 'Same' }),
      row(4, { name: 'Checked new', address: 'x' }),
      row(5, { leadUuid: uuid, email: 'c@x.co' }),
    ];
    const importId = ++imports;
    expect(await send(rows, { importId, dryRun: true })).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect(await leadOf(id)).toEqual(before);
    const page = (outcome: 'created' | 'updated' | 'unchanged', q?: string) =>
      world.call(listCheckedRows, null, { importId, outcome, q, cursor: 0, pageSize: 10 });
    expect(await page('updated')).toEqual({
      rows: [
        {
          row: 2,
          outcome: 'updated',
          leadUuid: uuid,
          name: 'Checked',
          changes: [
            { field: 'email', label: 'Email Address', from: 'a@x.co', to: 'b@x.co' },
            { field: 'customFields.seats', label: 'Seats', from: '', to: '3' },
          ],
          message: null,
          column: null,
          cells: [],
        },
      ],
      nextCursor: null,
    });
    expect((await page('updated', 'B@x')).rows).toHaveLength(1);
    expect((await page('updated', 'nowhere')).rows).toEqual([]);
    expect((await page('unchanged')).rows).toMatchObject([{ row: 3, name: 'Same' }]);
    expect((await page('created')).rows).toMatchObject([{ row: 4, name: 'Checked new', leadUuid: null }]);
  });
});

describe('the undo of such a file', () => {
  it('leaves a value that a user changed since, and says who and when', async () => {
    const { id, uuid } = await assign(world, sam, {}, { customFields: { email: 'was@x.co' } });
    await send([row(2, { leadUuid: uuid, email: 'file@x.co', contactPerson: 'Bo' })]);
    await world.call(setCustomFields, sam, { ref: { id }, customFields: { email: 'sam@x.co' } });
    const shown = await preview();
    expect(shown).toMatchObject({ reversed: 1, kept: 1, failed: 0 });
    expect(shown.values).toMatchObject([
      {
        leadUuid: uuid,
        field: 'email',
        label: 'Email Address',
        outcome: 'kept',
        by: 'sam',
        at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await undo()).toMatchObject({ reversed: 1, kept: 1 });
    expect(await leadOf(id)).toMatchObject({ custom_fields: { email: 'sam@x.co' } });
    expect((await preview()).values).toMatchObject([{ field: 'email', outcome: 'kept', by: 'sam' }]);
  });

  it('says who changed a custom field also after the field got another name', async () => {
    const { id, uuid } = await assign(world, sam);
    await world.call(createCustomField, ada, { name: 'Rows', type: 'number' });
    await world.call(createCustomField, ada, { name: 'Tables', type: 'number' });
    await send([row(2, { leadUuid: uuid, customFields: { rows: 1, tables: 1 } })]);
    await world.call(setCustomFields, sam, { ref: { id }, customFields: { rows: 2 } });
    await world.call(setCustomFields, ada, { ref: { id }, customFields: { tables: 2 } });
    await world.call(updateCustomField, ada, { key: 'rows', name: 'Lines' });
    await world.call(updateCustomField, ada, { key: 'tables', name: 'Rows' });
    expect((await preview()).values).toMatchObject([
      { field: 'rows', label: 'Lines', by: 'sam' },
      { field: 'tables', label: 'Rows', by: 'ada' },
    ]);
  });

  it('says who worked on a lead that the file made', async () => {
    await send([row(2, { name: 'Called Co' }), row(3, { name: 'Moved Co' })]);
    const made = await world.database.query<{ id: number }>(
      'select id from user_businesses where import_id = $1 order by name',
      [imports],
    );
    const [called, moved] = made.map(({ id }) => ({ ref: { id } }));
    await world.call(addActivity, sam, { ...called!, type: 'call', notes: 'Spoke' });
    await world.call(reassignLead, ada, { ...moved!, newUserId: alex.id });
    const at = expect.stringMatching(/Z$/);
    const { values } = await preview();
    expect(values.sort((one, other) => one.name.localeCompare(other.name))).toMatchObject([
      { name: 'Called Co', field: '', outcome: 'kept', by: 'sam', at },
      { name: 'Moved Co', field: '', outcome: 'kept', by: 'ada', at },
    ]);
  });

  it('does the same for leads that nothing changed since as for others, in one chunk', async () => {
    const details = { email: 'was@x.co', contacts: [{ name: 'Cy', role: '', phone: '', email: '', note: '' }] };
    const leads = [];
    for (let count = 0; count < 4; count++) leads.push(await assign(world, sam));
    const [same, edited, deleted, tagged] = leads.map(({ id }) => id) as [number, number, number, number];
    await world.database.query('update user_businesses set custom_fields = $2 where id = any ($1)', [
      leads.map(({ id }) => id),
      details,
    ]);
    const before = await leadOf(same);
    const contacts = [{ name: 'Di', role: 'Owner', phone: '', email: '', note: '' }];
    const change = { contactPerson: 'Bo', email: 'file@x.co', contacts };
    await send(
      leads.map(({ uuid }, at) => row(at + 2, { leadUuid: uuid, ...change, ...(at === 3 && { tags: ['Hot'] }) })),
    );
    await world.call(setCustomFields, sam, { ref: { id: edited }, customFields: { phoneNumber: '501 555 0100' } });
    await world.call(deleteLead, ada, { ref: { id: deleted } });
    expect(await historyOf(deleted)).toEqual([]);
    expect(await preview()).toMatchObject({ reversed: 10, kept: 0, failed: 3 });
    expect(await undo()).toMatchObject({ reversed: 10, kept: 0, failed: 3, more: false });
    expect(await leadOf(same)).toEqual({
      ...before,
      version: 2,
      field_versions: { email: 2, contacts: 2, contactPerson: 2 },
    });
    expect(await leadOf(edited)).toMatchObject({ custom_fields: { ...details, phoneNumber: '501 555 0100' } });
    expect(await leadOf(tagged)).toMatchObject({ custom_fields: details, tags: [] });
    const lines = async (id: number) => (await historyOf(id)).at(-1);
    const line = { what: { what: 'details', names: ['email', 'contactPerson', 'contacts'], undoneImport: imports } };
    expect(await lines(same)).toMatchObject(line);
    expect(await lines(edited)).toMatchObject(line);
    const left = await world.database.query('select lead_id as id from import_changes where import_id = $1', [imports]);
    expect(left).toEqual([{ id: deleted }]);
  });

  it('answers an open profile with 409', async () => {
    const { id, uuid } = await assign(world, sam, {}, { customFields: { email: 'was@x.co' } });
    await send([row(2, { leadUuid: uuid, email: 'file@x.co' })]);
    const { version } = await leadOf(id);
    await undo();
    const edit = { ref: { id }, customFields: { email: 'late@x.co' }, version: version as number };
    await expect(world.call(setCustomFields, sam, edit)).rejects.toMatchObject({ code: 'stale_version' });
  });

  it('under a later import restores what that left, and the later undo restores the state before both', async () => {
    const { id, uuid } = await assign(world, sam, {}, { customFields: { email: '0@x.co', contactPerson: 'Zero' } });
    const before = await leadOf(id);
    await send([row(2, { leadUuid: uuid, email: '1@x.co', contactPerson: 'One' })]);
    const first = imports;
    await send([row(2, { leadUuid: uuid, email: '2@x.co', tags: ['Second'] })]);
    const second = imports;
    expect(await undo(first)).toMatchObject({ reversed: 1, kept: 1 });
    expect(await leadOf(id)).toMatchObject({
      custom_fields: { email: '2@x.co', contactPerson: 'Zero' },
      tags: ['Second'],
    });
    expect(await undo(second)).toMatchObject({ reversed: 2, kept: 0 });
    const { version: _v, field_versions: _f, ...rest } = before;
    expect(await leadOf(id)).toMatchObject(rest);
  });

  it('fails for a deleted lead', async () => {
    const { id, uuid } = await assign(world, sam);
    await send([row(2, { leadUuid: uuid, email: 'file@x.co', tags: ['T'] })]);
    await world.call(deleteLead, ada, { ref: { id } });
    expect(await preview()).toMatchObject({ failed: 2, values: [{ why: 'The lead is deleted' }, {}] });
    expect(await undo()).toMatchObject({ reversed: 0, kept: 0, failed: 2 });
  });

  it('keeps a tag that a user added again', async () => {
    const { id, uuid } = await assign(world, sam);
    await send([row(2, { leadUuid: uuid, tags: ['One', 'Two'] })]);
    await world.database.query("update user_businesses set tags = '{Two}', revision = revision + 1 where id = $1", [
      id,
    ]);
    await world.call(addTag, sam, { ref: { id }, tag: 'One' });
    expect(await undo()).toMatchObject({ reversed: 1, kept: 1 });
    expect(await leadOf(id)).toMatchObject({ tags: ['One'] });
  });
});
