import {
  archiveLead,
  bulkDelete,
  findLeadsByPhone,
  getLeadFacets,
  listLeads,
  listTags,
  markExistingCustomer,
  pullLeads,
  reassignLead,
  setCustomFields,
  setLeadStatus,
  setNotes,
  type Actor,
  type InputOf,
  type LeadFilter,
} from '@lead-finder/contracts';
import {
  ada,
  alex,
  assign,
  failure,
  found,
  inOwnWorld,
  maria,
  register,
  sam,
  startWorld,
  type World,
} from '../../test/world.js';

type Query = Partial<InputOf<typeof listLeads>>;
let world: World;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await startWorld();
  const add = async (name: string, to: Actor, address: string | null, tags: string[] = []) => {
    ids[name] = (await assign(world, to, { name, formattedAddress: address }, { tags })).id;
  };
  await add('Blue Bakery', sam, '1 Main St, Austin, TX 78701, USA', ['Hot']);
  await add('The Blueberry', sam, '2 Main St, Austin, TX 78701-1234, USA', ['cold', 'Two/one']);
  await add('100% Pizza', sam, '3 Elm St, Reno, NV 89501, USA');
  await add('Café Über', alex, '4 High St, Guildford, Surrey GU1 3AA, UK', ['hot']);
  await add('Sub_way', alex, '5 High St, Dartford, Kent, DA1 1AA, UK');
  await add('Won Deal', sam, null);
  await add('Lost Deal', sam, null);
  await add('Old Friend', sam, null);
  await add('In the Attic', sam, null);
  await add('Attic of Alex', alex, null);
  const status = (name: string, to: 'closed_won' | 'closed_lost' | 'recontact') =>
    world.call(setLeadStatus, ada, { ref: { id: ids[name]! }, status: to });
  await status('Won Deal', 'closed_won');
  await status('Lost Deal', 'closed_lost');
  await status('The Blueberry', 'recontact');
  await world.call(markExistingCustomer, ada, { ref: { id: ids['Old Friend']! } });
  for (const name of ['In the Attic', 'Attic of Alex']) await world.call(archiveLead, ada, { ref: { id: ids[name]! } });
  await world.database.query(`update user_businesses set tags = tags || '{Imported}' where name = 'Sub_way'`);
});
afterAll(() => world.stop());

const list = (actor: Actor, query: Query = {}) =>
  world.call(listLeads, actor, { scope: 'all', pageSize: 100, ...query });
const names = async (actor: Actor, query: Query = {}) =>
  (await list(actor, query)).leads.map((lead) => lead.business.name);
const everything = { archived: 'any', existingCustomers: true } as const;

