// npm test [-- --long] [--only SUITE] [--changed[=REF]] (docs/CONTRIBUTING.md#tests). TEST_SEED repeats a run.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { affectedSpecs } from './affected-specs.mjs';
import { changedFiles } from './changed-files.mjs';
import { prepare } from './prepare.mjs';
import { allChecks, changedChecks, checkNames } from './test-checks.mjs';
import { endAll, inPairs, run } from './test-process.mjs';
import { fail, reportTests, reportTotals, resultsOf, say } from './test-report.mjs';
import { findSpecs, ofSuite, projects, workspace } from './test-selection.mjs';

const { values: options } = parseArgs({
  // An option of text needs a value, and here an empty one stands for the default.
  args: process.argv.slice(2).map((each) => (each === '--changed' ? '--changed=' : each)),
  options: { long: { type: 'boolean' }, only: { type: 'string' }, changed: { type: 'string' } },
});
const long = options.long || process.env.LONG === '1';
const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000_000));
const startedAt = Date.now();
const timeoutMinutes = long ? 60 : 15;

const ofDistribution = 'postgres of the distribution';
const variables = {
  browser: 'CHROMIUM_PATH',
  promtool: 'PROMTOOL_PATH',
  [ofDistribution]: 'TEST_DISTRIBUTION_POSTGRES_URL',
};

async function obtainServers(testServers, specs) {
  const missing = new Map();
  for (const server of ['postgres', ofDistribution, 'nats', 'redis', 'promtool', 'browser']) {
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

async function testProject(project, specs, ...more) {
  const own = specs.filter(({ folder }) => folder === project.folder);
  if (own.length === 0) return;
  rmSync(resultsOf(project), { force: true });
  mkdirSync(path.dirname(resultsOf(project)), { recursive: true });
  const files = own.map(({ file }) => path.join(workspace, file));
  const args = ['--json', '--outputFile=.cache/jest-results.json', '--silent', ...more, '--runTestsByPath', ...files];
  // Does the same as the `npm test` of the project, without the second that Nx and npm take.
  const settings = { folder: project.folder, flags: ['--experimental-vm-modules'], timeoutMinutes };
  reportTests(project, await run('node_modules/jest/bin/jest.js', args, settings));
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

/** The longest projects start first, so that both cores end at about the same time. */
const longestFirst = ['host', 'leads', 'platform', 'web', 'places', 'imports'];
const rank = ({ name }) => (longestFirst.includes(name) ? longestFirst.indexOf(name) : longestFirst.length);

async function runAll(checks, specs) {
  const tested = projects.filter(({ name }) => name !== 'e2e').sort((one, other) => rank(one) - rank(other));
  await inPairs([...checks, ...tested.map((project) => () => testProject(project, specs))]);
  // The long run measures times, so nothing else may run beside it.
  await testProject(
    projects.find(({ name }) => name === 'e2e'),
    specs,
    long ? '--runInBand' : '--maxWorkers=2',
  );
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
  await inPairs(
    projects.map(
      (project) => () => testProject({ ...project, name: `${project.name} on the distribution's PostgreSQL` }, here),
    ),
  );
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
    return { checks: files.length > 0 ? changedChecks(files) : [], specs: wanted };
  }
  const isApart = [...checkNames, distribution].includes(options.only);
  const wanted = isApart ? [] : options.only ? ofSuite(specs, options.only) : specs;
  if (wanted.length === 0 && !isApart) fail(`There is no suite ${options.only}.`);
  return { checks: allChecks(options.only), specs: wanted };
}

const { checks, specs } = select();
await prepare({ build: options.changed === undefined || specs.some(({ needs }) => needs.includes('build')) });
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
  if (long) process.env.LONG = '1';
  say(`seed: ${seed}${long ? ', long variants' : ''}`);
  if (watchesTexts) process.env.SEEN_TEXTS = path.join(process.env.TEST_RUN_FOLDER, 'seen-texts');
  await runAll(checks, leaveOut(specs, await obtainServers(testServers, specs)));
  if (watchesTexts && existsSync(process.env.SEEN_TEXTS)) await checkTexts();
  const isEverything = !options.only && options.changed === undefined;
  if (long && (isEverything || options.only === distribution)) await testOnDistribution(testServers);
} finally {
  await testServers.close();
}
process.exitCode = reportTotals(startedAt);
