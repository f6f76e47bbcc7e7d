import { transformFile } from '@swc/core';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort, longRun, testSeed } from '@lead-finder/testing';
import pg from 'pg';
import { isRunning } from './running-process.js';

interface Started {
  url: string;
  port: number;
  pid: number;
}

interface Run {
  process: ChildProcess;
  answer: Partial<Started> & { refused?: string };
}

const here = path.dirname(fileURLToPath(import.meta.url));
const workspace = path.resolve(here, '../../../..');
const amRoot = process.getuid?.() === 0;
const nobodyUid = 65534;
const allAccounts = amRoot ? ['root', 'an ordinary user'] : ['an ordinary user'];
// The short selection tests one account, which the seed chooses, because this takes thirty starts.
const accounts = longRun ? allAccounts : [allAccounts[testSeed % allAccounts.length]!];

// Each start has its own process, so that it can run as another user and be killed.
const program = `
const { startEmbeddedPostgres } = await import(process.argv[1] + 'embedded-postgres/embedded-postgres.js');
const { StartError } = await import(process.argv[1] + 'config/environment.js');
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] });
  process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ url: postgres.url, port: postgres.port, pid: postgres.pid }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
}`;

let compiled: string;
const runs = new Set<Run>();

beforeAll(async () => {
  mkdirSync(path.join(workspace, 'node_modules/.cache'), { recursive: true });
  compiled = mkdtempSync(path.join(workspace, 'node_modules/.cache/embedded-postgres-'));
  chmodSync(compiled, 0o755);
  writeFileSync(path.join(compiled, 'package.json'), '{ "type": "module" }');
  for (const folder of ['config', 'embedded-postgres']) {
    mkdirSync(path.join(compiled, folder));
    for (const file of readdirSync(path.join(here, '..', folder)).filter((name) => !name.endsWith('.spec.ts'))) {
      const { code } = await transformFile(path.join(here, '..', folder, file), {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
        module: { type: 'es6' },
      });
      writeFileSync(path.join(compiled, folder, file.replace(/\.ts$/, '.js')), code);
    }
  }
});

afterAll(() => rmSync(compiled, { recursive: true, force: true }));

