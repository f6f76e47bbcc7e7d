// npm test [-- --long] [--only SUITE] [--changed[=REF]] (docs/CONTRIBUTING.md#tests). TEST_SEED repeats a run.
import { randomInt } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { affectedSpecs } from './affected-specs.mjs';
import { changedFiles } from './changed-files.mjs';
import { prepare } from './prepare.mjs';
import { changedChecks, checkNames } from './test-checks.mjs';
import { endAll, inPairs, run } from './test-process.mjs';
import { addTotals, fail, reportTotals, say, totalsOf } from './test-report.mjs';
import { findSpecs, ofSuite, projects } from './test-selection.mjs';

const { values: options } = parseArgs({
  // An option of text needs a value, and here an empty one stands for the default.
  args: process.argv.slice(2).map((each) => (each === '--changed' ? '--changed=' : each)),
  options: { long: { type: 'boolean' }, only: { type: 'string' }, changed: { type: 'string' } },
});
const long = options.long || process.env.LONG === '1';
const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000_000));
const startedAt = Date.now();
const timeoutMinutes = long ? 240 : 60;

const ofDistribution = 'postgres of the distribution';
const servers = [
  ...['postgres', ofDistribution, 'nats', 'redis', 's3'],
  ...['nats-server', 'redis-server', 'promtool', 'pgbouncer', 'simplesamlphp', 'browser'],
];
const variables = {
  browser: 'CHROMIUM_PATH',
  promtool: 'PROMTOOL_PATH',
  pgbouncer: 'PGBOUNCER_COMMAND',
  simplesamlphp: 'SIMPLESAMLPHP_FOLDER',
  'nats-server': 'NATS_SERVER_PATH',
  'redis-server': 'REDIS_SERVER_PATH',
  [ofDistribution]: 'TEST_DISTRIBUTION_POSTGRES_URL',
};

async function obtainServers(testServers, specs) {
  const missing = new Map();
  for (const server of servers) {
    if (!specs.some(({ needs }) => needs.includes(server))) continue;
    // A product that already runs has its own servers.
    if (process.env.PRODUCT_URL && server !== 'browser') continue;
    const variable = variables[server] ?? `TEST_${server.toUpperCase()}_URL`;
    try {
      const { url, source } = process.env[variable] ? { url: process.env[variable] } : await testServers.get(server);
      process.env[variable] = url;
      say(`${server}: ${source ?? url}`);
    } catch (error) {
      missing.set(server, error.message.split('\n')[0]);
    }
  }
  return missing;
}

function leaveOut(specs, missing) {
  for (const [server, reason] of missing) {
    const files = specs.filter(({ needs }) => needs.includes(server)).map(({ file }) => file);
    const line = `Left out, for want of ${server} (${reason}): ${files.join(', ')}`;
    if (process.env.CI === 'true' || server === 'postgres') fail(line);
    else say(line);
  }
  return specs.filter(({ needs }) => !needs.some((server) => missing.has(server)));
}

/** Nx takes a result from its cache if nothing that the project depends on has changed. */
function runWholeProjects(tested, checks) {
  const targets = [...checks, ...(tested.length > 0 ? ['test'] : [])];
  const ids = [...(checks.length > 0 ? ['lead-finder'] : []), ...tested.map(({ name }) => `@lead-finder/${name}`)];
  const args = ['run-many', '-t', ...targets, '-p', ids.join(), '--output-style=static'];
  const quiet = { npm_config_loglevel: 'silent', ...(!process.stdout.isTTY && { FORCE_COLOR: '0' }) };
  const env = { ...process.env, ...quiet, NX_DAEMON: 'false', NX_TUI: 'false' };
  return run('node_modules/nx/dist/bin/nx.js', args, { env, timeoutMinutes });
}

async function runFiles(tested, files) {
  const env = { ...process.env, TEST_SPECS: files.join() };
  const settings = ({ folder }) => ({ folder, env, timeoutMinutes });
  const results = await inPairs(
    tested.map((project) => () => run('node_modules/jest/bin/jest.js', [], settings(project))),
  );
  return results.every(Boolean);
}

