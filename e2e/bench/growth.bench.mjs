// npm run bench -- growth [--leads N,N,N] [--users M] [--rows N] [--requests N] [--only part,part] [--data DIR] [--port P] [--picture FILE] [--against COMMIT]
// Grows one folder from size to size and compares each size with a copy of the first, in turn. A folder that has grown past a
// size keeps the figures of that size, because it cannot shrink.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchLines, count } from './bench-lines.mjs';
import { signedInUsers } from './bench-users.mjs';
import {
  dryRun,
  importedPerSecond,
  listBesideImport,
  listBesideReassign,
  plainSqlPerSecond,
} from './growth-imports.mjs';
import { growthPicture } from './growth-picture.mjs';
import { firstAnswers, forgetFiles, measureReads, reads, sizesPerLead, wordsWritten } from './growth-reads.mjs';
import { percentile, signedIn } from './load.mjs';
import { databaseOf, grownTo, main, password, seeded, startProduct } from './product.mjs';
import { shapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000,3000000,10000000' },
    users: { type: 'string', default: '5000' },
    rows: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '60' },
    data: { type: 'string', default: path.join(os.tmpdir(), 'lead-finder-bench-growth') },
    port: { type: 'string', default: '21530' },
    only: { type: 'string', default: 'reads,size,first,start,reassign,import,plain,dry-run,beside' },
    picture: { type: 'string' },
    against: { type: 'string' },
  },
});
const sizes = options.leads.split(',').map(Number);
const parts = options.only.split(',');
const [users, rows, requests, port] = [options.users, options.rows, options.requests, options.port].map(Number);
const workerCount = 8;
const leadsOfSmall = 20_000;
const maxMs = 400;
const maxRise = 1.5;
const bytesOf = (relations) => relations.reduce((sum, { bytes }) => sum + bytes, 0);
const milliseconds = (one, other) => `${one.toFixed(1)} ms, ${other.toFixed(1)} ms`;

const { line, end } = benchLines();
const grown = path.join(options.data, 'grown');
const dataDir = path.join(grown, 'postgres');
const firstDir = path.join(options.data, 'first', 'postgres');
const smallDir = path.join(options.data, 'small', 'postgres');
const file = path.join(options.data, 'leads.csv');
const figuresFile = path.join(options.data, 'figures.json');
mkdirSync(options.data, { recursive: true });
process.env.LOG_LEVEL ??= 'warn';
const figures = existsSync(figuresFile) ? JSON.parse(readFileSync(figuresFile, 'utf8')) : {};
const measures = {
  reads: (leads) => (leads === sizes[0] ? {} : readsOfBoth()),
  // PostgreSQL reads again what it had in memory before the start.
  first: (leads) => {
    forgetFiles(dataDir);
    return withProduct(dataDir, ({ admin }) => firstAnswers({ admin, leads }));
  },
  start: () => startOfSix(),
  size: () => withProduct(dataDir, ({ sql }) => sizesPerLead(sql)),
};
const running = new Set();
// A signal also stops the product.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(
    signal,
    () => void Promise.all([...running].map((product) => product.stop())).finally(() => process.exit(1)),
  );

for (const size of sizes) await measure(size);
const last = sizes.at(-1);
const perSecond = {};
if (parts.some((part) => ['reassign', 'import', 'plain', 'dry-run', 'beside'].includes(part))) await change();
if (options.against) await compareWith(options.against);
if (parts.includes('ids')) await widenIds();
compare();
if (options.picture) writeFileSync(options.picture, growthPicture(curves()));
end();

