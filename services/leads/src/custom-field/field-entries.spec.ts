import * as contracts from '@lead-finder/contracts';
import { getLeadFacets, listLeads, type Actor } from '@lead-finder/contracts';
import { eventually, longRun } from '@lead-finder/testing';
import { orderedNumber } from '../list/field-entries.rules.js';
import { leadConditions } from '../list/lead-filter.rules.js';
import { Parameters } from '../list/parameters.js';
import { randomFrom } from '../seed/random.rules.js';
import { ada, alex, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

type Fields = Record<string, unknown>;
const fieldTypes = {
  region: 'one_of',
  interests: 'several_of',
  employees: 'number',
  renewal: 'date',
  partner: 'yes_no',
  remark: 'text',
};

const isReady = async (key: string) => {
  const [row] = await world.database.query<{ ready: boolean }>(
    'select exists (select from filtered_fields where key = $1 and after_id is null and not removed) as ready',
    [key],
  );
  return row!.ready;
};
const setFilter = (key: string, filter: boolean) =>
  world.database.query('update custom_field_definitions set filter = $2 where key = $1', [key, filter]);

async function define(key: keyof typeof fieldTypes): Promise<void> {
  await world.database.query(
    'insert into custom_field_definitions (key, name, type, filter, position) values ($1, $1, $2, true, 1)',
    [key, fieldTypes[key]],
  );
}
const untilReady = (...keys: string[]) =>
  eventually(async () => {
    for (const key of keys) expect(await isReady(key)).toBe(true);
  });

let businesses = 0;
async function add(fields: readonly Fields[], owner: Actor = sam): Promise<number[]> {
  const rows = await world.database.query<{ id: number }>(
    `with business as (
       insert into businesses (place_id, match_key, name)
       select 'field-' || n, 'field-' || n, 'Business ' || n from generate_series($2::int + 1, $2 + jsonb_array_length($3)) n
       returning id, name
     ), numbered as (select *, row_number() over (order by id) as n from business)
     insert into user_businesses (user_id, business_id, assigned_at, name, custom_fields)
     select $1, id, now(), name, $3::jsonb -> (n - 1)::int from numbered order by n returning id`,
    [owner.id, businesses, JSON.stringify(fields)],
  );
  businesses += fields.length;
  return rows.map(({ id }) => id);
}

const ids = async (field: string[], actor = ada, more: Fields = {}) => {
  const { leads } = await world.call(listLeads, actor, { scope: 'all', field, pageSize: 100, ...more });
  return leads.map(({ userBusiness }) => userBusiness.id).sort((a, b) => a - b);
};

const clear = async () => {
  await world.database.transaction(() => world.database.query('delete from custom_field_definitions'));
  await eventually(async () => expect(await world.database.query('select 1 from filtered_fields')).toEqual([]));
  await world.empty();
};

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}
/** Returns how many rows the plan read of the tables. */
const readBy = (node: PlanNode): number => {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] ? each * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).map(readBy).reduce((sum, rows) => sum + rows, 0);
};

