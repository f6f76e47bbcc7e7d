// npm run bench -- calls [--shape 'one process,six processes'] [--rounds N] [--seconds S] [--only 'GET user,PATCH notes'] [--port P]
// Measures ten calls in both shapes, with 32 connections of 32 users, against a bare Fastify handler.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { flood, requestText } from './flood.mjs';
import { signedInUsers } from './bench-users.mjs';
import { memoryOf } from './product.mjs';
import { shapes } from './shapes.mjs';
import { calls, oneRow } from './ten-calls.mjs';
import { settled } from './waiting-events.mjs';

const { values: options } = parseArgs({
  options: {
    shape: { type: 'string', default: Object.keys(shapes).join(',') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    port: { type: 'string', default: '21495' },
  },
});
const [rounds, seconds, port] = [options.rounds, options.seconds, options.port].map(Number);
// A name may contain a comma and a space.
const wanted = options.only?.split(/,(?! )/);
const connections = 32;
const team = { leads: 20_000, users: connections + 1 };
/** The minimal share of the bare handler's requests per second. */
const bounds = { 'one process': { read: 0.6, write: 0.6 }, 'six processes': { read: 0.4, write: 0.5 } };

const lines = [];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const count = (number) => Math.round(number).toLocaleString('en-US');

for (const shape of options.shape.split(',')) await measure(shape);
const failed = lines.filter(({ passed }) => !passed);
console.log(`\n${lines.length - failed.length} of ${lines.length} lines pass.`);
process.exit(failed.length > 0 ? 1 : 0);

async function measure(shape) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-calls-'));
  const product = await shapes[shape](dataDir, port, team);
  const bare = spawn(
    process.execPath,
    [fileURLToPath(new URL('bare-calls.mjs', import.meta.url)), product.databaseUrl, String(port + 1)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const sql = new pg.Client({ connectionString: product.databaseUrl });
  const end = async () => {
    bare.kill();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // A signal also stops the processes that the bench started.
  const stopped = () => void end().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopped);
  try {
    await Promise.all([sql.connect(), once(bare.stdout, 'data')]);
    // Each connection has its own user.
    const [, ...people] = await signedInUsers(product.url, sql, team.users);
    await settled(sql);
    const atRest = new Map(product.roles.map(({ name, pid }) => [name, memoryOf(pid)]));
    console.log(
      `\n${shape}, ${connections} connections, ${rounds} rounds of ${seconds} s, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`,
    );
    console.log(`${'      call'.padEnd(27)}${'req/s  p50 ms  p95 ms  p99 ms   bare req/s  ratio'.padStart(54)}`);
    const bench = { product, people, sql, bareUrl: `http://127.0.0.1:${port + 1}` };
    for (const call of calls.filter(({ name }) => !wanted || wanted.includes(name)))
      await against(bench, call, bounds[shape]);
    const row = await flood({
      url: bench.bareUrl,
      connections,
      seconds,
      requestOf: texts(bench.bareUrl, people, oneRow),
    });
    console.log(`      a bare handler that reads one row by its key: ${count(row.perSecond)} req/s`);
    for (const { name, pid, readyMs } of product.roles) {
      console.log(
        `      ${name.padEnd(14)} ready after ${(readyMs / 1_000).toFixed(1)} s; ${memoryOf(pid).toFixed(0)} MB resident, ${atRest.get(name).toFixed(0)} MB before the load`,
      );
    }
  } finally {
    await sql.end();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stopped);
    await end();
  }
}

function texts(url, people, requestOf, isProduct = false) {
  const { host } = new URL(url);
  return (connection) => {
    const user = people[connection];
    return requestText(host, requestOf(user), isProduct ? user.cookie : undefined);
  };
}

/** Measures product and bare handler alternately, because the load of the machine changes. */
async function against({ product, people, sql, bareUrl }, { name, isRead, request, bare }, bound) {
  const least = isRead ? bound.read : bound.write;
  const runs = { product: [], bare: [] };
  const measureOnce = async (kind, url, requestOf, duration) => {
    const run = await flood({ url, connections, seconds: duration, requestOf });
    if (run.failures.length > 0) throw new Error(`${run.failures.length} requests failed: ${run.failures[0]}`);
    await settled(sql);
    runs[kind].push(run);
  };
  const both = async (duration) => {
    await measureOnce('bare', bareUrl, texts(bareUrl, people, bare), duration);
    await measureOnce('product', product.url, texts(product.url, people, request, true), duration);
  };
  try {
    await both(Math.min(seconds, 3));
    runs.product.length = runs.bare.length = 0;
    for (let round = 0; round < rounds; round++) await both(seconds);
  } catch (error) {
    // A call that cannot be measured fails. The others are still measured.
    lines.push({ passed: false });
    return console.log(`FAIL  ${name.padEnd(21)} ${error.message}`);
  }
  const of = (kind, figure) => median(runs[kind].map((run) => run[figure]));
  const ratio = of('product', 'perSecond') / of('bare', 'perSecond');
  const passed = ratio >= least;
  lines.push({ passed });
  const times = ['p50', 'p95', 'p99'].map((figure) => of('product', figure).toFixed(1).padStart(8)).join('');
  const speed = `${count(of('product', 'perSecond')).padStart(6)}${times}${count(of('bare', 'perSecond')).padStart(13)}${ratio.toFixed(2).padStart(7)}`;
  console.log(`${passed ? 'pass' : 'FAIL'}  ${name.padEnd(21)}${speed}  at least ${least}`);
}
