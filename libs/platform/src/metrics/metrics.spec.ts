import { randomUUID } from 'node:crypto';
import { eventually, freshDatabase, testRedis } from '@lead-finder/testing';
import { Client } from 'pg';
import { bootstrapDatabase } from '../database/bootstrap.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { Readiness } from '../health/health-server.js';
import { openBullQueues } from '../jobs/bull-queues.js';
import { openLogger } from '../logging/logger.js';
import { startMetricsServer } from './metrics-server.js';
import { Metrics } from './metrics.js';

const log = openLogger('silent');
let metrics: Metrics;
let server: Awaited<ReturnType<typeof startMetricsServer>>;
const closing: (() => Promise<unknown>)[] = [];

const ask = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
const valueOf = async (series: string) => {
  const line = (await ask()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

async function serviceDatabase(schema: string, url: string): Promise<Database> {
  const database = await openDatabase({ url, schema, entities: [], migrations: [], poolSize: 2 });
  closing.push(() => database.dataSource.destroy());
  return database;
}

const append = (database: Database, ageSeconds: number) =>
  database.query(
    `insert into outbox (id, type, payload, request_id, occurred_at) values ($1, 'x', '{}', 'r', now() - make_interval(secs => $2))`,
    [randomUUID(), ageSeconds],
  );

async function cancelSleep(url: string): Promise<void> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'select pg_sleep(60)'`);
  await owner.end();
}

beforeEach(async () => {
  metrics = new Metrics(log);
  server = await startMetricsServer('127.0.0.1', 0, metrics);
  closing.push(() => server.stop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('metrics', () => {
  it('count the requests of each route by status and duration', async () => {
    metrics.observeRequest({ method: 'GET', route: '/api/business/:id', class: 'read', status: '200' }, 0.02);
    metrics.observeRequest({ method: 'GET', route: '/api/business/:id', class: 'read', status: '500' }, 0.3);
    const labels = 'method="GET",route="/api/business/:id",class="read"';
    expect(await valueOf(`http_request_duration_seconds_count{${labels},status="500"}`)).toBe(1);
    expect(await valueOf(`http_request_duration_seconds_bucket{le="0.025",${labels},status="200"}`)).toBe(1);
  });

  it('report whether the process can serve each of its roles, and their notices', async () => {
    let problem: Error | null = null;
    const check = async () => {
      if (problem) throw problem;
    };
    const notices = () => [{ code: 'made_up', text: 'A setting is missing.' }];
    metrics.watchRoles(['leads', 'gateway'], new Readiness(() => [{ name: 'leads', check, notices }]));
    expect(await valueOf('role_ready{role="leads"}')).toBe(1);
    expect(await valueOf('role_notice{role="leads",notice="made_up"}')).toBe(1);
    problem = new Error('the database is away');
    await eventually(async () => expect(await valueOf('role_ready{role="gateway"}')).toBe(0));
  });

  it('report the lag of the event loop', async () =>
    expect(await valueOf('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0));

  it('report for each service of the process the waiting events, their age, and the queries that wait for a connection', async () => {
    const { url } = await freshDatabase();
    await bootstrapDatabase(url);
    const [leads, users] = [await serviceDatabase('leads', url), await serviceDatabase('users', url)];
    metrics.watchService('leads', leads, [
      { name: 'made_up', help: 'x', labels: ['kind'], sql: "select 'a' as kind, 7 as value" },
    ]);
    metrics.watchService('users', users);
    await append(leads, 90);
    await append(leads, 10);
    expect(await valueOf('outbox_waiting_events{service="leads"}')).toBe(2);
    expect(await valueOf('outbox_oldest_seconds{service="leads"}')).toBeGreaterThanOrEqual(90);
    expect(await valueOf('outbox_waiting_events{service="users"}')).toBe(0);
    expect(await valueOf('outbox_oldest_seconds{service="users"}')).toBe(0);
    expect(await valueOf('parked_events{service="leads"}')).toBe(0);
    expect(await valueOf('made_up{service="leads",kind="a"}')).toBe(7);
    // Other specs use the same server.
    expect(await valueOf('database_server_connections{service="users"}')).toBeGreaterThanOrEqual(2);
    const [limit] = await users.query<{ max_connections: string }>('show max_connections');
    expect(await valueOf('database_server_connections_limit{service="users"}')).toBeLessThan(
      Number(limit!.max_connections),
    );
    // Both connections of the pool are busy, so the third query waits.
    const busy = [1, 2].map(() => leads.query('select pg_sleep(60)').catch(() => undefined));
    const third = leads.query('select 1').catch(() => undefined);
    expect(await valueOf('database_pool_waiting{service="leads"}')).toBeGreaterThanOrEqual(1);
    expect(await valueOf('database_pool_connections{service="leads",state="busy"}')).toBe(2);
    await cancelSleep(url);
    await Promise.all([...busy, third]);
    await eventually(async () => expect(await valueOf('database_pool_waiting{service="leads"}')).toBe(0));
  }, 60_000);

  it('report all others if a database is not reachable', async () => {
    const { url } = await freshDatabase();
    await bootstrapDatabase(url);
    const database = await openDatabase({ url, schema: 'places', entities: [], migrations: [], poolSize: 1 });
    metrics.watchService('places', database);
    const request = { method: 'GET', route: '/x', class: 'read', status: '200' };
    metrics.observeRequest(request, 0.1);
    await database.dataSource.destroy();
    expect(await valueOf('outbox_waiting_events{service="places"}')).toBeUndefined();
    expect(
      await valueOf('http_request_duration_seconds_count{method="GET",route="/x",class="read",status="200"}'),
    ).toBe(1);
  });

  const stores = {
    Redis: async () => ({ redisUrl: await testRedis() }),
    PostgreSQL: async () => ({ databaseUrl: (await freshDatabase()).url }),
  };

  it.each(Object.entries(stores))(
    'report the waiting jobs of the queues of this process, on %s',
    async (_, store) => {
      const jobs = await openBullQueues(await store(), log);
      closing.push(() => jobs.close());
      metrics.watchQueues(jobs);
      let finish = () => {};
      const working = new Promise<void>((resolve) => (finish = resolve));
      await jobs.work('mail', 'wait', () => working);
      await jobs.enqueue('mail', 'wait', {});
      await eventually(async () => expect(await valueOf('job_queue_active{queue="mail"}')).toBe(1));
      await jobs.enqueue('mail', 'wait', {});
      await eventually(async () => expect(await valueOf('job_queue_waiting{queue="mail"}')).toBe(1));
      await eventually(async () => expect(await valueOf('job_queue_oldest_seconds{queue="mail"}')).toBeGreaterThan(0));
      finish();
      await eventually(async () => expect(await valueOf('job_queue_active{queue="mail"}')).toBe(0));
    },
    60_000,
  );
});
