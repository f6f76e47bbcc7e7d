import {
  addTag,
  bulkDelete,
  dropUserLeads,
  findLeads,
  reassignLead,
  restoreDeletedLeads,
  setContacts,
  setNotes,
  type Actor,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { leadsPersonalData } from '../leads.personal-data.js';
import {
  ada,
  alex,
  assign,
  failure,
  found,
  ben,
  maria,
  register,
  sam,
  startWorld,
  type World,
} from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const count = async (table: string, where = 'true') => {
  const [row] = await world.database.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${where}`,
  );
  return row!.count;
};
/** Waits until the words of all changes are written. */
const written = () =>
  eventually(async () => {
    expect(await count('lead_search_changes')).toBe(0);
    expect(await count('lead_search_backfill')).toBe(0);
  });
const find = async (q: string, actor: Actor = sam) => (await world.call(findLeads, actor, { q })).leads;
const names = async (q: string, actor: Actor = sam) => (await find(q, actor)).map(({ business }) => business.name);

describe('finding leads', () => {
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const businesses = {
      "O'Brien & Söhne": { formattedAddress: '7 Quayside, Newcastle NE1 3DX, UK', phone: '+44 191 498 0123' },
      'Hillcrest Dental': { formattedAddress: '1024 Pine St, Denver, CO 80203, USA', phone: '(303) 555-0142' },
      'Kettle Coffee': { website: 'https://www.kettle-roasters.com/menu' },
      'Of nobody else': {},
      'Of Alex': { phone: '303.555.0142', formattedAddress: '9 Pine St, Denver, CO 80203, USA' },
    };
    for (const [name, business] of Object.entries(businesses))
      ids[name] = (await assign(world, name === 'Of Alex' ? alex : sam, { name, ...business })).id;
    const contacts = [
      { name: 'Marisol Quintanilla', email: 'marisol@coldbrew.example', phone: '512 555 0177', role: '', note: '' },
      { name: 'Desmond Achterberg', email: '', phone: '', role: 'Owner', note: 'Only on Fridays' },
    ];
    await world.call(setContacts, sam, { ref: { id: ids['Kettle Coffee']! }, contacts });
    await world.call(addTag, sam, { ref: { id: ids['Of nobody else']! }, tag: 'Walk-in' });
    const notes = `${'Long talk about prices. '.repeat(8)}They want a refrigerator in autumn. ${'And so on. '.repeat(20)}`;
    await world.call(setNotes, sam, { ref: { id: ids['Of nobody else']! }, notes });
    await written();
  });

  it.each([
    ['the beginnings of words of the name', 'hill den', 'Hillcrest Dental', null],
    ['a name without accents and apostrophes', 'obrien sohne', "O'Brien & Söhne", null],
    ['an address', '1024 pine', 'Hillcrest Dental', { field: 'address', text: '1024 Pine St, Denver, CO 80203, USA' }],
    ['a city', 'newcastle', "O'Brien & Söhne", { field: 'address', text: '7 Quayside, Newcastle NE1 3DX, UK' }],
    ['a phone number', '303-555-0142', 'Hillcrest Dental', { field: 'phone', text: '(303) 555-0142' }],
    ['a beginning of a phone number', '+1 303 555', 'Hillcrest Dental', { field: 'phone', text: '(303) 555-0142' }],
    ['the last digits of a number', '0123', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    ['a number with a trunk prefix', '0191 498', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    ['a number without its area code', '498-0123', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    ['its beginning', '498-012', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    ['fewer digits of it', '498-0', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    ['eight or nine digits of it', '91 498-0123', "O'Brien & Söhne", { field: 'phone', text: '+44 191 498 0123' }],
    [
      'a link with an extension',
      'tel:+13035550142 ext. 5',
      'Hillcrest Dental',
      { field: 'phone', text: '(303) 555-0142' },
    ],
    ['an own number', '5125550177', 'Kettle Coffee', { field: 'phone', text: '512 555 0177' }],
    ['the main contact', 'quintanilla', 'Kettle Coffee', { field: 'contact', text: 'Marisol Quintanilla' }],
    ['another contact', 'desmond', 'Kettle Coffee', { field: 'contact', text: 'Desmond Achterberg' }],
    ['an e-mail', 'marisol@coldbrew', 'Kettle Coffee', { field: 'email', text: 'marisol@coldbrew.example' }],
    [
      'a website',
      'www.kettle-roasters.com',
      'Kettle Coffee',
      { field: 'website', text: 'https://www.kettle-roasters.com/menu' },
    ],
    ['a tag', 'walk-in', 'Of nobody else', { field: 'tag', text: 'Walk-in' }],
    ['the note of a contact', 'fridays', 'Kettle Coffee', { field: 'note', text: 'Only on Fridays' }],
    ['words of several fields', 'kettle desmond', 'Kettle Coffee', { field: 'contact', text: 'Desmond Achterberg' }],
    ['a name with a wrong letter', 'hilcrest', 'Hillcrest Dental', null],
    ['a name with swapped letters', 'ketlte', 'Kettle Coffee', null],
    ['the middle of a word', 'crest', 'Hillcrest Dental', null],
    [
      'a wrong letter in one of two words',
      'dental denvar',
      'Hillcrest Dental',
      { field: 'address', text: '1024 Pine St, Denver, CO 80203, USA' },
    ],
  ])('matches %s: %s', async (_, q, name, match) => {
    const leads = await find(q);
    expect(leads.map(({ business, match }) => [business.name, match])).toEqual([[name, match]]);
  });

  it('shows the part of a note that matches', async () => {
    const [lead] = await find('refrigerator');
    expect(lead!.match).toEqual({
      field: 'note',
      text: '… prices. They want a refrigerator in autumn. And so on. And so on. And so on. And …',
    });
  });

  it('returns nothing for other words and for words of different leads', async () => {
    for (const q of ['zzzz', 'hillcrest kettle', '…—…', '%%', "'' & |", '9999999999'])
      expect(await names(q)).toEqual([]);
  });

  it('returns own leads to a user and all leads to an administrator, also by a typing error', async () => {
    for (const q of ['denver', 'denvar', 'dnever', '3035550142']) {
      expect(await names(q)).toEqual(['Hillcrest Dental']);
      expect(await names(q, alex)).toEqual(['Of Alex']);
      expect((await names(q, ada)).toSorted()).toEqual(['Hillcrest Dental', 'Of Alex']);
    }
  });

  it('returns the leads of the branch to its manager', async () => {
    world.branches.set(maria.id, [alex.id]);
    await assign(world, maria, { name: 'Denver by Maria' });
    await written();
    for (const q of ['denver', 'denvar'])
      expect((await names(q, maria)).toSorted()).toEqual(['Denver by Maria', 'Of Alex']);
    world.branches.clear();
  });

  it('returns the leads that were worked on last first, then the newest', async () => {
    const made = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7]) made.push(await assign(world, sam, { name: `Zephyr ${n}` }));
    world.clock.forward();
    await world.call(setNotes, sam, { ref: { id: made[1]!.id }, notes: 'Called' });
    await written();
    expect(await names('zephyr')).toEqual([2, 7, 6, 5, 4, 3].map((n) => `Zephyr ${n}`));
  });

  it('names the field and the rule of a wrong query', async () => {
    expect(await failure(world.call(findLeads, sam, { q: ' x ' }))).toMatchObject({
      kind: 'invalid',
      details: { issues: [{ path: 'q', message: 'Must be at least 2 characters' }] },
    });
    expect(await failure(world.call(findLeads, sam, { q: 'x'.repeat(201) }))).toMatchObject({ kind: 'invalid' });
  });

  it('follows changes of leads and of their businesses', async () => {
    const { id } = await assign(world, sam, { placeId: 'changing', name: 'Changing', website: null });
    await world.call(setNotes, sam, { ref: { id }, notes: 'Prefers turmeric' });
    await register(world, found({ placeId: 'changing', name: 'Changing', website: 'https://cinnamon.example' }));
    await written();
    expect(await names('turmeric')).toEqual(['Changing']);
    expect(await names('cinnamon')).toEqual(['Changing']);
    await world.call(setNotes, sam, { ref: { id }, notes: '' });
    await world.call(reassignLead, ada, { ref: { id }, newUserId: alex.id });
    expect(await names('cinnamon')).toEqual([]);
    await written();
    expect(await names('turmeric', alex)).toEqual([]);
    expect(await names('cinnamon', alex)).toEqual(['Changing']);
    expect(await count('lead_words', "word = 'turmeric'")).toBe(0);
  });

  it('returns a deleted lead no longer, removes its words, and finds it again after a restore', async () => {
    const { id } = await assign(world, sam, { name: 'Vanishing Rhubarb' });
    await written();
    expect(await names('rhubarb')).toEqual(['Vanishing Rhubarb']);
    await world.call(bulkDelete, ada, { ids: [id] });
    expect(await names('rhubarb')).toEqual([]);
    await written();
    expect(await count('lead_search', `lead_id = ${id}`)).toBe(0);
    expect(await count('lead_words', "word = 'rhubarb'")).toBe(0);
    await world.call(restoreDeletedLeads, ada, { ids: [id] });
    await written();
    expect(await names('rhubarb')).toEqual(['Vanishing Rhubarb']);
  });

  it('loses no change if a chunk fails in its middle', async () => {
    await world.database.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$;
       create trigger fail before insert on lead_words execute function fail()`,
    );
    await assign(world, sam, { name: 'Persistent Fennel' });
    await eventually(async () => expect(await count('lead_search_changes')).toBeGreaterThan(0));
    await world.database.query('drop function fail cascade');
    await written();
    expect(await names('fennel')).toEqual(['Persistent Fennel']);
    expect(await count('lead_words', "word = 'fennel' and leads = 1")).toBe(1);
  });

  it('writes the words of leads from before the first start, from its checkpoint on', async () => {
    const { id } = await assign(world, sam, { name: 'Ancient Saffron' });
    await written();
    await world.database.query('delete from lead_search');
    await world.database.query('insert into lead_search_backfill values ($1)', [id - 1]);
    await written();
    expect(await names('saffron')).toEqual(['Ancient Saffron']);
    expect(await count('lead_search')).toBe(1);
    await world.database.query('insert into lead_search_backfill values (0)');
    await written();
    expect(await count('lead_search')).toBe(await count('user_businesses'));
  });

  it('replaces words that the version before wrote, and counts them once', async () => {
    const { id } = await assign(world, sam, { name: 'Older Cardamom' });
    await written();
    await world.database.query('alter table lead_search drop constraint lead_search_words_unused');
    await world.database.query(
      `update lead_search set words = indexed_words(word_list, user_id), word_list = null where lead_id = $1`,
      [id],
    );
    await world.database.query('insert into lead_search_backfill values ($1)', [id - 1]);
    await written();
    expect(await names('cardamom')).toEqual(['Older Cardamom']);
    expect(await count('lead_words', "word = 'cardamom' and leads = 1")).toBe(1);
    expect(await count('lead_search', 'words is not null')).toBe(0);
  });

  it('exports and erases the words of the leads of a user', async () => {
    await assign(world, ben, { name: 'Paprika Denver' });
    await written();
    const denver = await count('lead_words', "word = 'denver' and leads > 1");
    const { read, erase } = leadsPersonalData.find(({ what }) => what === 'words of leads')!;
    await world.database.transaction(async () => {
      await world.database.query('create temp table data_subject on commit drop as select $1::int as id', [ben.id]);
      expect(await world.database.query(read)).toMatchObject([{ user_id: ben.id }]);
      await world.database.query(erase!);
      expect(await world.database.query(read)).toEqual([]);
    });
    expect(await count('lead_words', "word = 'paprika'")).toBe(0);
    expect(await count('lead_words', "word = 'denver'")).toBe(denver);
  });

  it('removes the words of the leads of a deleted user', async () => {
    await world.call(dropUserLeads, null, { userId: alex.id, username: alex.username, version: 2 });
    await eventually(async () => expect(await names('denver', ada)).not.toContain('Of Alex'));
    await written();
    expect(await count('lead_search', `user_id = ${alex.id}`)).toBe(0);
  });
});
