import {
  assignBusiness,
  countCustomFieldValues,
  createCustomField,
  deleteLead,
  getLead,
  getLeadTimeline,
  leadsAudited,
  listCustomFields,
  orderCustomFields,
  pushToAll,
  removeCustomField,
  resolveCustomFields,
  restoreCustomField,
  restoreDeletedLeads,
  setCustomFields,
  updateCustomField,
  type InputOf,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { removedFieldsRule } from './removed-fields.retention.js';
import { ada, alex, assign, failure, found, maria, register, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const add = (name: string, rest: Partial<InputOf<typeof createCustomField>> = {}) =>
  world.call(createCustomField, ada, { name, type: 'text', ...rest });
const update = (key: string, change: Omit<InputOf<typeof updateCustomField>, 'key'>) =>
  world.call(updateCustomField, ada, { key, ...change });
const fields = async () => (await world.call(listCustomFields, sam, {})).fields;
const set = (id: number, customFields: InputOf<typeof setCustomFields>['customFields'], version?: number) =>
  world.call(setCustomFields, sam, { ref: { id }, customFields, version });
const invalid = (path: string, message: string) => ({
  kind: 'invalid',
  message,
  details: { issues: [{ path, message }] },
});
const later = (days: number) => (world.clock.time = new Date(world.clock.time.getTime() + days * 86_400_000));

describe('the definition of a custom field', () => {
  it('notifies the pages of all users of each change', async () => {
    const received: unknown[] = [];
    const stop = world.changeSignals.subscribe(pushToAll, (signal) => received.push(signal));
    await add('Plan');
    await expect(add('Plan')).rejects.toMatchObject({ code: 'field_name_taken' });
    await update('plan', { name: 'Tariff' });
    await eventually(() => expect(received).toEqual([{ type: 'field' }, { type: 'field' }]));
    stop();
  });

  it('has a key of its name, and stands after the others', async () => {
    const first = await add('Renewal date', { type: 'date', group: ' Contract ', required: true, filter: true });
    expect(first).toEqual({
      id: first.id,
      key: 'renewal_date',
      name: 'Renewal date',
      type: 'date',
      options: [],
      currency: null,
      required: true,
      group: 'Contract',
      position: 1,
      filter: true,
      filterReady: false,
      archived: false,
    });
    await add('Plan', { type: 'one_of', options: ['Gold', 'Silver'], key: 'plan_of_customer' });
    await add('Value', { type: 'currency', currency: 'USD' });
    expect((await fields()).map(({ key, position }) => [key, position])).toEqual([
      ['renewal_date', 1],
      ['plan_of_customer', 2],
      ['value', 3],
    ]);
    expect((await world.call(resolveCustomFields, null, {})).fields).toHaveLength(3);
  });

  it('needs the settings of its type, and drops those of others', async () => {
    expect(await failure(add('Plan', { type: 'one_of' }))).toMatchObject(
      invalid('options', 'Please enter at least one option'),
    );
    expect(await failure(add('Value', { type: 'currency' }))).toMatchObject(
      invalid('currency', 'Please choose a currency'),
    );
    expect(await add('Size', { options: ['S'], currency: 'EUR' })).toMatchObject({ options: [], currency: null });
  });

  it('has a name and a key that no other has, in any spelling', async () => {
    await add('Renewal date');
    expect(await failure(add('renewal-DATE'))).toMatchObject({ kind: 'conflict', code: 'field_name_taken' });
    expect(await failure(add('Other', { key: 'renewaldate' }))).toMatchObject({ code: 'field_key_taken' });
    await add('Other');
    expect(await failure(update('other', { name: 'Renewal Date' }))).toMatchObject({ code: 'field_name_taken' });
    expect((await failure(add('Phone'))).message).toBe('This is the name of a field that every lead has');
  });

  it('has any other name, also that of a property of each object', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const { key } = await add(name);
      expect(key in {}).toBe(false);
      expect((await fields()).find((field) => field.key === key)).toMatchObject({ name });
    }
    expect(await failure(add('Builder', { key: 'constructor' }))).toMatchObject(
      invalid('key', 'This key is reserved. Please choose another'),
    );
  });

  it('is one of at most 100, of which 20 are filters, also if several are added at once', async () => {
    const many = Array.from({ length: 103 }, (_, at) => add(`Field ${at}`, { filter: at % 4 === 0 }));
    const saved = await Promise.allSettled(many);
    const stored = await fields();
    expect(stored.filter(({ filter }) => filter)).toHaveLength(20);
    expect(stored.length).toBe(saved.filter(({ status }) => status === 'fulfilled').length);
    for (let at = stored.length; at < 100; at += 1) await add(`More ${at}`);
    expect(await failure(add('Last'))).toMatchObject(invalid('name', 'There are at most 100 custom fields'));
    await world.call(removeCustomField, ada, { key: stored[0]!.key });
    await world.database.query(
      `insert into custom_field_definitions (key, name, type, position, removed_at)
       select 'gone' || n, 'Gone', 'text', 1, $1 from generate_series(1, 900) as n`,
      [world.clock.time],
    );
    expect((await failure(add('Last'))).message).toMatch(/^Too many fields were removed in the last 30 days/);
  });

  it('changes its name, group, options and order, and writes each change to the audit trail', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold'] });
    await add('Size');
    const renamed = await update('plan', { name: 'Tariff', group: 'Contract', options: ['Silver', 'Gold'] });
    expect(renamed).toMatchObject({ key: 'plan', name: 'Tariff', group: 'Contract', options: ['Silver', 'Gold'] });
    await world.call(orderCustomFields, ada, { keys: ['size', 'plan'] });
    expect((await fields()).map(({ key }) => key)).toEqual(['size', 'plan']);
    for (const keys of [['size'], ['size', 'size'], ['size', 'plan', 'more']]) {
      expect(await failure(world.call(orderCustomFields, ada, { keys }))).toMatchObject({ kind: 'invalid' });
    }
    expect(await audited(4)).toEqual([
      'custom_field_created Plan',
      'custom_field_created Size',
      'custom_field_changed Tariff',
      'custom_fields_ordered 2 fields',
    ]);
  });

  it('takes a type that every value fits, and another one only without values', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold'] });
    await update('plan', { type: 'number' });
    await update('plan', { type: 'one_of', options: ['Gold', 'Silver'] });
    const lead = await assign(world, sam);
    await set(lead.id, { plan: 'gold' });
    expect(await failure(update('plan', { type: 'date' }))).toMatchObject({
      kind: 'conflict',
      code: 'field_has_values',
      details: { issues: [{ path: 'type' }] },
    });
    await update('plan', { type: 'several_of' });
    expect((await profile(lead.id)).customFields).toEqual({ plan: ['Gold'] });
    expect(await failure(update('plan', { type: 'one_of' }))).toMatchObject({ code: 'field_has_values' });
  });

  it('shows one option as a list of one after its field became several of a list, without a change of the lead', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold', 'Silver'] });
    const { id } = await assign(world, sam);
    await set(id, { plan: 'Gold', website: 'https://one.example' });
    const job = world.database.dataSource.createQueryRunner();
    await job.startTransaction();
    await job.query(`select 1 from user_businesses where id = ${id} for update`);
    await update('plan', { type: 'several_of' });
    await job.rollbackTransaction();
    await job.release();
    const { version } = await profile(id);
    expect((await profile(id)).customFields).toEqual({ plan: ['Gold'], website: 'https://one.example' });
    await set(id, { plan: ['gold'] });
    expect(await profile(id)).toMatchObject({ version, customFields: { plan: ['Gold'] } });
    expect(await failure(update('plan', { options: ['Silver'] }))).toMatchObject({ code: 'field_has_values' });
    await set(id, { plan: ['Silver', 'Gold'] });
    expect((await profile(id)).customFields.plan).toEqual(['Gold', 'Silver']);
  });

  it('keeps an option that leads have', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold', 'Silver', 'Iron'] });
    await add('Tools', { type: 'several_of', options: ['Phone', 'Mail'] });
    const lead = await assign(world, sam);
    await set(lead.id, { plan: 'Gold', tools: ['Mail'] });
    expect((await failure(update('plan', { options: ['Silver'] }))).message).toBe(
      "1 lead with 'Gold', 'Iron'. Please change them first",
    );
    expect(await failure(update('tools', { options: ['Phone'] }))).toMatchObject({ code: 'field_has_values' });
    expect(await update('plan', { options: ['Gold'] })).toMatchObject({ options: ['Gold'] });
  });

  it('is hidden with its values when it is removed, for 30 days', async () => {
    await add('Plan');
    const lead = await assign(world, sam);
    await set(lead.id, { plan: 'Gold', email: 'a@example.com' });
    expect(await world.call(countCustomFieldValues, ada, { key: 'plan' })).toEqual({ leads: 1 });
    expect(await world.call(removeCustomField, ada, { key: 'plan' })).toMatchObject({
      key: 'plan',
      removedAt: '2026-03-02T09:00:01.000Z',
      until: '2026-04-01T09:00:01.000Z',
    });
    expect((await profile(lead.id)).customFields).toEqual({ email: 'a@example.com' });
    expect(await fields()).toEqual([]);
    expect((await world.call(listCustomFields, sam, {})).removed).toEqual([]);
    expect((await world.call(listCustomFields, ada, {})).removed).toMatchObject([{ key: 'plan' }]);
    expect((await failure(set(lead.id, { plan: 'Iron' }))).message).toBe('Unknown field: plan');
    await add('Plan');
    expect(await failure(world.call(restoreCustomField, ada, { key: 'plan' }))).toMatchObject({
      code: 'field_name_taken',
    });
    await update('plan_2', { name: 'Tariff' });
    await world.call(restoreCustomField, ada, { key: 'plan' });
    expect((await profile(lead.id)).customFields).toMatchObject({ plan: 'Gold' });
    await world.call(removeCustomField, ada, { key: 'plan' });
    later(31);
    expect(await failure(world.call(restoreCustomField, ada, { key: 'plan' }))).toMatchObject({ kind: 'not_found' });
  });

  it('is for administrators to change and for every role to read', async () => {
    await add('Plan');
    for (const actor of [sam, maria]) {
      expect((await world.call(listCustomFields, actor, {})).fields).toHaveLength(1);
      expect(await failure(world.call(createCustomField, actor, { name: 'Size', type: 'text' }))).toMatchObject({
        kind: 'forbidden',
      });
      expect(await failure(world.call(removeCustomField, actor, { key: 'plan' }))).toMatchObject({ kind: 'forbidden' });
    }
    expect(await failure(update('none', { required: true }))).toMatchObject({ kind: 'not_found' });
  });
});