describe('a list', () => {
  it('has assignment records without note texts', async () => {
    const ref = { id: ids['Blue Bakery']! };
    await world.call(setNotes, sam, { ref, notes: ' \n ' });
    expect((await list(sam, { q: 'Blue Bakery' })).leads[0]!.userBusiness).toMatchObject({ hasNotes: false });
    await world.call(setNotes, sam, { ref, notes: 'secret' });
    const [record] = (await list(sam, { q: 'Blue Bakery' })).leads;
    expect(record).toMatchObject({
      business: { name: 'Blue Bakery', types: ['bakery'] },
      userBusiness: { ...ref, status: 'new', hasNotes: true, tags: ['Hot'] },
      user: { id: 3, username: 'sam', fullName: 'Sam Seller' },
    });
    expect(JSON.stringify(record)).not.toContain('secret');
  });

  it.each<[string, LeadFilter, string[]]>([
    ['by default', {}, ['Lost Deal', 'Won Deal', 'Sub_way', 'Café Über', '100% Pizza', 'The Blueberry', 'Blue Bakery']],
    [
      'without closed ones',
      { hideClosed: true },
      ['Sub_way', 'Café Über', '100% Pizza', 'The Blueberry', 'Blue Bakery'],
    ],
    [
      'with a closed status chosen',
      { hideClosed: true, status: ['closed_won', 'recontact'] },
      ['Won Deal', 'The Blueberry'],
    ],
    [
      'by a status given twice',
      { status: ['new', 'recontact', 'new'] },
      ['Sub_way', 'Café Über', '100% Pizza', 'The Blueberry', 'Blue Bakery'],
    ],
    ['archived only', { archived: 'true' }, ['Attic of Alex', 'In the Attic']],
    ['archived beside the others', { archived: 'any', userId: 4 }, ['Attic of Alex', 'Sub_way', 'Café Über']],
    [
      'with existing customers',
      { existingCustomers: true, userId: 3, hideClosed: true },
      ['Old Friend', '100% Pizza', 'The Blueberry', 'Blue Bakery'],
    ],
    ['imported', { imported: true }, ['Sub_way']],
    ['not imported, of one user', { imported: false, userId: 4 }, ['Café Über']],
    ['by a part of the name', { q: 'BLUE' }, ['The Blueberry', 'Blue Bakery']],
    ['by a part inside a word', { q: 'berry' }, ['The Blueberry']],
    ['by letters beyond ASCII', { q: 'ÜBER' }, ['Café Über']],
    ['by the beginning of a word', { q: 'bl' }, ['The Blueberry', 'Blue Bakery']],
    ['by one letter', { q: 'ü' }, ['Café Über']],
    ['by two letters inside a word', { q: 'lu' }, []],
    ['by the beginning of a word behind a sign', { q: 'wa' }, ['Sub_way']],
    ['by signs that patterns know', { q: '0% p' }, ['100% Pizza']],
    ['by an underscore', { q: 'b_w' }, ['Sub_way']],
    ['by a backslash', { q: '\\' }, []],
    ['by any of the tags, in any case', { tag: ['HOT', 'two/one'] }, ['Café Über', 'The Blueberry', 'Blue Bakery']],
    ['by state', { state: 'TX' }, ['The Blueberry', 'Blue Bakery']],
    ['by county', { county: 'Surrey' }, ['Café Über']],
    ['by user and state', { userId: 4, state: 'TX' }, []],
    ['oldest first', { q: 'blue', sort: 'oldest' }, ['Blue Bakery', 'The Blueberry']],
  ])('filters %s', async (_, filter, expected) => {
    expect(await names(ada, filter)).toEqual(expected);
    const { total, totalIsExact } = await list(ada, { ...filter, pageSize: 1 });
    expect([total, totalIsExact]).toEqual([expected.length, true]);
    const facets = await world.call(getLeadFacets, ada, { scope: 'all', ...filter, q: undefined });
    expect(facets.users.length).toBeGreaterThanOrEqual(0);
  });

  it('has the same first page and total in a size that the page offers as in another, under each pair of filters', async () => {
    const filters: LeadFilter[] = [
      { userId: sam.id },
      { status: ['new'] },
      { status: ['new', 'recontact'] },
      { hideClosed: true },
      { archived: 'any' },
      { existingCustomers: true },
      { imported: false },
      { pool: false },
      { tag: ['hot'] },
      { state: 'TX' },
      { county: 'Surrey' },
      { located: false },
      { territory: ['none'] },
      { q: 'blue' },
    ];
    for (const actor of [ada, sam]) {
      for (const [at, one] of filters.entries()) {
        for (const other of filters.slice(at)) {
          const [offered, free] = [100, 99].map((pageSize) => list(actor, { ...one, ...other, pageSize }));
          expect(await offered).toEqual(await free);
        }
      }
    }
  });

  it('has only own leads for all users but admins, with any user filter', async () => {
    const own = ['Sub_way', 'Café Über'];
    expect(await names(alex)).toEqual(own);
    expect(await names(alex, { userId: 4, scope: 'own' })).toEqual(own);
    expect(await names(alex, { userId: 3 })).toEqual([]);
    expect(await list(alex, { userId: 3, archived: 'any' })).toMatchObject({ leads: [], total: 0 });
    expect(await names(maria)).toEqual([]);
    expect(await names(ada, { scope: 'own' })).toEqual([]);
    expect(await names(ada, { userId: 4 })).toEqual(own);
  });
});

