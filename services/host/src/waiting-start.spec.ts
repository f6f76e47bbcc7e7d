import { serviceNames } from '@lead-finder/contracts';
import { bootstrapDatabase, makeLogin } from '@lead-finder/platform';
import { eventually, freePort, freshDatabase, natsAccount, runFolder, testRedis } from '@lead-finder/testing';
import { Client } from 'pg';
import { bootstrap } from './bootstrap.js';
import { spawnRoles } from '../test/start-replica.js';

const slowStart = { within: 60_000 };
const get = async (address: string) => {
  const response = await fetch(address);
  return `${response.status} ${await response.text()}`;
};
const login = `late_${Math.random().toString(36).slice(2, 10)}`;

async function narrowIds(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select table_schema, table_name, column_name from information_schema.columns
     where table_schema = any($1) and udt_name in ('int4', '_int4') and column_name ~ '(^|_)(id|ids|by)$'
       and table_name <> 'migrations'`,
    [[...serviceNames, 'audit']],
  );
  await client.end();
  return rows;
}

it('A role that starts before bootstrap is alive and not ready, says what it waits for, and gets ready by itself', async () => {
  const { url, drop } = await freshDatabase();
  const own = Object.assign(new URL(url), { username: login, password: 'secret' }).href;
  const metricsPort = await freePort();
  const leads = await spawnRoles({
    SERVICES: 'leads',
    DATABASE_URL: own,
    NATS_URL: await natsAccount(),
    REDIS_URL: await testRedis(),
    SMTP_URL: 'file:',
    DATA_DIR: runFolder('leads'),
    METRICS_PORT: String(metricsPort),
    MIGRATE_AT_START: 'off',
    LOG_LEVEL: 'warn',
  });
  try {
    await eventually(() => expect(leads.log()).toContain('PostgreSQL rejects the login'), slowStart);
    expect(await get(`${leads.url}/healthz`)).toMatch(/^200 /);
    expect(await get(`${leads.url}/readyz`)).toMatch(/^503 .*"start"/);
    expect(await get(`http://127.0.0.1:${metricsPort}/metrics`)).toContain('role_ready{role="leads"} 0\n');
    await bootstrapDatabase(url);
    await makeLogin(url, 'leads', own);
    await eventually(() => expect(leads.log()).toContain('The schema is not migrated yet'), slowStart);
    await bootstrap({ DATABASE_URL: url, LOG_LEVEL: 'silent' }, new AbortController().signal);
    await eventually(async () => expect(await get(`${leads.url}/readyz`)).toMatch(/^200 /), slowStart);
    expect(await get(`http://127.0.0.1:${metricsPort}/metrics`)).toContain('role_ready{role="leads"} 1\n');
    expect(await narrowIds(url)).toEqual([]);
  } finally {
    await leads.stop();
    await drop();
    const owner = new Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
    await owner.connect();
    await owner.query(`drop role ${login}`);
    await owner.end();
  }
}, 150_000);

// A million times as fast, so that the gateway waits for days.
const fastClock = '--import=data:text/javascript,const{now}=performance;performance.now=()=>1e6*now.call(performance)';

it('A gateway that starts before NATS is alive, responds with 503, and is not ready, however long it waits', async () => {
  const [nats, metricsPort] = [await freePort(), await freePort()];
  const gateway = await spawnRoles({
    SERVICES: 'gateway',
    DATABASE_URL: 'postgres://none',
    NATS_URL: `nats://127.0.0.1:${nats}`,
    REDIS_URL: 'redis://none',
    SMTP_URL: 'file:',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: fastClock,
  });
  try {
    await eventually(async () => expect(await get(`${gateway.url}/healthz`)).toMatch(/^200 /), slowStart);
    expect(await get(`${gateway.url}/api/setup`)).toMatch(/^503 .*"Lead Finder is not available right now\./);
    expect(await get(`${gateway.url}/readyz`)).toMatch(/^503 .*"start".*"nats_away"/);
    const metrics = await get(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(metrics).toContain('role_ready{role="gateway"} 0\n');
    expect(metrics).toContain('role_notice{role="gateway",notice="nats_away"} 1\n');
    await eventually(() => expect(gateway.log()).toContain('NATS does not answer yet'));
    await eventually(() => expect(gateway.log()).toContain('Until then it serves the page alone.'));
  } finally {
    await gateway.stop();
  }
}, 120_000);
