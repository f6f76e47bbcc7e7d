// npm run bench -- polling [--sessions N] [--seconds S] [--port P] [--data DIR]
// Measures signed-in sessions that poll both meters every 5 s, with the ETag of their last response, and hold a live stream.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { p95, percentile } from './load.mjs';
import { databaseOf, memoryOf, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '120' },
    port: { type: 'string', default: '21491' },
    data: { type: 'string' },
  },
});
const sessionCount = Number(options.sessions);
const seconds = Number(options.seconds);
const pollMs = 5_000;
/** The sessions arrive within this time. The measurement begins after it. */
const arrivalMs = 20_000;
const maxTimesBare = 15;
const maxKbEach = 50;

process.env.LOG_LEVEL = 'error';
const dataDir = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-polling-'));
await seeded(dataDir, 1_000, sessionCount);
const product = await startProduct(dataDir, Number(options.port));
const database = new pg.Client({ connectionString: databaseOf(dataDir) });
await database.connect();
const base = new URL(product.url);

/** Inserts sessions directly: 2,000 sign-ins would take a minute of password hashing. */
async function signInAll() {
  const { rows } = await database.query("select id from users.users where username ~ '^seed' order by id limit $1", [
    sessionCount,
  ]);
  const tokens = rows.map(() => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'));
  await database.query(
    `insert into users.sessions (token_hash, user_id, address, user_agent)
     select hash, id, '127.0.0.1', 'bench' from unnest($1::text[], $2::int[]) as session (hash, id)`,
    [hashes, rows.map(({ id }) => id)],
  );
  return tokens.map((token) => `session=${token}`);
}

async function untilSent() {
  for (;;) {
    const { rows } = await database.query('select count(*)::int as left from users.outbox where published_at is null');
    if (rows[0].left === 0) return;
    await pause(500);
  }
}

const errors = [];
let isDone = false;

function openStream(cookie) {
  return new Promise((resolve) => {
    const request = http.get(new URL('/api/events', base), { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) errors.push(`a stream answered ${response.statusCode}`);
      response.resume();
      response.on('end', () => isDone || errors.push('a stream ended'));
      resolve(() => request.destroy());
    });
    request.on('error', (error) => {
      if (!isDone) errors.push(`a stream failed: ${error.message}`);
      resolve(() => undefined);
    });
  });
}

function get(agent, at, headers) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = http.get(new URL(at, base), { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (some) => (text += some));
      const { statusCode: status, headers: given } = response;
      response.on('end', () => resolve({ ms: performance.now() - startedAt, status, etag: given.etag, text }));
    });
    request.on('error', reject);
  });
}

const meters = ['/api/weekly-contacts', '/api/today-contacts'];
const times = [];
const statuses = new Map();

/** Acts as one page: holds its stream and polls both meters at once. */
async function runPage(cookie, index, from, until) {
  await pause((arrivalMs * index) / sessionCount);
  const close = await openStream(cookie);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const tags = new Map();
  let due = performance.now();
  while (due < until) {
    await pause(Math.max(0, due - performance.now()));
    const answers = meters.map(async (at) => {
      const tag = tags.get(at);
      const { ms, status, etag, text } = await get(agent, at, {
        cookie,
        'x-automatic': '1',
        ...(tag && { 'if-none-match': tag }),
      });
      if (due >= from) times.push(ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200 && status !== 304)
        errors.push(`${at} answered ${status}: ${text.replace(/"requestId".*/, '')}`);
      tags.set(at, etag);
    });
    await Promise.all(answers).catch((error) => errors.push(error.message));
    due += pollMs;
  }
  agent.destroy();
  return close;
}

/** Polls without pause, so that the memory of the runtime under its first load does not count for a session. */
async function warmUp(cookies) {
  const until = performance.now() + 10_000;
  await Promise.all(
    cookies.map(async (cookie) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < until) await get(agent, meters[0], { cookie, 'x-automatic': '1' });
      agent.destroy();
    }),
  );
}

/** Returns the p95 of the cheapest request: an unchanged file of the page. */
async function bare304() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { etag } = await get(agent, '/', {});
  if (!etag) throw new Error('The page has no tag');
  const measured = [];
  for (let n = 0; n < 2_200; n++) {
    const { ms, status } = await get(agent, '/', { 'if-none-match': etag });
    if (status !== 304) throw new Error(`The page answered ${status}`);
    // The first requests warm up.
    if (n >= 200) measured.push(ms);
  }
  agent.destroy();
  return p95(measured);
}

function line(what, value, max, unit) {
  const passed = value <= max;
  console.log(`${passed ? 'pass' : 'FAIL'}  ${what}: ${value.toFixed(1)} ${unit}, at most ${max.toFixed(1)}`);
  if (!passed) process.exitCode = 1;
}

try {
  await untilSent();
  const cookies = await signInAll();
  await warmUp(cookies.slice(0, 16));
  const bare = await bare304();
  const before = memoryOf(product.pid);
  const from = performance.now() + arrivalMs;
  const until = from + seconds * 1_000;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(product.pid))), 500);
  const closers = await Promise.all(cookies.map((cookie, index) => runPage(cookie, index, from, until)));
  clearInterval(watch);
  isDone = true;
  closers.forEach((close) => close());
  const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `      ${sessionCount} sessions for ${seconds} s: ${seen}; median ${percentile(times, 0.5).toFixed(1)} ms`,
  );
  for (const error of new Set(errors)) console.log(`      ${error}`);
  line('errors', errors.length, 0, '');
  line('p95 of a poll', p95(times), maxTimesBare * bare, `ms (a bare 304: ${bare.toFixed(2)} ms)`);
  line('memory a session', ((peak - before) * 1_024) / sessionCount, maxKbEach, 'kB');
} finally {
  await database.end();
  await product.stop();
  if (!options.data) rmSync(dataDir, { recursive: true, force: true });
}
