import { randomBytes } from 'node:crypto';
import {
  eventually,
  freshDatabase,
  startPgBouncer,
  startPostgres,
  type Pooler,
  type TestDatabase,
} from '@lead-finder/testing';
import { Client } from 'pg';
import { StartError } from '../config/environment.js';
import { runInContext, until } from '../context/request-context.js';
import { bootstrapDatabase, makeLogin } from './bootstrap.js';
import type { Database } from './database.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { openDatabase } from './open-database.js';
import { waitForDatabase } from './wait-for-database.js';
import { openLogger } from '../logging/logger.js';

const mark = randomBytes(4).toString('hex');
let own: TestDatabase;
let owner: Client;
let pooler: Pooler;
const opened: Database[] = [];

const withLogin = (service: string) =>
  Object.assign(new URL(own.url), { username: `${service}_${mark}`, password: 'secret' }).href;

async function open(schema: string, url: string, usesPrepared = true): Promise<Database> {
  const database = await openDatabase({ url, schema, entities: [], migrations: [], poolSize: 4, usesPrepared });
  opened.push(database);
  return database;
}

beforeAll(async () => {
  own = await freshDatabase();
  owner = new Client({ connectionString: own.url });
  await owner.connect();
  await bootstrapDatabase(own.url);
  for (const service of ['leads', 'users']) await makeLogin(own.url, service, withLogin(service));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ dataSource }) => dataSource.destroy()));
  await pooler?.stop();
});
afterAll(async () => {
  await owner.query(`drop role leads_${mark}, users_${mark}`);
  await owner.end();
  await own.drop();
});

describe.each([
  ['with prepared statements', { maxPrepared: 200, usesPrepared: true }],
  ['that does not know prepared statements', { maxPrepared: 0, usesPrepared: false }],
])('behind a transaction pooler %s', (_, { maxPrepared, usesPrepared }) => {
  beforeEach(async () => {
    pooler = await startPgBouncer({ to: ['leads', 'users'].map(withLogin), poolSize: 3, maxPrepared });
  });
  /** Does what the start of a service does. */
  const openBehind = async (schema: string) => {
    const url = pooler.through(withLogin(schema));
    await bootstrapDatabase(url, [schema]);
    return open(schema, url, usesPrepared);
  };

  it('several replicas of services start at once, each with its own role, schema and settings', async () => {
    const databases = await Promise.all(['leads', 'users', 'leads', 'users', 'leads'].map(openBehind));
    const session = `select current_user as role, current_schema as schema, current_setting('timezone') as zone,
      current_setting('statement_timeout') as timeout, current_setting('cpu_index_tuple_cost') as cost,
      current_setting('jit') as jit`;
    const settings = { zone: 'UTC', timeout: '1min', cost: '0.04', jit: 'off' };
    for (const [index, schema] of ['leads', 'users'].entries())
      expect(await databases[index]!.query(session)).toEqual([{ role: `lf_${schema}`, schema, ...settings }]);
    await databases[0]!.query('select from outbox');
  });

  it('statements of several clients run on the same connections', async () => {
    const databases = [await openBehind('leads'), await openBehind('leads')];
    const ask = (n: number) => databases[n % 2]!.prepared(`select $1::int + ${n % 3} as n`, [n]);
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)));
      expect(results).toEqual(Array.from({ length: 8 }, (_, n) => [{ n: n + (n % 3) }]));
    }
    const pids = databases.flatMap((database) =>
      [1, 2, 3, 4].map(() => database.query<{ pid: number }>('select pg_backend_pid() as pid')),
    );
    expect(new Set((await Promise.all(pids)).map(([row]) => row!.pid)).size).toBeLessThanOrEqual(3);
  });

  it('a statement whose caller has given up is cancelled, and no other', async () => {
    const database = await openBehind('leads');
    const given = until(performance.now() + 1_500, { requestId: 'r1' });
    const overdue = runInContext(given, () => database.query('select pg_sleep(60)'));
    const other = database.query('select pg_sleep(3)');
    await expect(overdue).rejects.toMatchObject({ code: '57014' });
    await other;
  });

  it('a lock belongs to one client of the deployment at a time, and those that wait occupy no connection', async () => {
    const url = pooler.through(withLogin('leads'));
    const database = await openBehind('leads');
    let running = 0;
    const work = async () => {
      expect(++running).toBe(1);
      await database.query('select pg_sleep(0.05)');
      running--;
    };
    await Promise.all(Array.from({ length: 6 }, () => withAdvisoryLock(url, 'spec', work)));
  });

  it('services continue after a restart of the pooler', async () => {
    const database = await openBehind('leads');
    await pooler.restart();
    await eventually(() => expect(database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]));
  });
});

describe('a pooler for logins that bootstrap has not made', () => {
  it('ends the start with a reason, before the migrations create tables elsewhere', async () => {
    pooler = await startPgBouncer({ to: [own.url] });
    const failed = open('leads', pooler.through(own.url));
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow(/each service needs a login of its own/);
    expect((await owner.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  });
});

describe('a start behind a pooler', () => {
  const lines: string[] = [];
  const wait = { log: openLogger('warn', { write: (line) => void lines.push(line) }), waitsForBootstrap: false };

  it('waits while the pooler does not reach PostgreSQL', async () => {
    const server = await startPostgres();
    pooler = await startPgBouncer({ to: [server.url], more: 'query_wait_timeout = 1\nserver_login_retry = 1' });
    await server.stop();
    const query = async () => {
      const client = new Client({ connectionString: pooler.through(server.url) });
      try {
        await client.connect();
        return (await client.query('select 1 as one')).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    const starting = waitForDatabase(query, wait);
    await eventually(() => expect(lines.join('')).toContain('08P01'));
    await server.restart();
    expect(await starting).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('ends with the reason of a pooler that goes on rejecting its connections', async () => {
    pooler = await startPgBouncer({ to: [withLogin('leads')], more: 'ignore_startup_parameters = extra_float_digits' });
    const opening = waitForDatabase(() => open('leads', pooler.through(withLogin('leads'))), {
      ...wait,
      maxRejectedMs: 600,
    });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/^The pooler rejects the connection, for 1 s: unsupported startup parameter/);
  });
});
