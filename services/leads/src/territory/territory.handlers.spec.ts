import {
  bulkDelete,
  createTerritory,
  getLead,
  getLeadFacets,
  getLeadMap,
  importTerritories,
  leadsAudited,
  listLeads,
  listTerritories,
  listTerritoryNames,
  listTerritoryOverlaps,
  pullTerritoryShapes,
  removeTerritory,
  updateTerritory,
  userDeleted,
  type Actor,
  type FoundBusiness,
  type InputOf,
  type TerritoryTree,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ada, alex, assign, failure, found, maria, register, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());
beforeEach(() => world.empty());

type Form = InputOf<typeof createTerritory>;
const square = (west: number, south: number, size = 1): Form['shape'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const create = (name: string, form: Partial<Form> = {}) => world.call(createTerritory, ada, { name, ...form });
const tree = (): Promise<TerritoryTree> => world.call(listTerritories, ada, {});
const names = async () => (await tree()).territories.map(({ name }) => name);
const settled = () => eventually(async () => expect((await tree()).updating).toBe(false));
const at = (latitude: number, longitude: number): Partial<FoundBusiness> => ({ latitude, longitude });
const territoryOf = async (id: number, actor: Actor = ada) =>
  (await world.call(getLead, actor, { ref: { id } })).userBusiness.territory?.name ?? null;
const matching = async (territory: (number | 'none')[], actor: Actor = ada) =>
  (await world.call(listLeads, actor, { scope: 'all', territory, pageSize: 100 })).leads.map(
    ({ userBusiness }) => userBusiness.id,
  );

describe('the tree of territories', () => {
  test('the lower number wins at each level, and those below come before their parent', async () => {
    const west = await create('West');
    await create('East');
    await create('North', { parentId: west.id });
    await create('First', { priority: 1 });
    expect(await names()).toEqual(['First', 'North', 'West', 'East']);
    expect((await tree()).territories.map(({ priority }) => priority)).toEqual([1, 1, 2, 3]);
  });

  test('a moved territory takes those below along, and its siblings close the gap', async () => {
    const west = await create('West');
    const east = await create('East');
    await create('North', { parentId: west.id });
    await world.call(updateTerritory, ada, { id: west.id, parentId: east.id });
    expect(await names()).toEqual(['North', 'West', 'East']);
    expect((await tree()).territories.at(-1)).toMatchObject({ name: 'East', priority: 1, parentId: null });
  });

  test('a name that a sibling has in any case is taken, and stands for the fields', async () => {
    const west = await create('West');
    const problem = { kind: 'conflict', code: 'territory_name_taken', details: { issues: [{ path: 'name' }] } };
    expect(await failure(create('west'))).toMatchObject(problem);
    const below = await create('West', { parentId: west.id });
    expect(await failure(world.call(updateTerritory, ada, { id: below.id, parentId: null }))).toMatchObject(problem);
  });

  test('a territory cannot be below itself, and one with others below it stays', async () => {
    const west = await create('West');
    const north = await create('North', { parentId: west.id });
    expect(await failure(world.call(updateTerritory, ada, { id: west.id, parentId: north.id }))).toMatchObject({
      code: 'territory_cycle',
    });
    expect(await failure(world.call(removeTerritory, ada, { id: west.id }))).toMatchObject({
      code: 'territory_in_use',
      message: 'West still has 1 territory below it. Move them first.',
    });
    await world.call(removeTerritory, ada, { id: north.id });
    await world.call(removeTerritory, ada, { id: west.id });
    expect(await names()).toEqual([]);
  });

  test('a change of an old version is rejected with the present territory', async () => {
    const { id, version } = await create('West');
    await world.call(updateTerritory, ada, { id, name: 'Far West', version });
    expect(await failure(world.call(updateTerritory, ada, { id, name: 'Wild West', version }))).toMatchObject({
      code: 'stale_version',
      details: { current: { name: 'Far West' } },
    });
  });

  test.each<[string, Partial<Form>, string, string | RegExp]>([
    ['an unknown parent', { parentId: 99 }, 'parentId', 'There is no such territory'],
    ['an unknown user', { userIds: [99] }, 'userIds', 'There is no such user'],
    ['an inactive user', { userIds: [5] }, 'userIds', 'ivy is inactive'],
    ['an unknown team', { teamIds: [99] }, 'teamIds', 'There is no such team'],
    [
      'a shape that crosses itself',
      {
        shape: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          ],
        },
      },
      'shape',
      /^The shape crosses itself near/,
    ],
    ['a ZIP code of four digits', { zips: ['7220'] }, 'zips.0', 'A ZIP code has five digits'],
    ['an unknown state', { states: ['Bavaria'] }, 'states.0', 'Bavaria is no state of the United States'],
  ])('%s is rejected with field and rule', async (_, form, path, message) => {
    const { code, details } = await failure(create('West', form));
    expect(code).toBe('validation_failed');
    expect(details).toMatchObject({
      issues: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    });
  });

  test('people and teams stand on a territory, also inactive ones that stay, and a deleted user leaves it', async () => {
    const { id } = await create('West', { userIds: [sam.id, alex.id], teamIds: [72, 71] });
    world.become(alex.id, { active: false });
    await world.call(updateTerritory, ada, { id, userIds: [alex.id], teamIds: [71] });
    expect(await tree()).toMatchObject({
      territories: [{ userIds: [alex.id], teamIds: [71] }],
      people: [{ username: 'alex' }],
      teams: [{ id: 71, name: 'North', people: 3 }],
    });
    await world.publish(userDeleted, { id: alex.id, username: 'alex', version: 9 });
    await eventually(async () => expect((await tree()).territories[0]!.userIds).toEqual([]));
  });

  test('the audit trail has each change, of a shape only its corners', async () => {
    const { id } = await create('West', { shape: square(0, 0) });
    await world.call(updateTerritory, ada, { id, name: 'Far West', zips: ['72201'] });
    await world.call(updateTerritory, ada, { id, name: 'Far West' });
    await world.call(removeTerritory, ada, { id });
    expect(await world.emitted(leadsAudited, 3)).toMatchObject([
      { action: 'territory_created', subject: 'West', details: { id, shape: '4 corners from 0, 0' } },
      {
        action: 'territory_changed',
        subject: 'Far West',
        details: { id, changed: { name: ['West', 'Far West'], zips: [[], ['72201']] } },
      },
      { action: 'territory_removed', subject: 'Far West', details: { id } },
    ]);
  });
});

