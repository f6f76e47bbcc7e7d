// Starts the product on a data folder, and returns the address of its database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hostFlags } from '../../scripts/processes.mjs';

export const main = fileURLToPath(new URL('../../services/host/dist/main.js', import.meta.url));
export const password = 'Correct-Horse-9';

/** Fills the folder, or uses one that is filled already. Throws if it is filled only in part. */
export async function seeded(dataDir, leads, users, program = main) {
  const mark = path.join(dataDir, 'seeded');
  if (existsSync(mark)) return;
  if (existsSync(path.join(dataDir, 'pg'))) throw new Error(`${dataDir} was not seeded to its end: remove it`);
  await seedInto({ DATA_DIR: dataDir }, leads, users, program);
  writeFileSync(mark, `${leads} leads of ${users} users\n`);
}

/** Seeds what the folder lacks of that many leads. Throws if it has more, or was filled only in part. */
export async function grownTo(dataDir, leads, users) {
  const mark = path.join(dataDir, 'seeded');
  const before = existsSync(mark) ? parseInt(readFileSync(mark, 'utf8')) : 0;
  if (before > leads) throw new Error(`${dataDir} was seeded with ${before} leads already: remove it`);
  if (before === 0) return seeded(dataDir, leads, users);
  if (before === leads) return;
  rmSync(mark);
  await seedInto({ DATA_DIR: dataDir }, leads - before, users);
  writeFileSync(mark, `${leads} leads of ${users} users\n`);
}

/** Adds the users `seed1` (an administrator), `seed2` and so on, with their leads, to the database of the settings. */
export async function seedInto(settings, leads, users, program = main) {
  const args = ['seed', `--leads=${leads}`, `--users=${users}`, `--password=${password}`];
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...settings }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The database could not be seeded');
}

export async function startProduct(dataDir, port, settings = {}, program = main) {
  const own = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'off', NODE_ENV: 'production' };
  const env = { ...process.env, ...own, ...settings };
  const child = spawn(process.execPath, [...hostFlags, program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The product did not start')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /ready on (\S+)/.exec(line);
      if (ready) resolve(ready[1]);
    });
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid, stop };
}

/** Returns the address of the embedded PostgreSQL of a running product. Its password is in the data folder. */
export function databaseOf(dataDir) {
  const port = readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3];
  const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
  return `postgres://lead_finder:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres`;
}

/** Returns the resident memory of a process in MB, without what it shares with others, as the buffers of PostgreSQL. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]);
  return (kilobytes('VmRSS') - kilobytes('RssShmem')) / 1_024;
}

/** Returns the product's process and all its children, with the names under which their memory is reported. */
export function processesOf(product) {
  const parents = new Map();
  const titles = new Map();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      parents.set(pid, Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]));
      titles.set(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // The process ended meanwhile.
    }
  }
  const isOurs = (pid) => pid === product || (parents.has(pid) && isOurs(parents.get(pid)));
  return [...titles.keys()]
    .filter(isOurs)
    .map((pid) => ({ pid, name: pid === product ? 'the product' : nameOf(titles.get(pid)) }));
}

/** Takes the name from the title that PostgreSQL gives a process. Sessions of one role share a name. */
const nameOf = (title) => `PostgreSQL, ${/^postgres: (\S+)/.exec(title)?.[1] ?? 'its first process'}`;