describe('a list with a filter of a custom field', () => {
  beforeEach(clear);

  it('has the leads of a value, of one of several values, of a range and of no value', async () => {
    await define('region');
    await define('interests');
    await define('employees');
    await define('renewal');
    await define('partner');
    await define('remark');
    const [north, south, none] = await add([
      {
        region: 'North',
        interests: ['Golf', 'Chess'],
        employees: -2.5,
        renewal: '2026-11-30',
        partner: true,
        remark: 'x',
      },
      { region: 'South', interests: ['Chess'], employees: 10, renewal: '2026-12-01', partner: false },
      { interests: [], email: 'kept@example.com' },
    ]);
    await untilReady(...Object.keys(fieldTypes));
    expect(await ids(['region=North'])).toEqual([north]);
    expect(await ids(['region=North', 'region=South'])).toEqual([north, south]);
    expect(await ids(['region!'])).toEqual([none]);
    expect(await ids(['region=North', 'region!'])).toEqual([north, none]);
    expect(await ids(['interests=Golf', 'interests=Chess'])).toEqual([north, south]);
    expect(await ids(['interests!'])).toEqual([none]);
    expect(await ids(['employees:-3..0'])).toEqual([north]);
    expect(await ids(['employees:9.5..10'])).toEqual([south]);
    expect(await ids(['employees:0..'])).toEqual([south]);
    expect(await ids(['employees:..10'])).toEqual([north, south]);
    expect(await ids(['renewal:2026-12-01..'])).toEqual([south]);
    expect(await ids(['renewal:2026-11-01..2026-11-30'])).toEqual([north]);
    expect(await ids(['renewal:..'])).toEqual([north, south]);
    expect(await ids(['partner=false'])).toEqual([south]);
    expect(await ids(['remark:..'])).toEqual([north]);
    expect(await ids(['region=North', 'interests=Chess'])).toEqual([north]);
    expect(await ids(['region=North', 'employees:0..'])).toEqual([]);
  });

  it('shows a user the own leads alone, and a manager those of the branch', async () => {
    await define('region');
    const [own] = await add([{ region: 'North' }]);
    const [other] = await add([{ region: 'North' }], alex);
    await untilReady('region');
    world.branches.set(maria.id, [sam.id, alex.id]);
    expect(await ids(['region=North'], sam)).toEqual([own]);
    expect(await ids(['region=North'], maria)).toEqual([own, other]);
    expect(await ids(['region=North'], maria, { q: 'Business' })).toEqual([own, other]);
    const { users } = await world.call(getLeadFacets, ada, { scope: 'all', field: 'region=North' });
    expect(users.map(({ id, count }) => [id, count])).toEqual([
      [sam.id, 1],
      [alex.id, 1],
    ]);
  });

  it('agrees with the values of the leads whatever changes while filters come and go', async () => {
    const random = randomFrom(20_261_126);
    const pick = <T>(...of: readonly T[]) => of[Math.floor(random() * of.length)]!;
    const anyFields = (): Fields => {
      const fields: Fields = {
        email: 'a@example.com',
        region: pick('North', 'South', undefined),
        employees: pick(1, 2.5, -4, undefined),
      };
      return JSON.parse(JSON.stringify(fields)) as Fields;
    };
    const all = new Map<number, Fields>();
    const addSome = async () => {
      const fields = Array.from({ length: 20 }, anyFields);
      for (const [n, id] of (await add(fields)).entries()) all.set(id, fields[n]!);
    };
    await addSome();
    await define('region');
    for (let n = 0; n < (longRun ? 60 : 12); n++) {
      const some = [...all.keys()].filter(() => random() < 0.2);
      const change = pick('add', 'change', 'delete', 'forget', 'define');
      if (change === 'add' && all.size < 80) await addSome();
      if (change === 'change') {
        for (const id of some) all.set(id, anyFields());
        await world.database.query(
          `update user_businesses set custom_fields = given.fields from unnest($1::bigint[], $2::jsonb[]) as given (id, fields)
           where user_businesses.id = given.id`,
          [some, some.map((id) => JSON.stringify(all.get(id)))],
        );
      }
      if (change === 'delete') {
        for (const id of some) all.delete(id);
        await world.database.query('delete from user_businesses where id = any ($1)', [some]);
      }
      if (change === 'forget') await setFilter('region', false);
      if (change === 'define') await setFilter('region', true);
    }
    await setFilter('region', true);
    await define('employees');
    await untilReady('region', 'employees');
    const expected = (has: (fields: Fields) => boolean) =>
      [...all].filter(([, fields]) => has(fields)).map(([id]) => id);
    expect(await ids(['region=North'])).toEqual(expected(({ region }) => region === 'North'));
    expect(await ids(['region!'])).toEqual(expected(({ region }) => region === undefined));
    expect(await ids(['employees:1..'])).toEqual(expected(({ employees }) => Number(employees) >= 1));
  });

  it.each([
    ['few', 1_000],
    ['many', 1_001],
  ])('reads the leads of a user and %s entries once while PostgreSQL has no statistics of them', async (_, entries) => {
    const tables = ['user_businesses', 'lead_field_entries'];
    for (const table of tables) await world.database.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await define('region');
    await untilReady('region');
    await add(Array.from({ length: 300 }, () => ({ region: 'North' })));
    for (const table of tables) await world.database.query(`analyze ${table}`);
    await add(
      Array.from({ length: 300 }, () => ({ region: 'South' })),
      alex,
    );
    const parameters = new Parameters();
    const filter = { scope: 'all', sort: 'newest', userId: alex.id, field: ['region=South'] } as const;
    const counted = { ...filter, field: [...filter.field], entries: new Map([['region', entries]]) };
    const [row] = await world.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) select id from user_businesses where ${leadConditions(counted, ada, parameters)}`,
      parameters.values,
    );
    const { Plan: plan } = row!['QUERY PLAN'][0];
    expect([plan['Actual Rows'], readBy(plan)]).toEqual([300, 600]);
  });

  it('orders numbers in the database as in the service', async () => {
    const numbers = [0, -0, 1, -1, 0.1, -2.5, 1e15, -1e15, 5e-324, 1234567.89];
    const rows = await world.database.query<{ text: string }>(
      'select ordered_number(n) as text from unnest($1::float8[]) with ordinality as each (n, at) order by at',
      [numbers],
    );
    expect(rows.map(({ text }) => text)).toEqual(numbers.map(orderedNumber));
  });

  it.each(['listLeads', 'pullLeads', 'getLeadFacets', 'getLeadMap'] as const)(
    'rejects a field without a filter in %s',
    async (call) => {
      const rejection = failure(world.call(contracts[call], ada, { scope: 'all', field: ['region=North'] }));
      await expect(rejection).resolves.toMatchObject({
        kind: 'invalid',
        details: { issues: [{ path: 'field', message: 'There is no filter "region"' }] },
      });
    },
  );

  it('knows the leads of a transaction that began before the filter', async () => {
    let commit = () => {};
    const committed = new Promise<void>((resolve) => (commit = resolve));
    const inserted = new Promise<number>((resolve) => {
      void world.database.transaction(async () => {
        const [id] = await add([{ region: 'North' }]);
        resolve(id!);
        await committed;
      });
    });
    const id = await inserted;
    await define('region');
    await eventually(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      expect(await world.database.query(waiting)).toHaveLength(1);
    });
    commit();
    await untilReady('region');
    expect(await ids(['region=North'])).toEqual([id]);
  });
});