describe('the territory of a lead', () => {
  test('follows from coordinates, ZIP code, county or state, and the lower number wins', async () => {
    await create('Square', { shape: square(-93, 34) });
    await create('Town', { zips: ['72201'] });
    await create('Kent', { counties: ['kent'] });
    await create('Texas', { states: ['texas'] });
    const leads = [
      await assign(world, sam, at(34.5, -92.5)),
      await assign(world, sam, { ...at(34.5, -92.5), formattedAddress: '1 Main St, Little Rock, AR 72201, USA' }),
      await assign(world, sam, { formattedAddress: '1 Main St, Little Rock, AR 72201-1234' }),
      await assign(world, sam, { formattedAddress: 'High St, Dover, Kent, CT16 1PB, UK' }),
      await assign(world, sam, { formattedAddress: '1 Main St, Austin, TX 78701, USA' }),
      await assign(world, sam, { formattedAddress: 'Somewhere' }),
    ];
    expect(await Promise.all(leads.map(({ id }) => territoryOf(id)))).toEqual([
      'Square',
      'Square',
      'Town',
      'Kent',
      'Texas',
      null,
    ]);
  });

  test('on a border both sides have it, so the lower number wins; outside it has none', async () => {
    await create('Left', { shape: square(0, 0) });
    await create('Right', { shape: square(1, 0) });
    expect(await territoryOf((await assign(world, sam, at(0.5, 1))).id)).toBe('Left');
    expect(await territoryOf((await assign(world, sam, at(1, 2))).id)).toBe('Right');
    expect(await territoryOf((await assign(world, sam, at(1.1, 1.5))).id)).toBeNull();
  });

  test('the territory furthest down wins over its parent, and the filter of the parent has both', async () => {
    const all = await create('All', { shape: square(0, 0, 3) });
    const part = await create('Part', { parentId: all.id, shape: square(0, 0) });
    const inPart = await assign(world, sam, at(0.5, 0.5));
    const inAll = await assign(world, sam, at(2, 2));
    const outside = await assign(world, sam, at(9, 9));
    expect(await territoryOf(inPart.id)).toBe('Part');
    expect(await territoryOf(inAll.id)).toBe('All');
    expect(await matching([all.id])).toEqual([inAll.id, inPart.id]);
    expect(await matching([part.id])).toEqual([inPart.id]);
    expect(await matching([all.id, part.id])).toEqual([inAll.id, inPart.id]);
    expect(await matching(['none'])).toEqual([outside.id]);
    expect(await matching(['none', part.id], sam)).toEqual([outside.id, inPart.id]);
    await settled();
    expect(await tree()).toMatchObject({
      territories: [
        { name: 'Part', leads: 1 },
        { name: 'All', leads: 2 },
      ],
      leads: 3,
      withoutTerritory: 1,
      withoutCoordinates: 0,
    });
  });

  test('older leads get it after the first territory, and others after each change of shape, order and tree', async () => {
    const lead = await assign(world, sam, at(0.5, 0.5));
    const other = await assign(world, sam, at(5, 5));
    expect(await territoryOf(lead.id)).toBeNull();
    const first = await create('First', { shape: square(0, 0) });
    await settled();
    expect(await territoryOf(lead.id)).toBe('First');
    expect(await matching(['none'])).toEqual([other.id]);
    const second = await create('Second', { shape: square(0, 0, 3) });
    await settled();
    expect(await territoryOf(lead.id)).toBe('First');
    await world.call(updateTerritory, ada, { id: second.id, priority: 1 });
    await settled();
    expect(await territoryOf(lead.id)).toBe('Second');
    await world.call(updateTerritory, ada, { id: first.id, parentId: second.id });
    await settled();
    expect(await territoryOf(lead.id)).toBe('First');
    await world.call(updateTerritory, ada, { id: first.id, shape: square(7, 7) });
    await settled();
    expect(await territoryOf(lead.id)).toBe('Second');
    await world.call(removeTerritory, ada, { id: first.id });
    await world.call(removeTerritory, ada, { id: second.id });
    await settled();
    expect(await territoryOf(lead.id)).toBeNull();
    expect(await matching(['none'])).toEqual([other.id, lead.id]);
  });

  test('a total that was counted before follows a change of a territory', async () => {
    await assign(world, sam, at(0.5, 0.5));
    const { id } = await create('West', { shape: square(5, 5) });
    await settled();
    const total = async () => (await world.call(listLeads, ada, { scope: 'all', territory: [id] })).total;
    expect(await total()).toBe(0);
    await world.call(updateTerritory, ada, { id, shape: square(0, 0) });
    await settled();
    expect(await total()).toBe(1);
  });

  test('a name or people alone compare no lead', async () => {
    const { id } = await create('West', { shape: square(0, 0) });
    await settled();
    await world.call(updateTerritory, ada, { id, name: 'Far West', userIds: [sam.id] });
    await create('Group');
    expect((await tree()).updating).toBe(false);
  });

  test('a business that gets its coordinates brings its leads into the territory', async () => {
    await create('West', { shape: square(0, 0) });
    await settled();
    const business = found({ formattedAddress: null });
    const lead = await assign(world, sam, business);
    const same = await assign(world, alex, business);
    expect(await territoryOf(lead.id)).toBeNull();
    await register(world, { ...business, ...at(0.5, 0.5) });
    expect(await territoryOf(lead.id)).toBe('West');
    expect(await territoryOf(same.id)).toBe('West');
    expect(await matching(['none'])).toEqual([]);
  });

  test('a deleted lead leaves no row', async () => {
    await create('West', { shape: square(0, 0) });
    const { id } = await assign(world, sam, at(0.5, 0.5));
    await world.call(bulkDelete, ada, { ids: [id] });
    expect(await world.database.query('select from lead_territories')).toEqual([]);
  });

  test('a lead of a transaction that began before the territory gets it too', async () => {
    await create('Other', { zips: ['99999'] });
    await settled();
    const [businessId] = await register(world, found(at(0.5, 0.5)));
    let commit = () => {};
    const committed = new Promise<void>((resolve) => (commit = resolve));
    const inserted = new Promise<number>((resolve) => {
      void world.database.transaction(async () => {
        const [row] = await world.database.query<{ id: number }>(
          `insert into user_businesses (user_id, business_id, name) values ($1, $2, 'Late') returning id`,
          [sam.id, businessId],
        );
        resolve(row!.id);
        await committed;
      });
    });
    const id = await inserted;
    await create('West', { shape: square(0, 0) });
    await eventually(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      expect(await world.database.query(waiting)).toHaveLength(1);
    });
    commit();
    await settled();
    expect(await territoryOf(id)).toBe('West');
  });

  test('a comparison that a crash interrupted goes on behind the last lead that it compared', async () => {
    await create('West', { shape: square(0, 0) });
    await settled();
    const [first, second] = [await assign(world, sam, at(0.5, 0.5)), await assign(world, sam, at(0.6, 0.6))];
    await world.database.query('delete from lead_territories');
    await world.database.query('update territory_scan set after_id = $1, begun = true', [first.id]);
    await settled();
    expect(await territoryOf(first.id)).toBeNull();
    expect(await territoryOf(second.id)).toBe('West');
  });

  test('map and facets are filtered by it, and lists of others show it', async () => {
    const { id } = await create('West', { shape: square(0, 0) });
    const lead = await assign(world, sam, { ...at(0.5, 0.5), formattedAddress: '1 Main St, Austin, TX 78701, USA' });
    await assign(world, sam, at(5, 5));
    const filter: InputOf<typeof getLeadMap> = { scope: 'all', territory: [id] };
    const listed: InputOf<typeof getLeadFacets> = { scope: 'all', territory: [id] };
    expect((await world.call(getLeadMap, sam, filter)).leads).toMatchObject([{ id: lead.id }]);
    expect((await world.call(getLeadFacets, sam, listed)).states).toEqual([{ value: 'TX', count: 1 }]);
    const { leads } = await world.call(listLeads, sam, listed);
    expect(leads[0]!.userBusiness.territory).toEqual({ id, name: 'West' });
    expect(await matching([id], alex)).toEqual([]);
  });

  test('users see the names of the territories of their leads and of those above, administrators all', async () => {
    const top = await create('Top');
    await create('West', { parentId: top.id, shape: square(0, 0) });
    await create('East', { shape: square(5, 5) });
    await assign(world, sam, at(0.5, 0.5));
    const seen = async (actor: Actor) =>
      (await world.call(listTerritoryNames, actor, {})).territories.map(({ name }) => name);
    expect(await seen(sam)).toEqual(['West', 'Top']);
    expect(await seen(alex)).toEqual([]);
    expect(await seen(ada)).toEqual(['West', 'Top', 'East']);
    world.branches.set(maria.id, [sam.id]);
    expect(await seen(maria)).toEqual(['West', 'Top']);
  });
});