/** Measures what one size has, unless the folder has grown past it. */
async function measure(size) {
  const known = (figures[size] ??= {});
  const isPast = Object.keys(figures).some((other) => Number(other) > size && figures[other].isGrown);
  const missing = Object.keys(measures).filter((part) => parts.includes(part) && !(part in known));
  if (missing.length === 0) return;
  if (isPast) throw new Error(`${options.data} has grown past ${count(size)} leads, without ${missing.join(', ')}`);
  const startedAt = performance.now();
  await grownTo(dataDir, size, users);
  await withProduct(dataDir, ({ sql }) => wordsWritten(sql));
  known.isGrown = true;
  if (size === sizes[0] && !existsSync(firstDir)) {
    mkdirSync(path.dirname(firstDir), { recursive: true });
    execFileSync('cp', ['-a', dataDir, firstDir]);
  }
  console.log(`${count(size)} leads of ${users} users after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  for (const part of missing) {
    known[part] = await measures[part](size);
    writeFileSync(figuresFile, JSON.stringify(figures, null, 1));
  }
}

function readsOfBoth() {
  const withWorkers = async (product) => ({
    ...product,
    workers: (await signedInUsers(product.url, product.sql, workerCount)).slice(2),
  });
  return withProduct(dataDir, async (large) => {
    const measureBoth = async (small) => measureReads(await withWorkers(small), await withWorkers(large), requests);
    return withProduct(firstDir, measureBoth, port + 1);
  });
}

async function withProduct(folder, work, at = port, program = main) {
  const product = await startProduct(folder, at, {}, program);
  running.add(product);
  const sql = new pg.Client({ connectionString: databaseOf(folder) });
  try {
    await sql.connect();
    const [admin, user] = [
      await signedIn(product.url, 'seed1', password),
      await signedIn(product.url, 'seed2', password),
    ];
    return await work({ url: product.url, sql, admin, user });
  } finally {
    await sql.end();
    await product.stop();
    running.delete(product);
  }
}

/** Returns the seconds until all six services are ready, in processes of their own. */
async function startOfSix() {
  const product = await shapes['six processes'](grown, port);
  await product.stop();
  return Math.max(...product.roles.map(({ readyMs }) => readyMs)) / 1_000;
}

/** Imports and reassigns in the folder of the last size. */
async function change() {
  await withProduct(dataDir, async (product) => {
    if (parts.includes('reassign')) {
      const { beside, calm, done } = await listBesideReassign(product);
      line(`list p95 beside a bulk reassign of ${count(done)}, to without`, beside / calm, 3, {
        note: milliseconds(beside, calm),
      });
    }
    if (parts.includes('plain')) perSecond.plain = await plainSqlPerSecond(product.sql, file, rows);
    if (parts.includes('import') || parts.includes('plain'))
      perSecond.large = await importedPerSecond(product, file, rows);
    if (parts.includes('dry-run')) {
      const { seconds, parsing } = await dryRun(product, file, rows);
      line(`dry run of ${count(rows)} rows, to parsing alone`, seconds / parsing, 8, {
        note: `${seconds.toFixed(1)} s, ${parsing.toFixed(1)} s`,
      });
    }
    if (parts.includes('beside')) {
      const { beside, calm } = await listBesideImport(product, file, rows);
      line(`list p95 beside an import of ${count(rows)} rows, to without`, beside / calm, 3, {
        note: milliseconds(beside, calm),
      });
    }
  });
  if (parts.includes('import')) {
    await grownTo(smallDir, leadsOfSmall, users);
    perSecond.small = await withProduct(smallDir, (product) => importedPerSecond(product, file, rows));
    const note = `${count(perSecond.large)} and ${count(perSecond.small)} rows a second`;
    line(
      `import into ${count(last)} leads, to import into ${count(leadsOfSmall)}`,
      perSecond.large / perSecond.small,
      0.8,
      { least: true, note },
    );
  }
  if (parts.includes('plain')) {
    const note = `plain SQL: ${count(perSecond.plain)} rows a second`;
    line('import, to plain SQL into the same table', perSecond.large / perSecond.plain, 0.7, { least: true, note });
  }
}

/** Imports the same rows with that commit and with this version in turn, each into a folder that it seeded itself. */
async function compareWith(commit) {
  await import('../../libs/testing/run/typescript.mjs');
  const { builtFolder, commitOf } = await import('../src/product/version-before.ts');
  const other = commitOf(commit);
  const versions = [
    { folder: path.join(options.data, 'against', 'this', 'postgres'), program: main },
    {
      folder: path.join(options.data, 'against', other, 'postgres'),
      program: path.join(builtFolder(other), 'services', 'host', 'dist', 'main.js'),
    },
  ].map((version) => ({ ...version, seconds: 0 }));
  for (const { folder, program } of versions) {
    mkdirSync(path.dirname(folder), { recursive: true });
    await seeded(folder, leadsOfSmall, users, program);
  }
  for (const version of [...versions, ...versions.toReversed()]) {
    const imported = (product) => importedPerSecond(product, file, rows);
    version.seconds += rows / (await withProduct(version.folder, imported, port, version.program));
  }
  const [mine, theirs] = versions.map(({ seconds }) => (2 * rows) / seconds);
  const note = `${count(mine)} and ${count(theirs)} rows a second, two rounds`;
  line(`rows a second of an import, to those of ${other.slice(0, 8)}`, mine / theirs, 1.5, { least: true, note });
}

/** Takes a folder of its own, because only older versions made ids that are not bigint. */
async function widenIds() {
  const script = fileURLToPath(new URL('ids.bench.mjs', import.meta.url));
  const args = [script, `--leads=${last}`, `--users=${users}`, `--port=${port}`];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  line('ids become bigint under load, as the bench of ids says (1: yes)', Number(code === 0), 1, { least: true });
}

function compare() {
  const large = figures[last];
  if (large.reads) for (const [group, paths] of Object.entries(large.reads)) compareReads(group, paths);
  if (large.first) {
    const times = Object.entries(large.first).toSorted(([, one], [, other]) => other - one);
    const [[name, ms]] = times;
    const over = times.filter(([, each]) => each > maxMs).map(([each, took]) => `${each} ${took.toFixed(0)}`);
    line('slowest first answer after a start on cold caches, ms', ms, maxMs, { note: over.join(', ') || name });
  }
  if (large.start) line(`start of all six services on ${count(last)} leads, s`, large.start, 5);
  if (large.size) {
    const note = large.size
      .slice(0, 12)
      .map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`)
      .join(', ');
    line('kB per lead on disk, indexes included', bytesOf(large.size) / 1_000, 1.3, { note });
  }
}

