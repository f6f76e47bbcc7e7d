import {
  bulkArchive,
  getLeadMap,
  setLeadStatus,
  type Actor,
  type InputOf,
  type OutputOf,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import pg from 'pg';
import { countOwner } from './counted-owners.js';
import { LeadMapGrid } from './lead-map-grid.js';
import { Parameters } from './parameters.js';
import {
  ada,
  alex,
  assign,
  found,
  inOwnWorld,
  maria,
  register,
  sam,
  startWorld,
  type World,
} from '../../test/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await assign(world, sam, { name: 'Austin A', latitude: 30.26, longitude: -97.74 });
  await assign(world, sam, { name: 'Austin B', latitude: 30.28, longitude: -97.7 });
  await assign(world, alex, { name: 'London', latitude: 51.5, longitude: -0.1 });
  await assign(world, alex, { name: 'Fiji', latitude: -17.8, longitude: 178 });
  await assign(world, sam, { name: 'Nowhere' });
});
afterAll(() => world.stop());

const map = (actor: Actor, query: Partial<InputOf<typeof getLeadMap>> = {}) =>
  world.call(getLeadMap, actor, { scope: 'all', ...query });
const shown = async (bbox: string, zoom: number) => {
  const { clusters, leads } = await map(ada, { bbox, zoom });
  return [clusters.map((each) => each.count), leads.map((each) => each.name).sort()];
};

describe('the map', () => {
  it('counts all leads of the filter and returns the bounds of those with coordinates', async () => {
    expect(await map(ada)).toMatchObject({
      total: 5,
      withoutCoordinates: 1,
      sampled: false,
      bounds: { west: -97.74, south: -17.8, east: 178, north: 51.5 },
    });
    expect(await map(sam)).toMatchObject({ total: 3, withoutCoordinates: 1 });
    expect(await map(ada, { q: 'nowhere' })).toEqual({
      total: 1,
      totalIsExact: true,
      withoutCoordinates: 1,
      sampled: false,
      bounds: null,
      clusters: [],
      leads: [],
    });
  });

  it('joins neighbours and separates them at a higher zoom', async () => {
    const { clusters, leads } = await map(ada, { zoom: 4 });
    expect(clusters).toEqual([
      {
        latitude: expect.closeTo(30.27),
        longitude: expect.closeTo(-97.72),
        count: 2,
        bounds: { west: -97.74, south: 30.26, east: -97.7, north: 30.28 },
        statuses: { new: 2 },
      },
    ]);
    expect(leads.map((each) => each.name).sort()).toEqual(['Fiji', 'London']);
    expect(await shown('-98,30,-97,31', 12)).toEqual([[], ['Austin A', 'Austin B']]);
  });

  it('shows the leads in the box, also across the date line', async () => {
    expect(await shown('-10,40,10,60', 6)).toEqual([[], ['London']]);
    expect(await shown('170,-30,190,0', 6)).toEqual([[], ['Fiji']]);
    expect(await shown('-190,-30,-170,0', 6)).toEqual([[], ['Fiji']]);
    expect(await shown('0,0,1,1', 6)).toEqual([[], []]);
  });
});

/** Keeps every replica from rolling up squares until it is called. */
async function withoutRollUp(own: World): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: own.databaseUrl });
  await client.connect();
  await client.query(
    `select pg_advisory_lock(hashtextextended('lead_cell_changes ' || n || ' leads', 0)) from generate_series(0, 7) n`,
  );
  return () => client.end();
}

const untilRolledUp = (own: World) =>
  eventually(
    async () => {
      const [left] = await own.database.query<{ count: number }>(
        'select count(*)::int as count from lead_cell_changes',
      );
      expect(left!.count).toBe(0);
    },
    { within: 20_000 },
  );

