import { listLeads, getLeadFacets, type LeadFilter } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import pg from 'pg';
import { CountRollup } from './count-rollup.js';
import { countOwner, forgetOwners, reviewOwners } from './counted-owners.js';
import { ada, assign, sam, startWorld, type World } from '../../test/world.js';

const writeCount = longRun ? 150 : 20;

let world: World;
let superuser: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  superuser = new pg.Client({ connectionString: world.databaseUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await world.stop();
});

const recount = {
  lead_counts: `select user_id, status, archived, existing_customer, imported,
    latitude is not null and longitude is not null as located, count(*) as leads
    from user_businesses group by 1, 2, 3, 4, 5, 6`,
  lead_values: `select user_id, 'tag' as kind, tag as value, status, archived, existing_customer, count(*) as leads
    from user_businesses cross join unnest(tags) as tag group by 1, 2, 3, 4, 5, 6
    union all select user_id, 'state', state, status, archived, existing_customer, count(*) from user_businesses
    where state is not null group by 1, 2, 3, 4, 5, 6`,
  lead_cells: `select 12 as level, user_id, floor(longitude * 16384 / 360)::int as x,
    floor(latitude * 16384 / 360)::int as y, status,
    count(*) as leads from user_businesses
    where latitude is not null and longitude is not null and not archived and not existing_customer
    group by 1, 2, 3, 4, 5`,
};
const rolledUp = {
  lead_counts: `select user_id, status, archived, existing_customer, imported, located, leads
    from lead_counts where leads <> 0`,
  lead_values: `select user_id, kind, value, status, archived, existing_customer, leads from lead_values`,
  lead_cells: `select level, user_id, x, y, status, leads from lead_cells where level = 12`,
};
const ofCounted = (table: keyof typeof recount) =>
  table === 'lead_counts'
    ? recount[table]
    : `select * from (${recount[table]}) as every where user_id in (select user_id from counted_owners)`;
const ofAllUsers = (sql: string) =>
  sql.replace('user_id,', '0 as user_id,').replaceAll('union all select user_id,', 'union all select 0,');

/** Statements as the service runs them, on one row or many. */
const writes = [
  `insert into user_businesses (user_id, business_id, name, state, tags, latitude, longitude, archived)
   select 100 + (random() * 4)::int, id, name, (array['TX', 'NV', null])[1 + (random() * 2)::int],
     (array['{}', '{Imported}', '{Hot,Imported}', '{hot}'])[1 + (random() * 3)::int]::text[],
     case when random() < 0.6 then random() * 2 end, random() * 2, random() < 0.2
   from businesses order by random() limit 20 on conflict do nothing`,
  `update user_businesses set status = (array['new', 'recontact', 'closed_won'])[1 + (random() * 2)::int]
   where random() < 0.3`,
  `update user_businesses set archived = not archived where random() < 0.2`,
  `update user_businesses set existing_customer = not existing_customer where random() < 0.1`,
  `update user_businesses set tags = array_append(tags, 'Tag ' || (random() * 5)::int) where random() < 0.1`,
  `update user_businesses set latitude = null where random() < 0.05`,
  `update user_businesses set longitude = random() * 2, latitude = random() where random() < 0.1`,
  `update user_businesses u set user_id = 100 + (random() * 4)::int where random() < 0.1
     and not exists (select 1 from user_businesses o where o.business_id = u.business_id and o.id <> u.id)`,
  `delete from user_businesses where random() < 0.1`,
  `update user_businesses set revision = revision + 1`,
];

const tables = ['lead_counts', 'lead_values', 'lead_cells'] as const;
/** Rolled-up rows and, for the sums, the changes that wait. */
const counted = {
  lead_counts: 'user_id, status, archived, existing_customer, imported, located',
  lead_values: 'user_id, kind, value, status, archived, existing_customer',
  lead_cells: 'user_id, x, y, status',
};

async function expectSums() {
  for (const table of tables) {
    const columns = counted[table];
    const finest = table === 'lead_cells' ? 'and level = 12' : '';
    const changes = `${table.slice(0, -1)}_changes`;
    const isCounted = table === 'lead_counts' ? '' : 'where user_id in (select user_id from counted_owners)';
    const ofEach = `select ${columns}, leads from ${table} where user_id <> 0 ${finest}
      union all select ${columns}, leads from ${changes} ${isCounted}`;
    const ofAll = `select ${columns}, leads from ${table} where user_id = 0 ${finest}
      union all select 0 as ${columns}, leads from ${changes}`;
    for (const [truth, rows] of [
      [ofCounted(table), ofEach],
      [ofAllUsers(recount[table]), ofAll],
    ]) {
      const sums = `select ${columns}, sum(leads) as leads from (${rows}) as counts
        group by ${columns} having sum(leads) <> 0`;
      const differing = await world.database.query(
        `(select ${columns}, leads from (${truth}) as truth except ${sums})
         union all (${sums} except select ${columns}, leads from (${truth}) as truth)`,
      );
      expect({ table, truth, differing }).toEqual({ table, truth, differing: [] });
    }
  }
}

