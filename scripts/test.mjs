// npm test [-- --long] [-- --only <suite>]
// Sets itself up, checks types and rules, and runs the tests of every project; those of the whole product come last. A
// suite is `typecheck`, `lint`, a project's name, or a part of a spec's path. TEST_SEED repeats a run's data. `npm run
// e2e` (--long --only journeys) runs the journeys whole, and holds the texts that their pages showed against the promised.
// The suite `distribution`, of --long, runs the specs of the database on the PostgreSQL of this machine's distribution too.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';
import { findSpecs, ofSuite, projects, workspace } from './test-selection.mjs';

const { values: options } = parseArgs({ options: { long: { type: 'boolean' }, only: { type: 'string' } } });
const long = options.long || process.env.LONG === '1';
const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000_000));
const started = Date.now();
const say = (line) => process.stdout.write(`${line}\n`);
const children = new Set();
/** Several times what the longest project takes. */
const timeoutMinutes = long ? 60 : 15;

/** Ends a program and all that it started. */
function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended by itself.
  }
}

/** Runs a program of the workspace; resolves to its exit code and all it said. One that never ends is a failure too. */
function run(script, args, { folder = '.', flags = [] } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, path.join(workspace, script), ...args], {
      cwd: path.join(workspace, folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    children.add(child);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const deadline = setTimeout(() => {
      output += `\nStill running after ${timeoutMinutes} minutes, and was ended: ${script} ${args.join(' ')}`;
      end(child, 'SIGKILL');
    }, timeoutMinutes * 60_000);
    const finish = (code) => {
      clearTimeout(deadline);
      children.delete(child);
      resolve({ ok: code === 0, output });
    };
    child.once('close', finish);
    // What a test left running may hold the pipes open for ever.
    child.once('exit', (code) => setTimeout(finish, 2_000, code));
  });
}

const totals = { passed: 0, failed: 0, skipped: 0 };

function fail(line, output = '') {
  totals.failed += 1;
  if (output) say(output.trimEnd());
  say(line);
}

async function check(name, ...commands) {
  if (options.only && options.only !== name) return;
  const results = [];
  for (const [script, ...args] of commands) results.push(await run(script, args));
  const bad = results.filter(({ ok }) => !ok);
  if (bad.length > 0) fail(`${name}: failed`, bad.map(({ output }) => output).join('\n'));
  else say(`${name}: passed`);
}

const ofDistribution = 'postgres of the distribution';
const variables = {
  browser: 'CHROMIUM_PATH',
  promtool: 'PROMTOOL_PATH',
  [ofDistribution]: 'TEST_DISTRIBUTION_POSTGRES_URL',
};