describe('the map of more leads than it scans', () => {
  it('uses grid squares that are exact before and after the roll-up, unless more than 10,000 changes wait', () =>
    inOwnWorld(async (own) => {
      const { id } = await assign(own, sam, { name: 'Alone', latitude: -30.5, longitude: 20.25 });
      await register(own, ...Array.from({ length: 10 }, () => found()));
      const rollUpAgain = await withoutRollUp(own);
      await own.database.query(
        `insert into user_businesses (user_id, business_id, name, assigned_at, latitude, longitude, status)
         select 100 + n / 10, (select min(id) from businesses) + n % 10, 'Copy', '2026-01-01', 40 + n * 0.0001, -100,
           case when n <= 5000 then 'recontact' else 'new' end
         from generate_series(1, 31000) n`,
      );
      const show = (query: object) => own.call(getLeadMap, ada, { scope: 'all', zoom: 3, ...query });
      const drawn = async () => {
        const { total, sampled, clusters, leads } = await show({});
        const recontacted = await show({ status: 'recontact' });
        const inBox = await show({ bbox: '-101,40,-99,40.5', zoom: 11 });
        return {
          total,
          sampled,
          count: clusters.reduce((sum, each) => sum + each.count, 0),
          statuses: clusters.map((each) => each.statuses),
          alone: leads.map((lead) => [lead.id, lead.name, lead.latitude, lead.longitude]),
          recontacted: recontacted.clusters.reduce((sum, each) => sum + each.count, 0),
          inBox: inBox.clusters.reduce((sum, each) => sum + each.count, 0),
        };
      };
      const expected = {
        total: 31_001,
        sampled: false,
        count: 31_000,
        statuses: [{ new: 26_000, recontact: 5_000 }],
        alone: [[id, 'Alone', -30.5, 20.25]],
        recontacted: 5_000,
        inBox: expect.any(Number),
      };
      const before = await drawn();
      expect(before).toEqual(expected);
      expect(before.inBox).toBeGreaterThanOrEqual(5_000);
      // Those that cancel each other wait, too.
      await own.database.query(
        `insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
         select 1, n, 0, 'new', leads, leads, leads from generate_series(1, 5000) n, unnest(array[1, -1]) leads`,
      );
      expect((await drawn()).sampled).toBe(true);
      await rollUpAgain();
      await untilRolledUp(own);
      expect(await drawn()).toEqual(before);
      const close = async (query: object) => {
        const { sampled, clusters } = await show({ bbox: '-101,40,-99,44', zoom: 13, ...query });
        return [sampled, clusters.length, clusters.reduce((sum, each) => sum + each.count, 0)];
      };
      // A square of the grid is 0.022 degrees, one of zoom 13 half of that.
      expect(await close({})).toEqual([false, 142, 31_000]);
      expect(await close({ status: 'recontact' })).toEqual([false, 47, 5_000]);
      expect(await close({ bbox: '-100.1,40,-99.9,41' })).toEqual([false, 92, 10_000]);
      const named = await show({ q: 'Copy' });
      expect(named).toMatchObject({ total: 10_000, totalIsExact: false, sampled: true, withoutCoordinates: 0 });
      const drawnOf = ({ clusters }: typeof named) => clusters.reduce((sum, each) => sum + each.count, 0);
      expect([drawnOf(named) >= 5_000, drawnOf(named) <= 5_100]).toEqual([true, true]);
      const parameters = new Parameters();
      const box = { west: -101, south: 40, east: -99, north: 44 };
      const sample = new LeadMapGrid(own.database).sample(box, "status = 'recontact'", parameters);
      const rows = await own.database.query<{ latitude: number }>(sample, parameters.values);
      // Of squares of 0.176 degrees, three have no other status and 128, 284 and 284 of the 5,000, and the fourth has others.
      expect([rows.length >= 696, rows.length <= 980]).toEqual([true, true]);
      expect(new Set(rows.map(({ latitude }) => Math.floor(latitude / 0.17578125))).size).toBe(4);
      await own.call(setLeadStatus, ada, { ref: { id }, status: 'recontact' });
      await own.call(bulkArchive, ada, { ids: [id + 1, id + 2] });
      expect((await drawn()).count).toBe(30_998);
      expect((await show({})).bounds).toMatchObject({ west: expect.any(Number) });
    }));

  describe('in a branch and in pools, of 2,041 owners each', () => {
    let own: World;
    beforeAll(async () => {
      own = await startWorld();
      await register(own, ...Array.from({ length: 10 }, () => found()));
      await own.database.query(
        `insert into assignees (id, username, full_name) select -n, 'Pool ' || n, 'Pool' from generate_series(2000, 4040) n`,
      );
      await own.database.query(
        `insert into user_businesses (user_id, business_id, name, assigned_at, latitude, longitude, status, archived)
         select sign * (2000 + n / 10), (select min(id) from businesses) + n % 10, 'Copy', '2026-01-01', 40 + n * 0.0001, -100 + n % 7,
           case when n <= 5000 then 'recontact' else 'new' end, n % 100 = 0
         from generate_series(1, 20400) n, unnest(array[1, -1]) sign`,
      );
      await untilRolledUp(own);
    });
    afterAll(() => own?.stop());

    const shown = async (actor: Actor, queries: Partial<InputOf<typeof getLeadMap>>[]) => {
      const maps = [];
      for (const query of queries) maps.push(await own.call(getLeadMap, actor, { scope: 'all', zoom: 3, ...query }));
      return maps.map(({ clusters, ...rest }) => ({ ...rest, clusters: clusters.map(rounded).toSorted(byPosition) }));
    };
    const counts = (maps: Awaited<ReturnType<typeof shown>>) =>
      maps.map(({ clusters }) => clusters.reduce((sum, { count }) => sum + count, 0));

    it('shows a branch the same, whether its owners have own squares or not', async () => {
      const owners = Array.from({ length: 2_041 }, (_, n) => 2_000 + n);
      const ofBranch = (other: number) => {
        // Answers of another branch are not those of before.
        own.branches.set(maria.id, [...owners, other]);
        const inBox = { bbox: '-101,40,-98.5,41', zoom: 11 };
        return shown(maria, [{}, { status: ['recontact'] }, { zoom: 9 }, inBox]);
      };
      const scanned = await ofBranch(10_001);
      expect(scanned[0]).toMatchObject({ total: 20_196, sampled: false });
      expect(counts(scanned)[0]).toBe(20_196);
      for (const owner of [2_003, 2_600, 2_040]) await countOwner(own.database, owner);
      expect(await ofBranch(10_002)).toEqual(scanned);
    });

    it('shows all pools exactly, whether they have own squares or not, without the leads of users', async () => {
      const ofPools = (north: number) => {
        // A box of its own, because the same one is cached.
        const inPools = { pool: true, bbox: `-110,0,-90,${north}` };
        const queries = [{}, { status: ['recontact' as const] }, { zoom: 9 }, { zoom: 11 }];
        return shown(
          ada,
          queries.map((query) => ({ ...inPools, ...query })),
        );
      };
      const scanned = await ofPools(50);
      expect(scanned[0]).toMatchObject({ total: 20_196, sampled: false });
      expect(counts(scanned)).toEqual([20_196, 4_950, 20_196, 20_196]);
      for (const owner of [-2_003, -2_600, -2_040]) await countOwner(own.database, owner);
      expect(await ofPools(50.1)).toEqual(scanned);
    });
  });
});

type Cluster = OutputOf<typeof getLeadMap>['clusters'][number];
const rounded = (each: Cluster) => ({
  ...each,
  latitude: each.latitude.toFixed(6),
  longitude: each.longitude.toFixed(6),
});
const byPosition = ({ bounds: one }: Pick<Cluster, 'bounds'>, { bounds: next }: Pick<Cluster, 'bounds'>) =>
  one.west - next.west || one.south - next.south;