describe('overlaps', () => {
  test('are shown for both, with the leads in both shapes and who wins', async () => {
    const left = await create('Left', { shape: square(0, 0, 2), zips: ['72201', '72202'] });
    const right = await create('Right', { shape: square(1, 1, 2), zips: ['72201'] });
    await create('Apart', { shape: square(3, 3) });
    await assign(world, sam, at(1.5, 1.5));
    await assign(world, sam, at(0.5, 0.5));
    const overlaps = async (id: number) => (await world.call(listTerritoryOverlaps, ada, { id })).overlaps;
    const both = { leads: 1, leadsAreExact: true, places: ['72201'] };
    expect(await overlaps(left.id)).toEqual([{ id: right.id, name: 'Right', wins: true, ...both }]);
    expect(await overlaps(right.id)).toEqual([{ id: left.id, name: 'Left', wins: false, ...both }]);
    expect((await tree()).territories.map(({ overlaps: others }) => others)).toEqual([[right.id], [left.id], []]);
  });

  test('a territory and the one above it do not overlap, also after a move', async () => {
    const all = await create('All', { shape: square(0, 0, 3) });
    const part = await create('Part', { shape: square(0, 0) });
    expect((await tree()).territories[0]!.overlaps).toEqual([part.id]);
    await world.call(updateTerritory, ada, { id: part.id, parentId: all.id });
    expect((await tree()).territories.map(({ overlaps }) => overlaps)).toEqual([[], []]);
  });
});