describe('the values of a removed field', () => {
  const stored = async () =>
    (
      await world.database.query<{ fields: unknown }>(
        `select custom_fields as fields from user_businesses
         union all select content->'lead'->'custom_fields' from deleted_leads`,
      )
    ).map((row) => row.fields);
  const forget = async () => {
    const context = { database: world.database, now: world.clock.time, app: world as never };
    while (await removedFieldsRule.forget(context));
  };

  it('are deleted after 30 days, also of deleted leads, and the key is free again', async () => {
    await add('Plan');
    await add('Size');
    const leads = [await assign(world, sam), await assign(world, sam), await assign(world, sam)];
    for (const { id } of leads) await set(id, { plan: 'Gold', size: 'S' });
    await world.call(deleteLead, sam, { ref: { id: leads[0]!.id } });
    await world.call(removeCustomField, ada, { key: 'plan' });
    later(29);
    await forget();
    expect(await stored()).toEqual(Array(3).fill({ plan: 'Gold', size: 'S' }));
    later(2);
    await forget();
    expect(await stored()).toEqual(Array(3).fill({ size: 'S' }));
    expect(await add('Plan')).toMatchObject({ key: 'plan' });
  });
});

describe('a restored lead', () => {
  it('has only values that its fields can have now', async () => {
    for (const name of ['Plan', 'Tool']) await add(name, { type: 'one_of', options: ['Gold', 'Iron'] });
    for (const name of ['Seats', 'Town']) await add(name);
    const { id } = await assign(world, sam);
    await set(id, { plan: 'Gold', tool: 'Iron', seats: 'two', town: 'Austin' });
    await world.call(deleteLead, sam, { ref: { id } });
    await update('plan', { options: ['Iron'] });
    await update('tool', { type: 'several_of' });
    await update('seats', { type: 'number' });
    await world.call(restoreDeletedLeads, ada, { ids: [id] });
    expect((await profile(id)).customFields).toEqual({ tool: ['Iron'], town: 'Austin' });
  });
});

