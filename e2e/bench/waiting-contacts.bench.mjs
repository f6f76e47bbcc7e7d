// npm run bench -- waiting-contacts [--contacts N] [--port P]
// Runs one process per role over real servers. Stops the progress service, contacts leads by one request each, and starts the
// service again. Measures the seconds until the meters have the exact count.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startHost, stopProcess } from '../../scripts/processes.mjs';
import { visitor } from './load.mjs';
import { password } from './product.mjs';

const { values: options } = parseArgs({
  options: { contacts: { type: 'string', default: '10000' }, port: { type: 'string', default: '21495' } },
});
const contacts = Number(options.contacts);
const people = 20;
const maxSeconds = 10;
const timeoutMs = 120_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-waiting-'));
process.env.TEST_RUN_FOLDER = folder;
const inFolder = (name) => {
  const at = path.join(folder, name);
  mkdirSync(at, { recursive: true });
  return at;
};
const { freePort, startNats, startPostgres, startRedis } = await import('../../libs/testing/dist/index.js');
const { roleNames } = await import('../../services/host/dist/index.js');
const [postgres, nats, redis] = await Promise.all([
  startPostgres({ dataDir: inFolder('postgres'), durable: true }),
  startNats({ storeDir: inFolder('nats') }),
  startRedis({ dir: inFolder('redis'), appendonly: true }),
]);
const settings = {
  DATABASE_URL: postgres.url,
  NATS_URL: nats.url,
  REDIS_URL: redis.url,
  SMTP_URL: 'file:',
  DATA_DIR: inFolder('files'),
  HOST: '127.0.0.1',
  HEALTH_HOST: '127.0.0.1',
  PORT: options.port,
  DEMO_DATA: 'off',
  LOG_LEVEL: 'warn',
};
const start = async (role) =>
  startHost({ settings: { ...settings, SERVICES: role, HEALTH_PORT: String(await freePort()) }, name: role });
const hosts = new Map();
for (const role of roleNames) hosts.set(role, await start(role));

const client = visitor(`http://127.0.0.1:${options.port}`, 32);
const until = async (what, isThere) => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(100))
    if (await isThere().catch(() => false)) return;
  throw new Error(`Not in ${timeoutMs / 1_000} s: ${what}`);
};
const ask = async (method, at, body) => {
  const answer = await client.send(method, at, body);
  if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text}`);
  return answer;
};
const counted = async () => {
  const records = (await ask('GET', '/api/team-progress')).json();
  return records.reduce((sum, { count }) => sum + count, 0);
};

/** Imports leads, the same number for each user. */
async function importLeads() {
  await ask('POST', '/api/register', { username: 'bench', password, email: 'bench@example.com', fullName: 'Bench' });
  const names = Array.from({ length: people }, (_, index) => `user${index}`);
  for (const username of names) {
    await ask('POST', '/api/users', {
      username,
      password,
      email: `${username}@example.com`,
      fullName: username,
      role: 'user',
      monthlyGoal: 100,
    });
  }
  const rows = Array.from({ length: contacts }, (_, index) => `Business ${index},${names[index % people]}`);
  const form = new FormData();
  form.set('file', new Blob([['Business Name,User', ...rows].join('\n')]), 'leads.csv');
  const signIn = await fetch(`http://127.0.0.1:${options.port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password }),
  });
  const cookie = signIn.headers.getSetCookie()[0].split(';')[0];
  await fetch(`http://127.0.0.1:${options.port}/api/businesses/import`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { rows: leads } = await database.query('select id from leads.user_businesses order by id');
  if (leads.length !== contacts) throw new Error(`${leads.length} leads were imported`);
  return leads.map(({ id }) => id);
}

const database = new pg.Client({ connectionString: postgres.url });
try {
  await until('the product is ready', async () => (await client.get('/readyz')).status === 200);
  await database.connect();
  const leads = await importLeads();
  await until(
    'the progress service knows everybody',
    async () => (await ask('GET', '/api/team-progress')).json().length === people + 1,
  );
  await stopProcess(hosts.get('progress'));

  const changeAt = performance.now();
  const left = [...leads];
  const contact = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      await ask('PATCH', `/api/business-status/${id}`, { status: 'in_progress' });
  };
  await Promise.all(Array.from({ length: 32 }, contact));
  const changeSeconds = (performance.now() - changeAt) / 1_000;
  console.log(`${contacts} leads were contacted in ${changeSeconds.toFixed(1)} s while the progress service was away`);
  await until('every event is sent', async () => {
    const { rows } = await database.query('select count(*)::int as left from leads.outbox where published_at is null');
    return rows[0].left === 0;
  });

  const startedAt = performance.now();
  const since = () => (performance.now() - startedAt) / 1_000;
  hosts.set('progress', await start('progress'));
  await until('the progress service answers', async () => (await counted()) >= 0);
  const answering = since();
  await until('every contact counts', async () => (await counted()) >= contacts);
  const seconds = since();
  await pause(2_000);
  const count = await counted();
  console.log(
    `it answers ${answering.toFixed(1)} s after its start, and has the count ${seconds.toFixed(1)} s after it: ${count}`,
  );
  if (count !== contacts || seconds > maxSeconds) {
    console.error(`FAILED: ${contacts} are to be counted within ${maxSeconds} s`);
    process.exitCode = 1;
  }
} finally {
  client.close();
  await database.end();
  await stopProcess(hosts.get('gateway'));
  await Promise.all([...hosts.values()].map((host) => stopProcess(host)));
  await Promise.all([postgres, nats, redis].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}
