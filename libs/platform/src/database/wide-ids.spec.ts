import { freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bootstrapDatabase } from './bootstrap.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';
import { widenIds } from './wide-ids.js';

const schema = 'leads';
let own: TestDatabase;
let owner: Client;
let database: Database;
let runner: QueryRunner;

class Shop implements MigrationInterface {
  name = 'Shop1700000001000';
  async up(migration: QueryRunner): Promise<void> {
    await migration.query(`
      create table orders (id int generated always as identity primary key, user_id int not null, import_id int, total int);
      create index orders_of_user on orders (user_id, id desc) where import_id is not null;
      create unique index orders_pair on orders (import_id, user_id);
      create table parts (id int primary key, order_id int not null references orders on delete cascade, seen_ids int[] not null default '{}');
      create table log (order_id int);
      create function log_part() returns trigger language plpgsql as $$
      begin insert into log values (new.order_id); return null; end $$;
      create trigger logged after insert on parts for each row execute function log_part();
      create function is_paid(orders) returns boolean language sql immutable return ($1).total > 0;
      insert into orders (user_id) values (1)`);
  }
  async down(): Promise<void> {}
}

beforeEach(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url, [schema]);
  owner = new Client({ connectionString: own.url });
  await owner.connect();
  await owner.query(`set search_path to ${schema}; set role lf_leads`);
  // A schema of the version before has migrations, but no wide ids.
  await migrate({ url: own.url, schema, migrations: [] });
  database = await openDatabase({ url: own.url, schema, entities: [], migrations: [Shop], poolSize: 3 });
  runner = database.dataSource.createQueryRunner();
  await owner.query('insert into orders (user_id, import_id) select n % 7, n from generate_series(1, 5000) n');
  await owner.query(`insert into parts select n, n, array[n, 7] from generate_series(1, 5000) n`);
});
afterEach(async () => {
  await runner.release();
  await database.dataSource.destroy();
  await owner.end();
  await own.drop();
});

const typesOf = async () =>
  (
    await owner.query<{ name: string; type: string }>(
      `select attrelid::regclass || '.' || attname as name, atttypid::regtype::text as type
       from pg_attribute where attrelid in ('orders'::regclass, 'parts'::regclass, 'log'::regclass)
         and attnum > 0 and not attisdropped order by 1`,
    )
  ).rows.map(({ name, type }) => `${name} ${type}`);
const shapeOf = async () =>
  (
    await owner.query<{ line: string }>(
      `select pg_get_indexdef(indexrelid) as line from pg_index where indrelid in ('orders'::regclass, 'parts'::regclass)
       union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where conrelid in ('orders'::regclass, 'parts'::regclass) and contype <> 'n' order by 1`,
    )
  ).rows.map(({ line }) => line);
const wideTypes = [
  'log.order_id bigint',
  'orders.id bigint',
  'orders.import_id bigint',
  'orders.total integer',
  'orders.user_id bigint',
  'parts.id bigint',
  'parts.order_id bigint',
  'parts.seen_ids bigint[]',
];
const widen = (maxBytesInPlace?: number) => widenIds(runner, undefined, maxBytesInPlace);

describe.each([
  ['rewrites small tables', undefined],
  ['fills second columns of large tables', -1],
])('Widening that %s', (_way, maxBytesInPlace) => {
  it('changes the ids and nothing else', async () => {
    const [shape, rows] = [await shapeOf(), await owner.query('select id, user_id, import_id from orders order by id')];
    await widen(maxBytesInPlace);
    expect(await typesOf()).toEqual(wideTypes);
    expect(await shapeOf()).toEqual(shape);
    const after = await database.query('select id, user_id, import_id from orders order by id');
    expect(after).toEqual(rows.rows);
    expect(await database.query('insert into orders (user_id) values (3) returning id')).toEqual([{ id: 5002 }]);
    const parts = 'insert into parts (id, order_id) values (5001, 5002) returning seen_ids';
    expect(await database.query(parts)).toEqual([{ seen_ids: [] }]);
    expect(await database.query('select from orders where is_paid(orders)')).toEqual([]);
    await widen(maxBytesInPlace);
    expect(await typesOf()).toEqual(wideTypes);
  });

  it('lets sessions go on that have prepared statements and have run triggers', async () => {
    const read = () => database.prepared('select id, user_id as "userId" from orders where id = $1', [7]);
    const write = (id: number) =>
      database.transaction(async () => {
        await read();
        await database.query('insert into parts values ($1, $1)', [id]);
        return database.prepared('select id from parts where id = $1', [id]);
      });
    await owner.query('insert into orders (user_id) values (2)');
    const before = await read();
    await write(5001);
    await widen(maxBytesInPlace);
    expect(await read()).toEqual(before);
    await expect(write(4_000_000_000)).rejects.toThrow('foreign key');
    expect(await write(5002)).toEqual([{ id: 5002 }]);
  });
});

describe('Widening of a large table', () => {
  it('includes rows that are written meanwhile, and continues after an interruption', async () => {
    let batches = 0;
    const { query } = runner;
    runner.query = (async (sql: string, parameters?: unknown[]) => {
      if (sql.startsWith('update orders') && ++batches === 2) {
        await owner.query('insert into orders (user_id, import_id) values (9, 9000)');
        await owner.query('update orders set user_id = 8, import_id = null where id = 4990');
        throw new Error('interrupted');
      }
      return (await query.call(runner, sql, parameters)) as unknown;
    }) as typeof query;
    await expect(widen(-1)).rejects.toThrow('interrupted');
    const [checkpoint] = (await owner.query("select next_block::int as next from backfills where name like 'orders%'"))
      .rows as {
      next: number;
    }[];
    expect(checkpoint!.next).toBeGreaterThan(0);
    await widen(-1);
    expect(await typesOf()).toEqual(wideTypes);
    const found = await database.query(
      'select id, user_id as "userId", import_id as "importId" from orders where id in (4990, 5002) order by id',
    );
    expect(found).toEqual([
      { id: 4990, userId: 8, importId: null },
      { id: 5002, userId: 9, importId: 9000 },
    ]);
    expect((await owner.query('select from backfills')).rowCount).toBe(0);
  });

  it('does not hold up readers while a long transaction uses the table', async () => {
    const backup = new Client({ connectionString: own.url });
    await backup.connect();
    await backup.query(`begin; select from ${schema}.orders`);
    let waits = 0;
    const log = { warn: () => void (++waits === 1 && void backup.end()), info: () => undefined };
    const widening = widenIds(runner, log as never, -1);
    expect(await database.query('select count(*) as count from orders')).toEqual([{ count: 5001 }]);
    await widening;
    expect(waits).toBeGreaterThan(0);
    expect(await typesOf()).toEqual(wideTypes);
  });
});