describe('files of GeoJSON', () => {
  const exported = async () => {
    const { features } = await world.call(pullTerritoryShapes, ada, {});
    return JSON.stringify({ type: 'FeatureCollection', features });
  };
  const load = (geojson: string) => world.call(importTerritories, ada, { geojson });
  const file = (...features: object[]) =>
    JSON.stringify({ type: 'FeatureCollection', features: features.map((each) => ({ type: 'Feature', ...each })) });

  test('an exported file changes nothing, and makes the same territories elsewhere', async () => {
    const west = await create('West', { states: ['AR'] });
    await create('East', { shape: square(5, 5) });
    await create('River', { parentId: west.id, shape: square(0, 0), zips: ['72201'], counties: ['Kent'] });
    await create('Hill', { parentId: west.id, shape: square(2, 2), priority: 1 });
    const text = await exported();
    expect(await load(text)).toEqual({ created: 0, changed: 0, unchanged: 4 });
    const withoutIds = ({ territories }: TerritoryTree) =>
      territories.map(({ name, priority, bounds, zips, counties, states }) => ({
        name,
        priority,
        bounds,
        zips,
        counties,
        states,
      }));
    const before = withoutIds(await tree());
    await world.empty();
    expect(await load(text)).toEqual({ created: 4, changed: 0, unchanged: 0 });
    expect(withoutIds(await tree())).toEqual(before);
  });

  test('a file creates levels above, replaces shapes by name, and keeps what it does not name', async () => {
    await create('West', { zips: ['72201'] });
    const geometry = square(0, 0);
    expect(
      await load(
        file(
          { geometry, properties: { NAME: 'west', colour: 'red' } },
          { geometry, properties: { name: 'Kent', parent: 'Old / South' } },
        ),
      ),
    ).toEqual({ created: 3, changed: 1, unchanged: 0 });
    const { territories } = await tree();
    expect(territories.map(({ name, corners, zips }) => [name, corners, zips])).toEqual([
      ['West', 4, ['72201']],
      ['Kent', 4, []],
      ['South', 0, []],
      ['Old', 0, []],
    ]);
  });

  test.each([
    ['no JSON', '{', 'The file is not JSON'],
    ['another object', '{}', 'The file must be a FeatureCollection of GeoJSON with 1 to 500 features'],
    ['a feature without a name', file({ geometry: null, properties: {} }), /^Feature 1: properties\.name: /],
    [
      'a hole',
      file(
        { properties: { name: 'A' } },
        {
          geometry: { type: 'Polygon', coordinates: [square(0, 0, 9)!.coordinates[0], square(1, 1)!.coordinates[0]] },
          properties: { name: 'B' },
        },
      ),
      /^Feature 2 \(B\): geometry: The shape has a hole/,
    ],
    [
      'a point',
      file({ geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'A' } }),
      'Feature 1 (A): geometry.type: Must be a Polygon or a MultiPolygon of GeoJSON',
    ],
    [
      'the same name twice',
      file({ properties: { name: 'A' } }, { properties: { name: 'a' } }),
      'Feature 2 (a): feature 1 has the same name and parent',
    ],
    [
      'a parent with an empty level',
      file({ properties: { name: 'A', parent: 'B /  / C' } }),
      'Feature 1 (A): properties.parent.1: Please enter a name',
    ],
    [
      'too many levels',
      file({ properties: { name: 'A', parent: '1 / 2 / 3 / 4 / 5 / 6 / 7 / 8' } }),
      'Feature 1 (A): Territories have at most 8 levels',
    ],
  ])('%s is rejected, and nothing of the file stays', async (_, text, message) => {
    const failed = await failure(load(text));
    expect(failed).toMatchObject({ kind: 'invalid', code: 'validation_failed' });
    if (typeof message === 'string') expect(failed.message).toBe(message);
    else expect(failed.message).toMatch(message);
    expect(await names()).toEqual([]);
  });

  test('shapes of many corners come in several messages', async () => {
    const circle = (longitude: number) =>
      Array.from({ length: 2_000 }, (__, index) => {
        const angle = (index / 2_000) * 2 * Math.PI;
        return [longitude + Math.cos(angle), Math.sin(angle)];
      });
    for (let each = 0; each < 6; each++)
      await create(`T${each}`, { shape: { type: 'Polygon', coordinates: [circle(each * 5)] } });
    const first = await world.call(pullTerritoryShapes, ada, {});
    expect(first.features).toHaveLength(5);
    const rest = await world.call(pullTerritoryShapes, ada, { after: first.next! });
    expect(rest.features.map(({ properties }) => properties.name)).toEqual(['T5']);
    expect(rest.next).toBeNull();
  });
});
