// Installs missing packages and builds changed projects. Plain Node.js, because nothing is installed before.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('..', import.meta.url));
const inWorkspace = (...parts) => path.join(workspace, ...parts);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

class PrepareError extends Error {}

/** Does nothing, and needs no network, if that is done already. Without `build` it only installs. */
export async function prepare({ quiet = false, build: isBuilt = true } = {}) {
  const say = (line) => quiet || console.log(line);
  const children = new Set();
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const child of children) child.kill('SIGTERM');
    if (children.size === 0) process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    checkNode();
    await install(say, children);
    if (isBuilt) await build(say, children);
  } catch (error) {
    if (isStopping) process.exit(0);
    console.error(error instanceof PrepareError ? error.message : error);
    process.exit(1);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new PrepareError(`Lead Finder needs Node.js 20.19 or newer; this is ${process.version}.`);
}

async function install(say, children) {
  const lock = readFileSync(inWorkspace('package-lock.json'), 'utf8');
  const stampFile = inWorkspace('node_modules', '.lead-finder-installed');
  const stamp = hashOf(lock, process.platform, process.arch);
  if (read(stampFile) === stamp) return;
  if (!isInstalled(lock)) {
    say('Installing packages, which takes about a minute ...');
    // The settings of npm may omit packages that the build needs.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const npm = process.env.npm_execpath;
    const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
    const { code, output } = await run(command, [...first, ...args], children);
    if (code !== 0) throw new PrepareError(`${output.trim()}\n\nnpm ci failed; what it says stands above.`);
  }
  writeFileSync(stampFile, stamp);
}

/** Compares the lock file with the one that npm writes into node_modules, as after an `npm ci` by hand. */
function isInstalled(lock) {
  const hidden = read(inWorkspace('node_modules', '.package-lock.json'));
  if (!hidden) return false;
  const { packages: installed } = JSON.parse(hidden);
  return Object.entries(JSON.parse(lock).packages).every(
    ([at, { version, link, optional }]) =>
      !at.includes('node_modules/') || link || (optional && !installed[at]) || installed[at]?.version === version,
  );
}

/** Returns whether every project is built from the present sources, and `note`, which stores that they are. */
export function buildOf(projects) {
  const stampFile = inWorkspace('node_modules', '.cache', 'lead-finder-built');
  const stamp = hashOf(process.versions.node, ...sources(projects).flatMap((file) => [file, readFileSync(file)]));
  return {
    isDone: projects.every((project) => existsSync(inWorkspace(project, 'dist'))) && read(stampFile) === stamp,
    note() {
      mkdirSync(path.dirname(stampFile), { recursive: true });
      writeFileSync(stampFile, stamp);
    },
  };
}

async function build(say, children) {
  const projects = findProjects();
  const { isDone, note } = buildOf(projects);
  if (isDone) return;
  say('Building what has changed ...');
  const nx = [inWorkspace('node_modules', 'nx', 'dist', 'bin', 'nx.js'), 'run-many', '-t', 'build'];
  const names = projects.map((project) => JSON.parse(read(inWorkspace(project, 'package.json'))).name);
  const args = [...nx, `--projects=${names.join(',')}`, '--output-style=static'];
  const { code, output } = await run(process.execPath, args, children);
  if (code !== 0) throw new PrepareError(`${output.trim()}\n\nThe build failed; what it says stands above.`);
  note();
}

export function findProjects() {
  const { workspaces } = JSON.parse(read(inWorkspace('package.json')));
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    return readdirSync(inWorkspace(pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`);
  });
  // The journeys of e2e run from their sources.
  return folders.filter((folder) => folder !== 'e2e' && existsSync(inWorkspace(folder, 'package.json')));
}

const isForTests = (file) => /\.spec\.tsx?$/.test(file) || /^(test|run)[\\/]/.test(file);
const isMade = (file) => /(^|[\\/])(dist|node_modules|coverage|\.cache)([\\/]|$)/.test(file);

function sources(projects) {
  const shared = [
    'package-lock.json',
    'package.json',
    'nx.json',
    'tsconfig.base.json',
    'scripts/build-project.mjs',
    'scripts/bundle-packages.mjs',
  ];
  const own = projects.flatMap((project) =>
    readdirSync(inWorkspace(project), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(inWorkspace(project), path.join(entry.parentPath, entry.name)))
      .filter((file) => !isForTests(file) && !isMade(file))
      .map((file) => inWorkspace(project, file)),
  );
  return [...shared.map((file) => inWorkspace(file)), ...own.sort()];
}

function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function run(command, args, children) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: workspace,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    children.add(child);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const end = (code) => {
      children.delete(child);
      resolve({ code, output });
    };
    child.once('error', (error) => ((output += error.message), end(1)));
    child.once('close', end);
  });
}
