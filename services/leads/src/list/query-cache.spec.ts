import {
  addTag,
  archiveLead,
  getLeadFacets,
  getLeadMap,
  listLeads,
  setCustomFields,
  setLeadStatus,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ada, assign, failure, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const total = async (filter: object) => (await world.call(listLeads, ada, { scope: 'all', ...filter })).total;

describe('a cached result', () => {
  it('is valid only until the next change', async () => {
    const lead = await assign(world, sam, { name: 'Cached Bakery' });
    expect(await total({ q: 'cached bakery' })).toBe(1);
    await assign(world, sam, { name: 'Cached Bakery two' });
    expect(await total({ q: 'cached bakery' })).toBe(2);
    await world.call(archiveLead, ada, { ref: { id: lead.id } });
    expect(await total({ q: 'cached bakery' })).toBe(1);
    expect(await total({ tag: ['Rare'] })).toBe(0);
    await world.call(addTag, ada, { ref: { id: lead.id }, tag: 'Rare' });
    expect(await total({ tag: ['Rare'], archived: 'true' })).toBe(1);
    const facets = await world.call(getLeadFacets, ada, { scope: 'all', state: 'TX', archived: 'true' });
    expect(facets.tags).toEqual([{ value: 'Rare', count: 1 }]);
  });

  it('is valid only until a change that no counter has: of a custom field, or of two leads that swap their states', async () => {
    await world.database.query(
      `insert into custom_field_definitions (key, name, type, filter, position) values ('region', 'Region', 'text', true, 1)`,
    );
    const lead = await assign(world, sam, {
      name: 'Field Bakery',
      formattedAddress: '1 Main St, Austin, TX 78701, USA',
    });
    const filter = { field: ['region:..'], state: 'TX' };
    await eventually(async () => expect(await total(filter)).toBe(0));
    const states = async () => (await world.call(getLeadFacets, ada, { scope: 'all', ...filter })).states;
    expect(await states()).toEqual([]);
    await world.call(setCustomFields, ada, { ref: { id: lead.id }, customFields: { region: 'North' } });
    expect(await total(filter)).toBe(1);
    expect(await states()).toEqual([{ value: 'TX', count: 1 }]);
    await assign(world, sam, { name: 'Swapped Bakery', formattedAddress: '1 Main St, Ogden, UT 84401, USA' });
    const ofUtah = { state: 'UT', q: 'field bakery' };
    expect(await total(ofUtah)).toBe(0);
    await world.database.query(
      `update user_businesses set state = case state when 'TX' then 'UT' else 'TX' end where name in ('Field Bakery', 'Swapped Bakery')`,
    );
    expect(await total(ofUtah)).toBe(1);
  });

  it('of a map follows leads that enter or leave its filter', async () => {
    const shown = async () => {
      const map = await world.call(getLeadMap, ada, {
        scope: 'all',
        q: 'mapped',
        status: ['new'],
        zoom: 10,
        bbox: '-98,30,-97,31',
      });
      return map.leads.map(({ name }) => name);
    };
    const lead = await assign(world, sam, { name: 'Mapped one', latitude: 30.1, longitude: -97.2 });
    expect(await shown()).toEqual(['Mapped one']);
    await assign(world, sam, { name: 'Mapped two', latitude: 30.9, longitude: -97.9 });
    expect((await shown()).sort()).toEqual(['Mapped one', 'Mapped two']);
    await world.call(setLeadStatus, ada, { ref: { id: lead.id }, status: 'recontact' });
    expect(await shown()).toEqual(['Mapped two']);
  });
});

describe('a filtered list', () => {
  it('finds leads without a position', async () => {
    await assign(world, sam, { name: 'On the map', latitude: 30.2, longitude: -97.7 });
    const { leads } = await world.call(listLeads, ada, { scope: 'all', located: true, q: 'on the map' });
    expect(leads.map(({ business }) => business.name)).toEqual(['On the map']);
    expect(await total({ located: false, q: 'on the map' })).toBe(0);
    expect(await total({ located: false })).toBeGreaterThan(0);
  });

  it('skips 100,000 leads by the number of a page; an unfiltered list skips more', async () => {
    const page = (skipped: number, filter: object) =>
      world.call(listLeads, ada, { scope: 'all', ...filter, pageSize: 100, page: skipped / 100 + 1 });
    expect((await page(100_000, { state: 'TX' })).leads).toEqual([]);
    expect(await failure(page(100_100, { state: 'TX' }))).toMatchObject({
      kind: 'invalid',
      message: 'The number of a page skips at most 100,000 leads of a filtered list. Go on by cursor.',
    });
    expect((await page(100_100, {})).leads).toEqual([]);
  });
});
