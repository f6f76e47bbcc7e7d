// npm run bench -- soak [--minutes M] [--rate N] [--port P]
// Runs the product in six processes under a steady rate of requests of 32 users, while files are imported and undone. Checks
// for errors, for growth of memory after the first fifth, and for waiting rows in outbox, inbox and queues.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serviceNames } from '@lead-finder/contracts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { repeatImports } from './repeated-imports.mjs';
import { percentile, visitor } from './load.mjs';
import { signedInUsers } from './bench-users.mjs';
import { memoryOf } from './product.mjs';
import { shapes } from './shapes.mjs';
import { calls } from './ten-calls.mjs';
import { settled, waitingEvents } from './waiting-events.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '100' },
    port: { type: 'string', default: '21500' },
  },
});
const [minutes, rate, port] = [options.minutes, options.rate, options.port].map(Number);
const people = 32;
/** The share of the time in which growth does not count, because the runtime warms up. */
const warmShare = 0.2;
const sampleMs = 5_000;
/** More running requests than this show that the product falls behind. */
const maxOnTheWay = 200;
const maxWaiting = 100;
const maxGrowth = 1.1;
const leeway = 8;

const lines = [];
function line(what, value, max, note = '') {
  const passed = value <= max;
  lines.push({ passed });
  console.log(
    `${passed ? 'pass' : 'FAIL'}  ${what.padEnd(58)} ${value.toFixed(0).padStart(7)}  at most ${max.toFixed(0)} ${note}`,
  );
}
const average = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-soak-'));
const product = await shapes['six processes'](dataDir, port, { leads: 20_000, users: people + 1 });
const sql = new pg.Client({ connectionString: product.databaseUrl });
const redis = new Redis(product.redisUrl, { maxRetriesPerRequest: null });
const queues = ['mail', 'imports', ...serviceNames.map((name) => `jobs-${name}`)].map(
  (name) => new Queue(name, { connection: redis }),
);
const end = async () => {
  redis.disconnect();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
// A signal also stops the processes that the bench started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(1)));

const errors = [];
const times = [];
let late = 0;

/** Sends calls at a fixed interval, whether the last one was answered or not. */
async function load(team, until) {
  const client = visitor(product.url, 64);
  const onTheWay = new Set();
  const startedAt = performance.now();
  for (let n = 0; ; n++) {
    const due = startedAt + (n * 1_000) / rate;
    if (due >= until) break;
    await pause(Math.max(0, due - performance.now()));
    if (onTheWay.size >= maxOnTheWay) late += 1;
    const user = team[n % team.length];
    // Seven reads and three writes, in another order for each user.
    const going = make(client, user, calls[(n + Math.floor(n / calls.length)) % calls.length]).finally(() =>
      onTheWay.delete(going),
    );
    onTheWay.add(going);
  }
  await Promise.all(onTheWay);
  client.close();
}

async function make(client, user, { name, request }) {
  const { method = 'GET', path: at, body } = request(user);
  try {
    const { status, text, ms } = await client.send(method, at, body, { cookie: user.cookie });
    times.push(ms);
    if (status < 200 || status > 299) errors.push(`${name}: ${status} ${text.slice(0, 200)}`);
  } catch (error) {
    errors.push(`${name}: ${error.message}`);
  }
}

async function jobs() {
  const counts = await Promise.all(queues.map((queue) => queue.getJobCounts('wait', 'active', 'failed')));
  const sum = (kind) => counts.reduce((all, each) => all + (each[kind] ?? 0), 0);
  return { waiting: sum('wait'), active: sum('active'), failed: sum('failed') };
}

/** Samples memory and waiting work every few seconds. Returns a function that stops it and returns the samples. */
function watch() {
  const samples = [];
  const sample = async () => {
    const memory = product.roles.map(({ pid }) => memoryOf(pid));
    const at = performance.now();
    const { unsent, unhandled } = await waitingEvents(sql);
    samples.push({ at, memory, events: unsent + unhandled, ...(await jobs()) });
  };
  const timer = setInterval(() => sample().catch((error) => errors.push(`a sample: ${error.message}`)), sampleMs);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

try {
  await sql.connect();
  const [admin, ...team] = await signedInUsers(product.url, sql, people + 1);
  await settled(sql);
  const startedAt = performance.now();
  const until = startedAt + minutes * 60_000;
  const stopWatching = watch();
  const imports = repeatImports({
    url: product.url,
    cookie: admin.cookie,
    usernames: team.map(({ username }) => username),
    until,
  }).catch((error) => {
    errors.push(`an import: ${error.message}`);
    return { files: 0, rows: 0 };
  });
  await load(team, until);
  const imported = await imports;
  const samples = stopWatching();
  const sorted = `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
  console.log(
    `${times.length} answers in ${minutes} minutes, ${sorted}; ${imported.files} files of together ${imported.rows} rows came and went`,
  );
  for (const error of [...new Set(errors)].slice(0, 20)) console.log(`      ${error}`);
  line('errors', errors.length, 0);
  line(`requests that found ${maxOnTheWay} others on their way`, late, 0);
  report(samples, startedAt, until);
  // Sent and handled rows stay for days, so only waiting ones count.
  await settled(sql, 30_000).catch(() => undefined);
  const left = { ...(await waitingEvents(sql)), ...(await jobs()) };
  line('events not sent or not handled 30 s after the load', left.unsent + left.unhandled, 0);
  line('dead letters', left.deadLetters, 0);
  line('jobs waiting or worked on after the load', left.waiting + left.active, 0);
  line('jobs failed', left.failed, 0);
} finally {
  await sql.end();
  await end();
}
const failed = lines.filter(({ passed }) => !passed);
console.log(`\n${lines.length - failed.length} of ${lines.length} lines pass.`);
process.exit(failed.length > 0 ? 1 : 0);

/** Compares the memory after the warm-up with that at the end, each averaged over a fifteenth of the time. */
function report(samples, startedAt, until) {
  const span = until - startedAt;
  const between = (from, to) =>
    samples.filter(({ at }) => at >= startedAt + from * span && at <= startedAt + to * span);
  const [warm, last] = [between(warmShare, warmShare + 1 / 15), between(1 - 1 / 15, 1)];
  product.roles.forEach(({ name }, index) => {
    const mb = (some) => average(some.map(({ memory }) => memory[index]));
    line(
      `MB resident in the end, ${name}`,
      mb(last),
      mb(warm) * maxGrowth + leeway,
      `(${mb(warm).toFixed(0)} after ${((warmShare * span) / 60_000).toFixed(1)} minutes)`,
    );
  });
  line(
    'events that waited in any sample in the last half',
    Math.max(...between(0.5, 1).map(({ events }) => events)),
    maxWaiting,
  );
  line(
    'jobs that waited in any sample in the last half',
    Math.max(...between(0.5, 1).map(({ waiting }) => waiting)),
    maxWaiting,
  );
}