/** Starts what the specs need and names it in the environment; returns why, for what cannot be had. */
async function obtainServers(testServers, specs) {
  const missing = new Map();
  for (const server of ['postgres', ofDistribution, 'nats', 'redis', 'promtool', 'browser']) {
    if (!specs.some(({ needs }) => needs.includes(server))) continue;
    // A product that runs elsewhere has servers of its own.
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

/** Takes out the specs whose servers cannot be had, and says so. In CI that is a failure; PostgreSQL is always there. */
function leaveOut(specs, missing) {
  for (const [server, reason] of missing) {
    const files = specs.filter(({ needs }) => needs.includes(server)).map(({ file }) => file);
    const line = `Left out, for want of ${server} (${reason}): ${files.join(', ')}`;
    if (process.env.CI === 'true' || server === 'postgres') fail(line);
    else say(line);
  }
  return specs.filter(({ needs }) => !needs.some((server) => missing.has(server)));
}

const resultsOf = ({ folder }) => path.join(workspace, folder, '.cache/jest-results.json');

function report(project, { ok, output }) {
  const file = resultsOf(project);
  if (!existsSync(file)) return fail(`${project.name}: its tests did not run`, output);
  const results = JSON.parse(readFileSync(file, 'utf8'));
  // A spec file that cannot even be loaded counts as one failed test.
  const broken = results.numRuntimeErrorTestSuites;
  const [passed, failed] = [results.numPassedTests, results.numFailedTests + broken];
  const skipped = results.numPendingTests + results.numTodoTests;
  for (const { message } of results.testResults) if (message) say(message.trimEnd());
  const seconds = Math.round(
    (Math.max(...results.testResults.map(({ endTime }) => endTime)) - results.startTime) / 1_000,
  );
  say(`${project.name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)`);
  if (!ok && failed === 0) fail(`${project.name}: its tests passed, and then Jest failed`, output);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

/** Runs the specs of one project, in a process of Jest's own. */
async function testProject(project, specs, ...more) {
  const own = specs.filter(({ folder }) => folder === project.folder);
  if (own.length === 0) return;
  rmSync(resultsOf(project), { force: true });
  mkdirSync(path.dirname(resultsOf(project)), { recursive: true });
  const files = own.map(({ file }) => path.join(workspace, file));
  const args = ['--json', '--outputFile=.cache/jest-results.json', '--silent', ...more, '--runTestsByPath', ...files];
  // As the project's own `npm test` does, less the second that Nx and npm take each time.
  report(
    project,
    await run('node_modules/jest/bin/jest.js', args, { folder: project.folder, flags: ['--experimental-vm-modules'] }),
  );
}

/** `*.whole.spec.ts` has no short selection that fits into `npm test`. */
const isForThisRun = ({ file }) => long || !file.endsWith('.whole.spec.ts');
/** Every journey is walked, so every text is to be seen. */
const watchesTexts = long && (!options.only || options.only === 'journeys');

/** What the product promises to say, each text seen on a page of the journeys or excused. */
async function checkTexts() {
  await import('../libs/testing/run/typescript.mjs');
  const { judgeTexts } = await import('../e2e/src/texts/seen-texts.ts');
  const { line, wrong } = judgeTexts(process.env.SEEN_TEXTS);
  say(line);
  if (wrong.length > 0) fail('texts: failed', wrong.join('\n'));
}

/** What takes longest comes first: at the end no core waits for the other. */
const longestFirst = ['host', 'leads', 'platform', 'web', 'places', 'imports'];
const rank = ({ name }) => (longestFirst.includes(name) ? longestFirst.indexOf(name) : longestFirst.length);

async function inPairs(waiting) {
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}

/** Runs the checks and the projects, two at a time; the whole product when they are done. */
async function runAll(checks, specs) {
  const tested = projects.filter(({ name }) => name !== 'e2e').sort((one, other) => rank(one) - rank(other));
  await inPairs([...checks, ...tested.map((project) => () => testProject(project, specs))]);
  // The long run measures: nothing may stand beside it.
  await testProject(
    projects.find(({ name }) => name === 'e2e'),
    specs,
    long ? '--runInBand' : '--maxWorkers=2',
  );
}

const distribution = 'distribution';

/** The short selection, on another major of PostgreSQL than the one that the product brings. */
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

await prepare();
const { openTestServers } = await import('../libs/testing/run/test-servers.mjs');
const testServers = openTestServers();
const stop = async () => {
  for (const child of children) end(child, 'SIGTERM');
  await testServers.close();
  process.exit(130);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
try {
  process.env.TEST_SEED = seed;
  if (long) process.env.LONG = '1';
  say(`seed: ${seed}${long ? ', long variants' : ''}`);
  const checks = ['typecheck', 'lint'];
  const all = findSpecs().filter(isForThisRun);
  const isApart = [...checks, distribution].includes(options.only);
  const wanted = isApart ? [] : options.only ? ofSuite(all, options.only) : all;
  if (wanted.length === 0 && !isApart) fail(`There is no suite ${options.only}.`);
  // One program for all that runs on the server: what many projects share is looked at once.
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p'];
  const typecheck = () => check('typecheck', [...tsc, '.'], [...tsc, 'web']);
  // One process for all projects: loading the rules takes longer than applying them.
  const lint = () =>
    check(
      'lint',
      ['node_modules/eslint/bin/eslint.js', '.'],
      ['scripts/check-lock.mjs'],
      ['node_modules/prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn', '--cache'],
    );
  if (watchesTexts) process.env.SEEN_TEXTS = path.join(process.env.TEST_RUN_FOLDER, 'seen-texts');
  await runAll([typecheck, lint], leaveOut(wanted, await obtainServers(testServers, wanted)));
  if (watchesTexts && existsSync(process.env.SEEN_TEXTS)) await checkTexts();
  if (long && (!options.only || options.only === distribution)) await testOnDistribution(testServers);
} finally {
  await testServers.close();
}
say(`Took ${Math.round((Date.now() - started) / 1_000)} s.`);
say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exitCode = totals.failed > 0 ? 1 : 0;