function ratiosOf(paths) {
  return Object.values(paths).map(({ ratio }) => ratio);
}

function compareReads(group, paths) {
  const slowest = Object.entries(paths).toSorted(([, one], [, other]) => other.ratio - one.ratio);
  const over = slowest.filter(([, { ratio }]) => ratio > maxRise);
  const [[name, { ratio, ms, before }]] = slowest;
  const median = percentile(ratiosOf(paths), 0.5).toFixed(2);
  const note = `${name}: ${milliseconds(ms, before)}; median ${median}; over: ${over.length} of ${slowest.length}`;
  line(`${group}: largest p95 at ${count(last)} leads to ${count(sizes[0])}`, ratio, maxRise, { note });
  for (const [each, is] of over.slice(1))
    console.log(`      ${is.ratio.toFixed(2)} ${each}: ${milliseconds(is.ms, is.before)}`);
  const failed = Object.values(paths).flatMap((path) => path.failed ?? []);
  line(`${group}: first requests that failed`, failed.length, 0, { note: failed[0] ?? '' });
}

/** Returns the median ratio of each group at each size. */
function curves() {
  const measured = sizes.filter((size) => size !== sizes[0] && figures[size].reads);
  const ratioAt = (name) => measured.map((size) => percentile(ratiosOf(figures[size].reads[name]), 0.5));
  return {
    sizes: [sizes[0], ...measured],
    curves: Object.keys(reads).map((name) => ({ name, ratios: [1, ...ratioAt(name)] })),
  };
}