/** Ends the connection of a roll-up between any two of its statements, as a crash of a replica does. */
async function killRollUp(): Promise<void> {
  const kill = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
       and query ~ 'lead_(count|value|cell)_changes|leads = 0' limit 1`;
  for (let tries = 0; tries < 20; tries++) if ((await superuser.query(kill)).rowCount) return;
}

describe('stored counts', () => {
  it(`equal a recount after any writes, for each user and for all users (seed ${testSeed})`, async () => {
    for (let n = 0; n < 60; n++) await assign(world, sam);
    await countOwner(world.database, 101);
    await world.database.query(`select setseed(${(testSeed % 1000) / 1000})`);
    const rollup = world.get(CountRollup);
    let kills = 0;
    for (let write = 0; write < writeCount; write++) {
      const replicas = [1, 2, 3].map(() => rollup.rollUp().catch(() => kills++));
      // The unique constraint may reject a random move. A rejected statement must leave no trace.
      const written = world.database.query(writes[(write * 7 + testSeed) % writes.length]!).catch(() => undefined);
      const owner = 100 + ((write * 3 + testSeed) % 5);
      const reviewed = (write % 3 ? countOwner(world.database, owner) : forgetOwners(world.database, [owner])).catch(
        () => undefined,
      );
      await killRollUp();
      await Promise.all([...replicas, written, reviewed]);
      await expectSums();
    }
    expect(kills).toBeGreaterThan(0);
    await eventually(async () => {
      const [left] = await world.database.query<{ count: number }>(
        `select (select count(*) from lead_count_changes) + (select count(*) from lead_value_changes)
             + (select count(*) from lead_cell_changes) as count`,
      );
      expect(Number(left!.count)).toBe(0);
    });
    for (const table of tables) {
      for (const mine of ['user_id <> 0', 'user_id = 0']) {
        const truth = mine === 'user_id = 0' ? ofAllUsers(recount[table]) : ofCounted(table);
        const stored = `select * from (${rolledUp[table]}) as stored where ${mine}`;
        const differing = await world.database.query(
          `(select * from (${truth}) as truth except ${stored})
           union all (${stored} except select * from (${truth}) as truth)`,
        );
        expect({ table, mine, differing }).toEqual({ table, mine, differing: [] });
      }
    }
  });

  it('do not notice a statement that changes details alone, and the words of a search do', async () => {
    await superuser.query('set search_path to leads, public; begin; truncate lead_search_changes, lead_count_changes');
    const count = async (table: string) => (await superuser.query(`select from ${table}`)).rowCount;
    const update = "update user_businesses set status = case status when 'new' then 'recontact' else 'new' end";
    await superuser.query(`savepoint details; set local lead_finder.backfill = 'details'; ${update}`);
    expect(await count('lead_search_changes')).toBeGreaterThan(0);
    expect(await count('lead_count_changes')).toBe(0);
    await superuser.query(`rollback to savepoint details; ${update}`);
    expect(await count('lead_count_changes')).toBeGreaterThan(0);
    await superuser.query('rollback; reset search_path');
  });

  it('do not notice a backfill, and notice what follows it in its session', async () => {
    const changes = async () => {
      const { rows } = await superuser.query<{ count: number }>(
        'select count(*)::int as count from lead_search_changes',
      );
      return rows[0]!.count;
    };
    const update = 'update user_businesses set import_row = 7';
    await superuser.query('set search_path to leads, public; begin; truncate lead_search_changes');
    await superuser.query(`savepoint backfill; set local lead_finder.backfill = 'on'; ${update}`);
    expect(await changes()).toBe(0);
    await superuser.query(`rollback to savepoint backfill; ${update}`);
    expect(await changes()).toBeGreaterThan(0);
    await superuser.query('rollback; reset search_path');
  });

  it.each<LeadFilter>([{}, { status: 'recontact' }, { archived: 'any', existingCustomers: true }, { userId: 102 }])(
    'return the same for the filter %j as a scan',
    async (filter) => {
      const counted = await world.call(listLeads, ada, { scope: 'all', ...filter });
      const scanned = await world.call(listLeads, ada, { scope: 'all', ...filter, q: 'bakery', count: 'exact' });
      expect(counted.total).toBe(scanned.total);
      const { tags } = await world.call(getLeadFacets, ada, { scope: 'all', ...filter });
      for (const { value, count } of tags) {
        const { total } = await world.call(listLeads, ada, { scope: 'all', ...filter, tag: value });
        expect(count).toBeGreaterThanOrEqual(total);
      }
    },
  );

  it('give an owner the same facets, tags and totals whether the owner has own counts or not', async () => {
    const shown = async () => {
      const filter = { scope: 'all', userId: sam.id } as const;
      const facets = await world.call(getLeadFacets, ada, filter);
      const { total } = await world.call(listLeads, ada, { ...filter, tag: ['hot'] });
      return { facets, total, ofState: await world.call(getLeadFacets, ada, { ...filter, status: ['new'], q: 't' }) };
    };
    await assign(world, sam);
    await world.database.query(`update user_businesses set state = 'TX', tags = '{Hot,hot,Cold}' where user_id = $1`, [
      sam.id,
    ]);
    await forgetOwners(world.database, [sam.id]);
    const scanned = await shown();
    expect(scanned.total).toBeGreaterThan(0);
    await countOwner(world.database, sam.id);
    expect(await shown()).toEqual(scanned);
  });

  it('are for owners of many leads, and go when most of these are gone', async () => {
    const isCounted = async () => {
      while (await reviewOwners(world.database));
      const [row] = await world.database.query<{ is: boolean; stored: number; sum: number }>(
        `select exists (select from counted_owners where user_id = 7) as is,
           (select coalesce(sum(leads), 0)::int from lead_values where user_id = 7) as stored,
           (select sum(leads)::int from (select leads from lead_values where user_id = 7
            union all select leads from lead_value_changes where user_id = 7) as counts) as sum`,
      );
      const { is, stored, sum } = row!;
      expect(is ? sum : stored).toBe(is ? 3 : 0);
      return is;
    };
    const own = (leads: number) =>
      world.database.query(
        `insert into lead_counts values (7, 'new', false, false, false, false, $1)
         on conflict (user_id, status, archived, existing_customer, imported, located) do update set leads = excluded.leads`,
        [leads],
      );
    await world.database.query(
      `insert into businesses (place_id, match_key, name) select 'many:' || n, 'many:' || n, 'Many' from generate_series(1, 3) n`,
    );
    await world.database.query(
      `insert into user_businesses (user_id, business_id, name, state)
       select 7, id, name, 'TX' from businesses where name = 'Many'`,
    );
    for (const [leads, expected] of [
      [4_900, false],
      [5_100, true],
      [2_600, true],
      [2_400, false],
    ] as const) {
      await own(leads);
      expect([leads, await isCounted()]).toEqual([leads, expected]);
    }
  });

  it('are for pools with a tenth of these leads, because a map reads all pools together', async () => {
    for (const [leads, expected] of [
      [490, false],
      [510, true],
      [260, true],
      [240, false],
    ] as const) {
      await world.database.query(
        `insert into lead_counts values (-7, 'new', false, false, false, false, $1)
         on conflict (user_id, status, archived, existing_customer, imported, located) do update set leads = excluded.leads`,
        [leads],
      );
      while (await reviewOwners(world.database));
      const counted = await world.database.query('select from counted_owners where user_id = -7');
      expect([leads, counted.length === 1]).toEqual([leads, expected]);
    }
  });

  it('are for every owner while ids are int, because version 0.1.0 reads those', async () => {
    const undone = new Error('undone');
    const ofOwner = async () => {
      const [row] = await world.database.query<{ stored: number; waiting: number }>(
        `select (select coalesce(sum(leads), 0)::int from lead_values where user_id = 8) as stored,
           (select count(*)::int from lead_value_changes where user_id = 8) as waiting`,
      );
      return row!;
    };
    const work = world.database.transaction(async () => {
      const [isOnMap] = await world.database.query<{ definition: string }>(
        "select pg_get_functiondef('is_on_map(user_businesses)'::regprocedure) as definition",
      );
      await world.database.query('drop function is_on_map(user_businesses)');
      await world.database.query('alter table user_businesses alter column id type int');
      await world.database.query(isOnMap!.definition);
      await world.database.query(
        `insert into user_businesses (user_id, business_id, name, state) select 8, min(id), 'One', 'TX' from businesses`,
      );
      await eventually(async () => {
        await world.get(CountRollup).rollUp();
        expect(await ofOwner()).toEqual({ stored: 1, waiting: 0 });
      });
      await reviewOwners(world.database);
      expect(await ofOwner()).toEqual({ stored: 1, waiting: 0 });
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });
});
