import { eventually, freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openLogger } from '../logging/logger.js';
import { bootstrapDatabase } from './bootstrap.js';
import { migrate, type MigrationClass, PendingMigrationsError } from './migrate.js';
import { createIndexOnline } from './online-index.js';
import { openDatabase } from './open-database.js';

const migration = (number: number, sql: string): MigrationClass =>
  class implements MigrationInterface {
    name = `Step1700000000${String(number).padStart(3, '0')}`;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }
    async down(): Promise<void> {}
  };

const schema = 'leads';
const log = openLogger('silent');
let own: TestDatabase;
let owner: Client;

beforeEach(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url, [schema]);
  owner = new Client({ connectionString: own.url });
  await owner.connect();
  await owner.query(`set search_path to ${schema}`);
});
afterEach(async () => {
  await owner.end();
  await own.drop();
});

const run = (...migrations: MigrationClass[]) => migrate({ url: own.url, schema, migrations, log });
const valueOf = async (sql: string) => Object.values((await owner.query(sql)).rows[0] as object)[0] as unknown;
const table = migration(1, 'create table things (id int); insert into things values (1)');

describe('A migration', () => {
  it('runs once, also if several processes start at the same time', async () => {
    const counted = [table, migration(2, 'insert into things values (2)')];
    await Promise.all([run(...counted), run(...counted), run(...counted)]);
    expect(await valueOf('select array_agg(id order by id) from things')).toEqual([1, 2]);
  });

  it('has no time limit, and belongs to the role of its service', async () => {
    const limit = "current_setting('statement_timeout')";
    await run(table, migration(2, `create table limits as select ${limit} as statement, current_user::text as role`));
    expect(await valueOf(`select statement || ' ' || role from limits`)).toBe('0 lf_leads');
  });

  it('that waits for a lock does not hold up readers, and succeeds when the lock is free', async () => {
    await run(table);
    const backup = new Client({ connectionString: own.url });
    await backup.connect();
    await backup.query(`begin; select from ${schema}.things`);
    const migrating = run(table, migration(2, 'alter table things add column note text'));
    const waiting = `select count(*)::int from pg_stat_activity where datname = current_database()
      and application_name = 'leads migrations' and wait_event_type = 'Lock'`;
    await eventually(async () => expect(await valueOf(waiting)).toBe(1));
    expect(await valueOf('select count(*)::int from things')).toBe(1);
    await eventually(async () => expect(await valueOf(waiting)).toBe(0));
    await backup.end();
    await migrating;
    expect(await valueOf('select count(note)::int from things')).toBe(0);
  });

  it('builds an index beside a long transaction, and again if a build was interrupted', async () => {
    await run(table);
    await owner.query(
      "create unique index things_id on things (id); update pg_index set indisvalid = false where indexrelid = 'things_id'::regclass",
    );
    class Indexed extends migration(2, '') {
      override transaction = false;
      override up = (runner: QueryRunner) => createIndexOnline(runner, 'things_id', 'on things (id)');
    }
    const backup = new Client({ connectionString: own.url });
    await backup.connect();
    await backup.query(`begin isolation level repeatable read; select from ${schema}.things`);
    const migrating = run(table, Indexed);
    const waiting = `select count(*)::int from pg_stat_activity where application_name = 'leads migrations'
      and datname = current_database() and wait_event = 'virtualxid'`;
    await eventually(async () => expect(await valueOf(waiting)).toBe(1));
    await owner.query('insert into things values (2)');
    await backup.end();
    await migrating;
    const built = "select indisvalid and not indisunique from pg_index where indexrelid = 'things_id'::regclass";
    expect(await valueOf(built)).toBe(true);
  });
});

describe('A service that does not migrate its schema itself', () => {
  const open = (...migrations: MigrationClass[]) =>
    openDatabase({ url: own.url, schema, entities: [], migrations, poolSize: 1, migratesFirst: false });

  it('starts only on a schema that has all of its migrations', async () => {
    await expect(open(table)).rejects.toThrow(PendingMigrationsError);
    await run(table, migration(2, 'select 1'));
    const database = await open(table);
    expect(await database.query('select id from things')).toEqual([{ id: 1 }]);
    await database.dataSource.destroy();
  });
});