describe('pages and cursors', () => {
  it('return each lead once', async () => {
    const all = await names(ada, everything);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => names(ada, { ...everything, page, pageSize: 3 })));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 1, 0]);
    expect(pages.flat()).toEqual(all);
  });

  it.each(['newest', 'oldest'] as const)('continue by cursor, %s first', async (sort) => {
    const all = await names(ada, { ...everything, sort });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { leads, nextCursor, total } = await list(ada, { ...everything, sort, cursor, pageSize: 4 });
      expect(total).toBe(all.length);
      found.push(...leads.map((lead) => lead.business.name));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(all);
  });

  it.each(['newest', 'oldest'] as const)('omit leads that were assigned or moved later, %s first', (sort) =>
    inOwnWorld(async (own) => {
      for (const name of ['a', 'b', 'c', 'd']) await assign(own, sam, { name });
      const page = (cursor?: string) => own.call(listLeads, ada, { scope: 'all', sort, cursor, pageSize: 2 });
      const first = await page();
      const last = (await page(first.nextCursor!)).leads.map((lead) => lead.userBusiness.id);
      await assign(own, sam, { name: 'e' });
      await own.call(reassignLead, ada, { ref: { id: last[1]! }, newUserId: alex.id });
      expect((await page(first.nextCursor!)).leads.map((lead) => lead.userBusiness.id)).toEqual([last[0]]);
    }),
  );

  it.each(['nonsense', Buffer.from('{"id":1}').toString('base64url')])('reject the cursor %p', async (cursor) => {
    expect(await failure(list(ada, { cursor }))).toMatchObject({ kind: 'invalid', code: 'validation_failed' });
  });

  it('reject a cursor of the other order', async () => {
    const { nextCursor } = await list(ada, { pageSize: 2 });
    expect(await failure(list(ada, { cursor: nextCursor!, sort: 'oldest' }))).toMatchObject({ kind: 'invalid' });
  });

  it('pull whole lists in chunks of one message', () =>
    inOwnWorld(async (own) => {
      const { businessId } = await assign(own, sam);
      await own.database.query(
        `insert into user_businesses (user_id, business_id, name, assigned_at, custom_fields)
         select 100 + n, $1, 'Copy', now(),
         jsonb_build_object('contactPerson', repeat('x', case when n <= 600 then 10 else 2000 end))
         from generate_series(1, 1200) n`,
        [businessId],
      );
      const chunkSizes: number[] = [];
      const seen = new Set<number>();
      let cursor: string | undefined;
      do {
        const result = await own.call(pullLeads, ada, { scope: 'all', sort: 'newest', cursor });
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(520 * 1024);
        result.leads.forEach((lead) => seen.add(lead.userBusiness.id));
        chunkSizes.push(result.leads.length);
        cursor = result.nextCursor ?? undefined;
      } while (cursor);
      expect(seen.size).toBe(1_201);
      expect(chunkSizes.reduce((sum, each) => sum + each, 0)).toBe(1_201);
      expect(Math.max(...chunkSizes)).toBeLessThanOrEqual(500);
    }));
});

describe('totals', () => {
  it('are exact for filters with stored counts, and otherwise end at 10,000 unless the exact one is requested', () =>
    inOwnWorld(async (own) => {
      const { businessId, id } = await assign(own, sam, { name: 'Acme' });
      await own.database.query(
        `insert into user_businesses (user_id, business_id, name, state, assigned_at)
         select 100 + n, $1, 'Acme', 'TX', '2026-01-01' from generate_series(1, 10500) n`,
        [businessId],
      );
      const total = async (query: Query) => {
        const result = await own.call(listLeads, ada, { scope: 'all', pageSize: 1, ...query });
        return [result.total, result.totalIsExact];
      };
      expect(await total({})).toEqual([10_501, true]);
      expect(await total({ q: 'acme' })).toEqual([10_000, false]);
      expect(await total({ q: 'acme', count: 'exact' })).toEqual([10_501, true]);
      expect(await total({ state: 'TX', userId: 101 })).toEqual([1, true]);
      await own.call(setLeadStatus, ada, { ref: { id }, status: 'closed_won' });
      expect(await total({ status: 'closed_won' })).toEqual([1, true]);
      await own.call(bulkDelete, ada, { ids: [id] });
      expect(await total({ status: 'closed_won' })).toEqual([0, true]);
      expect(await total({})).toEqual([10_500, true]);
    }));
});

describe('facets', () => {
  it('have the values under the other filters, most frequent first', async () => {
    expect(await world.call(getLeadFacets, ada, { scope: 'all' })).toMatchObject({
      states: [
        { value: 'TX', count: 2 },
        { value: 'NV', count: 1 },
      ],
      counties: [
        { value: 'Kent', count: 1 },
        { value: 'Surrey', count: 1 },
      ],
      tags: [
        { value: 'Hot', count: 2 },
        { value: 'cold', count: 1 },
        { value: 'Imported', count: 1 },
        { value: 'Two/one', count: 1 },
      ],
      users: [
        { id: 3, username: 'sam', fullName: 'Sam Seller', count: 5 },
        { id: 4, username: 'alex', fullName: 'Alex Seller', count: 2 },
      ],
      sampled: false,
    });
  });

  it('also show the alternatives of a chosen value', async () => {
    const facets = await world.call(getLeadFacets, ada, { scope: 'all', state: 'NV', userId: 3 });
    expect(facets.states.map((each) => each.value)).toEqual(['TX', 'NV']);
    expect(facets.users.map((each) => each.username)).toEqual(['sam']);
    expect(facets.tags).toEqual([]);
  });

  it('are found by name', async () => {
    const facets = await world.call(getLeadFacets, ada, { scope: 'all', q: 'al' });
    expect(facets).toMatchObject({ states: [], counties: [], tags: [], users: [{ username: 'alex' }] });
  });

  it('have only values of own leads', async () => {
    const facets = await world.call(getLeadFacets, alex, { scope: 'all' });
    expect(facets.states).toEqual([]);
    expect(facets.users.map((each) => each.username)).toEqual(['alex']);
  });

  it('are those of whole pages of leads if more match than a scan counts', () =>
    inOwnWorld(async (own) => {
      await register(own, ...Array.from({ length: 10 }, () => found()));
      await own.database.query(
        `insert into user_businesses (user_id, business_id, name, assigned_at, state)
         select 100 + n / 10, (select min(id) from businesses) + n % 10, 'Copy', '2026-01-01', case when n <= 300 then 'NV' else 'TX' end
         from generate_series(1, 20300) n`,
      );
      const { states, sampled } = await own.call(getLeadFacets, ada, { scope: 'all', imported: false });
      const counts = [
        { value: 'TX', count: 20_000 },
        { value: 'NV', count: 300 },
      ];
      expect({ states, sampled }).toEqual({ states: counts, sampled: true });
    }));
});