describe.each(accounts)('PostgreSQL embedded, started by %s', (account) => {
  const isOther = amRoot && account !== 'root';
  let parent: string;
  let dataDir: string;
  let stopped: string;

  function newFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'lead finder '));
    if (isOther) chownSync(folder, nobodyUid, nobodyUid);
    return folder;
  }

  beforeAll(async () => {
    stopped = newFolder();
    dataDir = path.join(stopped, 'data');
    const first = await startWell();
    await commit(first.answer.url, 'written');
    await end(first, 'SIGTERM');
  });
  afterAll(() => rmSync(stopped, { recursive: true, force: true }));

  beforeEach(() => {
    parent = newFolder();
    dataDir = path.join(parent, 'data of the team');
  });

  afterEach(async () => {
    for (const run of runs) await end(run, 'SIGTERM');
    runs.clear();
    rmSync(parent, { recursive: true, force: true });
  });

  /** Fills the folder with what an earlier run wrote before it stopped. */
  const afterRun = () => void execFileSync('cp', ['-a', path.join(stopped, 'data'), dataDir]);

  async function start(from = compiled): Promise<Run> {
    const node = [process.execPath, '--input-type=module', '-e', program, `${pathToFileURL(from).href}/`, dataDir];
    const drop = ['setpriv', `--reuid=${nobodyUid}`, `--regid=${nobodyUid}`, '--clear-groups'];
    const [command = '', ...args] = isOther ? [...drop, ...node] : node;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const run = { process: child, answer: JSON.parse(line) as Run['answer'] };
    runs.add(run);
    return run;
  }

  async function startWell(from = compiled): Promise<Run & { answer: Started }> {
    const run = await start(from);
    expect(run.answer.refused).toBeUndefined();
    return run as Run & { answer: Started };
  }

  it('preserves the data over a restart, in a folder that only its owner may enter', async () => {
    const first = await startWell();
    await commit(first.answer.url, 'written');
    await end(first, 'SIGTERM');
    expect(isRunning(first.answer.pid)).toBe(false);

    const second = await startWell();
    expect(await rows(second.answer.url)).toEqual(['written']);
    expect(second.answer.port).toBeLessThan(32_768);
  });

  it('runs from a checkout that only its owner may enter', async () => {
    const packages = path.join(parent, 'the checkout/node_modules');
    mkdirSync(path.join(packages, '@embedded-postgres'), { recursive: true });
    const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
    cpSync(path.join(workspace, 'node_modules', binaries), path.join(packages, binaries), {
      recursive: true,
      verbatimSymlinks: true,
    });
    symlinkSync(path.join(workspace, 'node_modules/zod'), path.join(packages, 'zod'));
    const checkout = path.join(parent, 'the checkout/dist');
    cpSync(compiled, checkout, { recursive: true });
    expect(await rows((await startWell(checkout)).answer.url)).toEqual([]);
  });

  it('lets only its user read the password, and rejects connections without it', async () => {
    const { answer } = await startWell();
    const secret = statSync(path.join(dataDir, 'secret'));
    expect(secret.mode & 0o777).toBe(0o600);
    expect(secret.uid).toBe(isOther ? nobodyUid : process.getuid?.());
    expect(statSync(path.join(dataDir, 'pg')).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    expect(readdirSync(dataDir).sort()).toEqual(['lock', 'pg', 'secret']);

    const wrong = answer.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(rows(wrong)).rejects.toThrow('password authentication failed');
  });

  it('loses no committed row when the postmaster is killed', async () => {
    afterRun();
    const first = await startWell();
    await commit(first.answer.url, 'before the kill');
    process.kill(first.answer.pid, 'SIGKILL');
    await end(first, 'SIGTERM');

    const second = await startWell();
    expect(await rows(second.answer.url)).toEqual(['written', 'before the kill']);
  });

  it('loses no committed row when the process that started it is killed', async () => {
    afterRun();
    const first = await startWell();
    await commit(first.answer.url, 'before the kill');
    await end(first, 'SIGKILL');

    const second = await startWell();
    expect(await rows(second.answer.url)).toEqual(['written', 'before the kill']);
    expect(isRunning(first.answer.pid)).toBe(false);
  });

  it('loses no committed row when both are killed at once', async () => {
    afterRun();
    const first = await startWell();
    await commit(first.answer.url, 'before the kill');
    process.kill(first.answer.pid, 'SIGKILL');
    await end(first, 'SIGKILL');

    const second = await startWell();
    expect(await rows(second.answer.url)).toEqual(['written', 'before the kill']);
  });

  it('ignores a pid file whose number belongs to another process now', async () => {
    afterRun();
    const stranger = spawn('sleep', ['60'], isOther ? { uid: nobodyUid, gid: nobodyUid } : {});
    writeFileSync(path.join(dataDir, 'pg/postmaster.pid'), `${stranger.pid}\n${dataDir}/pg\n0\n5432\n\n\n0 0\n`);

    const second = await startWell();
    expect(await rows(second.answer.url)).toEqual(['written']);
    expect(isRunning(stranger.pid!)).toBe(true);
    stranger.kill();
  });

  it('stops the PostgreSQL that a killed run left on the folder', async () => {
    afterRun();
    const orphan = await startByHand(dataDir);

    const second = await startWell();
    expect(isRunning(orphan)).toBe(false);
    expect(await rows(second.answer.url)).toEqual(['written']);
  });

  it('starts again after an interrupted first start', async () => {
    mkdirSync(path.join(dataDir, 'pg.new/base'), { recursive: true });
    writeFileSync(path.join(dataDir, 'pg.new/PG_VERSION'), '18\n');
    if (isOther) spawnSync('chown', ['-R', `${nobodyUid}:${nobodyUid}`, dataDir]);
    const { answer } = await startWell();
    expect(await rows(answer.url)).toEqual([]);
    expect(existsSync(path.join(dataDir, 'pg.new'))).toBe(false);
  });

  it('rejects a second start on the same folder, and the first one continues', async () => {
    afterRun();
    const first = await startWell();
    const second = await start();
    expect(second.answer.refused).toBe(
      `The data folder ${dataDir} is in use by another Lead Finder (process ${first.process.pid}); ` +
        'stop that one, or set DATA_DIR to another folder.',
    );
    await commit(first.answer.url, 'still there');
  });

  it('takes over the lock of a dead process, also if another process has its number', async () => {
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, started: 'before' }));
    if (isOther) spawnSync('chown', ['-R', `${nobodyUid}:${nobodyUid}`, dataDir]);
    await startWell();
  });

  it('rejects the data of another PostgreSQL major and says what to do', async () => {
    afterRun();
    writeFileSync(path.join(dataDir, 'pg/PG_VERSION'), '15\n');
    expect((await start()).answer.refused).toMatch(/written by PostgreSQL 15.*npm run backup.*npm run restore/);
    expect(existsSync(path.join(dataDir, 'lock'))).toBe(false);
  });

  it('reports in one line that a file has the name of the folder', async () => {
    writeFileSync(dataDir, '');
    expect((await start()).answer.refused).toBe(
      `The data folder ${dataDir} cannot be used: a file stands in its place; choose another one with DATA_DIR.`,
    );
  });

  it('reports in one line that the folder is not writable', async () => {
    dataDir = '/sys/lead-finder';
    expect((await start()).answer.refused).toBe(
      `The data folder ${dataDir} cannot be used: permission denied; choose another one with DATA_DIR.`,
    );
  });
});

async function end(run: Run, signal: NodeJS.Signals): Promise<void> {
  if (run.process.exitCode !== null || run.process.signalCode !== null) return;
  run.process.kill(signal);
  await once(run.process, 'exit');
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const commit = (url: string, text: string) =>
  connected(url, async (client) => {
    await client.query('create table if not exists written (text text)');
    await client.query('insert into written values ($1)', [text]);
  });

const rows = (url: string) =>
  connected(url, async (client) => {
    await client.query('create table if not exists written (text text)');
    const { rows: found } = await client.query<{ text: string }>('select text from written order by ctid');
    return found.map((row) => row.text);
  });

/** Starts a postmaster that outlives its parent, as on a machine without setpriv. */
async function startByHand(dataDir: string): Promise<number> {
  const { uid, gid } = statSync(path.join(dataDir, 'pg'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const pass = uid === nobodyUid ? [] : ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  const port = String(await freePort());
  const run = [postgres, '-D', path.join(dataDir, 'pg'), '-p', port, '-c', 'unix_socket_directories='];
  const [command = '', ...args] = amRoot ? [...drop, ...pass, ...run] : run;
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', detached: true });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    said.push(line);
    if (line.includes('ready to accept connections'))
      return Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  }
  throw new Error(`PostgreSQL did not start: ${said.join('\n')}`);
}
