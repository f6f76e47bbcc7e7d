// The product on a data folder, and the address of its database for what the bench does beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const main = fileURLToPath(new URL('../../services/host/dist/main.js', import.meta.url));
export const password = 'Correct-Horse-9';

/** Fills the folder once; the next run takes it as it is. One that was not filled to its end is refused. */
export async function seeded(dataDir, leads, users) {
  const mark = path.join(dataDir, 'seeded');
  if (existsSync(mark)) return;
  if (existsSync(path.join(dataDir, 'pg'))) throw new Error(`${dataDir} was not seeded to its end: remove it`);
  await seedInto({ DATA_DIR: dataDir }, leads, users);
  writeFileSync(mark, `${leads} leads of ${users} users\n`);
}

/** People `seed1` (an administrator), `seed2` and so on with their leads, into the database that the settings name. */
export async function seedInto(settings, leads, users) {
  const args = ['seed', `--leads=${leads}`, `--users=${users}`, `--password=${password}`];
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...settings }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The database could not be seeded');
}

export async function startProduct(dataDir, port, settings = {}) {
  const own = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'off', NODE_ENV: 'production' };
  const env = { ...process.env, ...own, ...settings };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

/** The embedded PostgreSQL of a product that runs; its password lies beside the data, for the same person. */
export function databaseOf(dataDir) {
  const port = readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3];
  const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
  return `postgres://lead_finder:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres`;
}

/** Resident memory of a process in MB. */
export const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;

/** The product's process and all that it started, each by the name under which its memory is told. */
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
      // It ended between the two looks.
    }
  }
  const isOurs = (pid) => pid === product || (parents.has(pid) && isOurs(parents.get(pid)));
  return [...titles.keys()]
    .filter(isOurs)
    .map((pid) => ({ pid, name: pid === product ? 'the product' : nameOf(titles.get(pid)) }));
}

/** PostgreSQL writes into its title what a process does; sessions of one role are told together. */
const nameOf = (title) => `PostgreSQL, ${/^postgres: (\S+)/.exec(title)?.[1] ?? 'its first process'}`;