describe('all tags', () => {
  it('are those of the visible leads, most frequent first', () =>
    inOwnWorld(async (own) => {
      const tagged = (to: Actor, ...tags: string[]) => assign(own, to, {}, { tags });
      await tagged(sam, 'cold');
      await tagged(sam, 'Hot', 'cold');
      await tagged(alex, 'hot', 'HOT!', 'Hot ');
      await tagged(alex, 'Hot', '50%');
      expect(await own.call(listTags, ada, {})).toEqual(['Hot', 'cold', '50%', 'hot!'.toUpperCase()]);
      expect(await own.call(listTags, sam, {})).toEqual(['cold', 'Hot']);
      expect(await own.call(listTags, maria, {})).toEqual([]);
      expect(await own.call(listTags, ada, { q: '%' })).toEqual(['50%']);
    }));
});

describe('the leads of a phone number', () => {
  const find = async (phone: string, actor: Actor) =>
    (await world.call(findLeadsByPhone, actor, { phone })).leads.map(({ business }) => business.name);

  it('are found in any notation, by the number of the business or of the lead', async () => {
    await assign(world, sam, { name: 'By business', phone: '(501) 777-0142' });
    const own = await assign(world, sam, { name: 'By own number' });
    await world.call(setCustomFields, sam, { ref: { id: own.id }, customFields: { phoneNumber: '+1 501.777.0142' } });
    await assign(world, alex, { name: 'Of Alex', phone: '501-777-0142' });
    for (const phone of ['5017770142', '+1 (501) 777-0142', '501.777.0142'])
      expect(await find(phone, sam)).toEqual(['By own number', 'By business']);
    expect(await find('5017770142', ada)).toEqual(['Of Alex', 'By own number', 'By business']);
    expect(await find('5017770', ada)).toEqual([]);
    expect(await find('0142', ada)).toEqual([]);
  });
});

describe('the nearest leads', () => {
  const at = (name: string, latitude: number, longitude: number) =>
    world.database.query('update user_businesses set latitude = $2, longitude = $3 where id = $1', [
      ids[name],
      latitude,
      longitude,
    ]);
  const near = '34.75,-92.28';
  const nearest = async (actor: Actor, query: Query = {}) => {
    const { leads, ...rest } = await list(actor, { sort: 'nearest', near, ...query });
    return { ...rest, leads: leads.map(({ business, distance }) => [business.name, distance]) };
  };
  beforeAll(async () => {
    await at('Blue Bakery', 34.76, -92.28);
    await at('Sub_way', 34.75, -92.281);
    await at('100% Pizza', 39.53, -119.81);
    await at('In the Attic', 34.75, -92.28);
  });

  it('come by distance with their metres, and leave out leads without coordinates', async () => {
    expect(await nearest(ada)).toEqual({
      leads: [
        ['Sub_way', 91],
        ['Blue Bakery', 1_112],
        ['100% Pizza', 2_487_117],
      ],
      total: 3,
      totalIsExact: true,
      nextCursor: null,
      previousCursor: null,
    });
    expect((await nearest(ada, { page: 2, pageSize: 1 })).leads).toEqual([['Blue Bakery', 1_112]]);
  });

  it('obey the filters and who may see them', async () => {
    expect((await nearest(alex)).leads).toEqual([['Sub_way', 91]]);
    expect((await nearest(ada, { q: 'pizza' })).leads).toHaveLength(1);
    expect((await nearest(ada, { archived: 'true' })).leads).toEqual([['In the Attic', 0]]);
  });

  it.each(['', '34.75', '91,0', '0,181', 'north,west', undefined])(
    'reject the position %j by its name',
    async (bad) => {
      expect(await failure(list(ada, { sort: 'nearest', near: bad }))).toMatchObject({
        code: 'validation_failed',
        details: { issues: [expect.objectContaining({ path: 'near' })] },
      });
    },
  );
});