describe('a value of a custom field', () => {
  it('stands beside the contact details, with the JSON type of the field', async () => {
    await add('Staff', { type: 'number' });
    await add('Open', { type: 'yes_no' });
    await add('Tools', { type: 'several_of', options: ['Phone', 'Mail'] });
    const lead = await assign(world, sam);
    const { message, userBusiness } = await set(lead.id, { staff: 0, open: false, tools: ['mail', 'Phone'] });
    expect(message).toBe('Fields updated');
    expect(userBusiness.customFields).toEqual({ staff: 0, open: false, tools: ['Phone', 'Mail'] });
    expect((await set(lead.id, { staff: null })).message).toBe('Staff updated');
    expect((await set(lead.id, { tools: [], email: 'a@example.com' })).userBusiness.customFields).toEqual({
      open: false,
      email: 'a@example.com',
    });
    expect((await set(lead.id, { staff: null })).userBusiness.version).toBe(3);
  });

  it('is cleared by a blank text, as a contact detail is', async () => {
    await add('Town');
    await add('Seats', { type: 'number' });
    const lead = await assign(world, sam);
    await set(lead.id, { town: 'Ulm', seats: 4, contactPerson: 'Ann', email: 'a@example.com' });
    const blank = { town: '   ', seats: ' ', contactPerson: ' ', email: '\t' };
    expect((await set(lead.id, blank)).userBusiness.customFields).toEqual({});
  });

  it('stands in the timeline under the name of its field, with the value before', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold', 'Iron'] });
    const lead = await assign(world, sam);
    await set(lead.id, { plan: 'Gold', email: 'a@example.com' });
    await set(lead.id, { plan: 'Iron' });
    const { entries } = await world.call(getLeadTimeline, sam, { ref: { id: lead.id }, kind: ['edit'] });
    expect(entries.map(({ what }) => what)).toEqual([
      { what: 'details', names: [], fields: [{ name: 'Plan', from: 'Gold', to: 'Iron' }] },
      { what: 'details', names: ['email'], fields: [{ name: 'Plan', from: '', to: 'Gold' }] },
    ]);
  });

  it('is refused with the name of the field and the rule', async () => {
    await add('Staff', { type: 'number' });
    await add('Code', { required: true });
    const lead = await assign(world, sam);
    const refused = async (patch: Parameters<typeof set>[1]) => failure(set(lead.id, patch));
    expect(await refused({ staff: 'many' })).toMatchObject(invalid('customFields.staff', 'Staff must be a number'));
    expect(await refused({ code: '' })).toMatchObject(invalid('customFields.code', 'Code is required'));
    expect(await refused({ fax: '1', staff: 1 })).toMatchObject(invalid('customFields.fax', 'Unknown field: fax'));
    for (const key of ['contactRole', 'contacts', 'constructor', 'STAFF']) {
      expect(await refused(Object.fromEntries([[key, 'x']]))).toMatchObject({ message: `Unknown field: ${key}` });
    }
    await update('staff', { archived: true });
    expect((await refused({ staff: 5 })).message).toBe('Unknown field: staff');
    expect((await profile(lead.id)).customFields).toEqual({});
  });

  it('rejects an edit of a value that was changed since', async () => {
    await add('Plan');
    await add('Size');
    const lead = await assign(world, sam);
    await set(lead.id, { plan: 'Gold' }, 0);
    await set(lead.id, { size: 'M', email: 'a@example.com' }, 1);
    await world.call(removeCustomField, ada, { key: 'size' });
    expect(await failure(set(lead.id, { plan: 'Iron' }, 0))).toMatchObject({
      kind: 'conflict',
      code: 'stale_version',
      details: { current: { version: 2, customFields: { plan: 'Gold', email: 'a@example.com' } } },
    });
    await world.call(restoreCustomField, ada, { key: 'size' });
    expect((await set(lead.id, { size: 'S' }, 2)).userBusiness.customFields).toMatchObject({ plan: 'Gold', size: 'S' });
  });

  it('can come with the assignment of a business', async () => {
    await add('Plan', { type: 'one_of', options: ['Gold'] });
    const [business] = await register(world, found());
    const input = { userId: alex.id, businessId: business! };
    expect((await failure(world.call(assignBusiness, ada, { ...input, customFields: { plan: 'Tin' } }))).message).toBe(
      "Plan has no option 'Tin'",
    );
    const { userBusiness } = await world.call(assignBusiness, ada, { ...input, customFields: { plan: 'gold' } });
    expect(userBusiness.customFields).toEqual({ plan: 'Gold' });
  });
});

const profile = async (id: number) => (await world.call(getLead, sam, { ref: { id } })).userBusiness;
const audited = async (count: number) =>
  (await world.emitted(leadsAudited, count)).map(({ action, subject }) => `${action} ${subject}`);
