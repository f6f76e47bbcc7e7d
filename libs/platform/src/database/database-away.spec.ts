import { eventually, freePort, freshDatabase, type TestDatabase } from '@lead-finder/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { isDatabaseAway, isUnusableValue } from './database-errors.js';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  source = new DataSource({ type: 'postgres', url: database.url });
  await source.initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const connected = (pool: pg.Pool) => eventually(() => pool.connect());
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('PostgreSQL is not reachable', () => {
  it('if it refuses connections', async () => {
    const client = new pg.Client({ connectionString: `postgres://unknown@127.0.0.1:${await freePort()}/none` });
    expect(isDatabaseAway(await failure(client.connect()))).toBe(true);
  });

  it('if it ends the session during a statement', async () => {
    const error = await failure(source.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)'));
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('if it ends the session between two statements of a transaction', async () => {
    const work = source.transaction(async ({ queryRunner }) => {
      const [{ pid }] = (await queryRunner!.query('select pg_backend_pid() as pid')) as [{ pid: number }];
      await source.query('select pg_terminate_backend($1)', [pid]);
      await eventually(() => expect(queryRunner!.isReleased).toBe(true));
      await queryRunner!.query('select 1');
    });
    expect(isDatabaseAway(await failure(work))).toBe(true);
  });

  it('if no connection becomes free in time', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 100 });
    const connection = await connected(pool);
    try {
      expect(isDatabaseAway(await failure(pool.query('select 1')))).toBe(true);
    } finally {
      connection.release();
      await pool.end();
    }
  });

  it('if a statement exceeds its time limit', async () => {
    expect(isDatabaseAway(await failure(source.query('set statement_timeout = 20; select pg_sleep(5)')))).toBe(true);
  });

  it.each([
    ['a wrong statement', 'select nothing from nowhere'],
    ['a value that is refused', "select 'x'::int"],
  ])('but not if it rejects %s', async (_, sql) => {
    expect(isDatabaseAway(await failure(source.query(sql)))).toBe(false);
  });

  it('but not if something else fails', () => {
    expect([new TypeError('x is not a function'), 'a text', undefined].map(isDatabaseAway)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('A value that PostgreSQL cannot use', () => {
  it.each([
    "select 'x'::int",
    'select 3000000000::int',
    "select '0000-01-01'::date",
    "select '2026-02-30'::timestamptz",
    'select 1 / 0',
  ])('is distinguished from other errors: %s', async (sql) =>
    expect(isUnusableValue(await failure(source.query(sql)))).toBe(true),
  );

  it('is neither a wrong statement nor another failure', async () => {
    const others = [
      await failure(source.query('select nothing from nowhere')),
      new TypeError('x'),
      { code: 'ECONNRESET' },
      undefined,
    ];
    expect(others.map(isUnusableValue)).toEqual([false, false, false, false]);
  });
});
