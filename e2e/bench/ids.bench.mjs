// npm run bench -- ids [--leads N] [--users M] [--data DIR] [--port P]
// Makes the ids of a database of older versions bigint while requests read and change leads. None may fail or wait long.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serviceNames } from '@lead-finder/contracts';
import { bootstrapDatabase, migrate, startEmbeddedPostgres } from '@lead-finder/platform';
import pg from 'pg';
import { p95, visitor } from './load.mjs';
import { databaseOf, main, password, seedInto, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000000' },
    users: { type: 'string', default: '5000' },
    data: { type: 'string', default: mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-ids-')) },
    port: { type: 'string', default: '21490' },
  },
});
const maxStallMs = 3_000;
const readers = 4;
const writesPerSecond = 20;
const size = `select pg_total_relation_size('user_businesses')::float8 / (select count(*) from user_businesses) as bytes`;

const postgres = await startEmbeddedPostgres({ dataDir: options.data });
await bootstrapDatabase(postgres.url);
// Only a new schema gets wide ids.
for (const schema of serviceNames) await migrate({ url: postgres.url, schema, migrations: [] });
await postgres.stop();
await seedInto({ DATA_DIR: options.data }, options.leads, options.users);
const product = await startProduct(options.data, Number(options.port));
const sql = new pg.Client({ connectionString: databaseOf(options.data), options: '-c search_path=leads,public' });
try {
  await sql.connect();
  process.exitCode = await measure();
} finally {
  await sql.end();
  await product.stop();
}
process.exit();

async function measure() {
  const admin = visitor(product.url);
  await admin.send('POST', '/api/login', { username: 'seed1', password });
  const { rows } = await sql.query('select min(id) as first, max(id) as last from user_businesses');
  const anyLead = () => rows[0].first + Math.floor(Math.random() * (rows[0].last - rows[0].first));
  const list = '/api/admin/all-assignments?pageSize=20';
  const reads = [
    () => `${list}&page=1`,
    () => `${list}&page=1&state=TX`,
    () => `${list}&page=1&userId=${2 + Math.floor(Math.random() * 20)}`,
    () => `${list}&page=1&q=bakery`,
    () => `/api/business-profile/${anyLead()}`,
    () => `/api/lead-timeline/${anyLead()}`,
  ];
  const statuses = ['in_progress', 'recontact'];
  const calls = { 'before it': [], 'during it': [], 'after it': [] };
  const failures = [];
  let [stage, isOver] = ['before it', false];
  const call = async (method, at, body) => {
    const during = calls[stage];
    const { status, ms, text } = await admin.send(method, at, body);
    during.push(ms);
    if (status !== 200) failures.push(`${method} ${at}: ${status} ${text.slice(0, 200)}`);
  };
  const read = async (n) => {
    for (let at = n; !isOver; at++) await call('GET', reads[at % reads.length]());
  };
  const write = async () => {
    const running = [];
    for (let n = 0; !isOver; n++) {
      running.push(call('PATCH', `/api/business-status/${anyLead()}`, { status: statuses[n % 2] }));
      await pause(1_000 / writesPerSecond);
    }
    await Promise.all(running);
  };
  const work = [...Array.from({ length: readers }, (_, n) => read(n)), write()];
  const bytesBefore = (await sql.query(size)).rows[0].bytes;
  await pause(20_000);
  stage = 'during it';
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, 'widen-ids'], {
    env: { ...process.env, DATA_DIR: options.data },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - startedAt) / 1_000;
  stage = 'after it';
  await pause(20_000);
  isOver = true;
  await Promise.all(work);
  admin.close();
  for (const [name, times] of Object.entries(calls))
    console.log(
      `${name}: ${times.length} requests, p95 ${p95(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    );
  failures.slice(0, 10).forEach((failure) => console.log(failure));
  const bytes = [bytesBefore, (await sql.query(size)).rows[0].bytes].map((each) => Math.round(each)).join(' to ');
  const [{ type }] = (await sql.query('select pg_typeof(id)::text as type from user_businesses limit 1')).rows;
  console.log(`${options.leads} leads in ${seconds.toFixed(0)} s, from ${bytes} bytes per lead; id is ${type}`);
  const stall = Math.max(...calls['during it'], ...calls['after it']);
  const passed = code === 0 && failures.length === 0 && stall <= maxStallMs && type === 'bigint';
  console.log(
    `${passed ? 'pass' : 'FAIL'}  ${failures.length} failed requests, longest ${stall.toFixed(0)} ms, at most ${maxStallMs}`,
  );
  return passed ? 0 : 1;
}