async function runSpecs(specs, { checks = [], isSelection }) {
  const tested = projects.filter(({ name }) => specs.some(({ project }) => project === name));
  if (tested.length + checks.length === 0) return;
  for (const project of tested) rmSync(totalsOf(project), { force: true });
  const files = specs.map(({ file }) => file);
  const ok = await (isSelection ? runFiles(tested, files) : runWholeProjects(tested, checks));
  const failed = tested.map(addTotals).reduce((sum, count) => sum + count, 0);
  if (!ok && failed === 0) fail('A check failed, or the specs of a project did not end as they should; see above.');
}

/** A `*.whole.spec.ts` takes too long for `npm test` and has no short variant. */
const isForThisRun = ({ file }) => long || !file.endsWith('.whole.spec.ts');
const watchesTexts = long && options.changed === undefined && (!options.only || options.only === 'journeys');

async function checkTexts() {
  await import('../libs/testing/run/typescript.mjs');
  const { judgeTexts } = await import('../e2e/src/texts/seen-texts.ts');
  const { line, wrong } = judgeTexts(process.env.SEEN_TEXTS);
  say(line);
  if (wrong.length > 0) fail('texts: failed', wrong.join('\n'));
}

const distribution = 'distribution';

async function testOnDistribution(testServers) {
  const specs = findSpecs()
    .filter(
      ({ project, file, needs }) => project !== 'e2e' && needs.includes('database') && !file.endsWith('.whole.spec.ts'),
    )
    .map((spec) => ({ ...spec, needs: spec.needs.map((server) => (server === 'postgres' ? ofDistribution : server)) }));
  const here = leaveOut(specs, await obtainServers(testServers, specs));
  delete process.env.LONG;
  process.env.TEST_POSTGRES_URL = process.env[variables[ofDistribution]];
  say("On the distribution's PostgreSQL:");
  await runSpecs(here, { isSelection: true });
}

const isWhole = ({ file }) => file.endsWith('.whole.spec.ts');

function select() {
  const all = findSpecs();
  const specs = all.filter(isForThisRun);
  if (options.changed !== undefined) {
    const { base, files } = changedFiles(options.changed);
    const affected = affectedSpecs(all, files);
    const wanted = affected.filter(isForThisRun);
    say(`${files.length} files differ from ${base}: ${wanted.length} of ${specs.length} specs can break`);
    const left = affected.filter(isWhole).length;
    if (!long && left > 0) say(`${left} of them run only with --long`);
    return { checks: [], specs: wanted, changes: files.length > 0 ? changedChecks(files) : [] };
  }
  const isApart = [...checkNames, distribution].includes(options.only);
  const wanted = isApart ? [] : options.only ? ofSuite(specs, options.only) : specs;
  if (wanted.length === 0 && !isApart) fail(`There is no suite ${options.only}.`);
  return { checks: checkNames.filter((name) => !options.only || name === options.only), specs: wanted, changes: [] };
}

const { checks, specs, changes } = select();
const isSelection =
  options.changed !== undefined ||
  (options.only && !projects.some(({ name }) => name === options.only) && !checkNames.includes(options.only));
// Only products run from their build; all other specs run from the sources.
await prepare({ build: options.changed === undefined || specs.some(({ needs }) => needs.includes('build')) });
if (long) process.env.LONG = '1';
const { openTestServers } = await import('../libs/testing/run/test-servers.mjs');
const testServers = openTestServers();
const stop = async () => {
  endAll();
  await testServers.close();
  process.exit(130);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
try {
  process.env.TEST_SEED = seed;
  say(`seed: ${seed}${long ? ', long variants' : ''}`);
  if (watchesTexts) process.env.SEEN_TEXTS = path.join(process.env.TEST_RUN_FOLDER, 'seen-texts');
  const checking = changes.map((check) => check());
  const here = leaveOut(specs, await obtainServers(testServers, specs));
  const testing = runSpecs(here, { checks, isSelection: isSelection || here.length < specs.length });
  await Promise.all([testing, ...checking]);
  if (watchesTexts && existsSync(process.env.SEEN_TEXTS)) await checkTexts();
  if (long && (options.only ?? distribution) === distribution && options.changed === undefined)
    await testOnDistribution(testServers);
} finally {
  await testServers.close();
}
process.exitCode = reportTotals(startedAt);
