import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  copyPrepared,
  eventually,
  freePort,
  runFolder,
  startNats,
  startPostgres,
  startRedis,
  type TestServer,
} from '@lead-finder/testing';
import { workspace } from './version.js';

const mainOf = (folder: string) => path.join(folder, 'services/host/dist/main.js');
const layouts = {
  'six processes': ['users', 'places', 'leads', 'imports', 'progress', 'gateway'],
  'one process beside servers': ['all'],
};
const startDeadline = { within: 200_000 };

/** The address of a running product with the demo team: `PRODUCT_URL=http://127.0.0.1:8080 npm test -- --only main-job`. */
const address = process.env.PRODUCT_URL;

export const shapes: readonly Shape[] = address ? ['at its address'] : ['one process', 'six processes'];
export type Shape = 'one process' | 'at its address' | keyof typeof layouts;

/** The built product with its own data. */
export interface Product {
  url: string;
  /** Kills all its processes and servers by SIGKILL, PostgreSQL only if asked for. */
  kill9(options: { postgres: boolean }): Promise<void>;
  /** Kills the process of one role and starts another one. */
  replace(role: string): Promise<void>;
  /** Halts the process of one role and starts another one beside it. Returns a function that continues the first. */
  freeze(role: string): () => void;
  /** Starts it again on the same data. Resolves when requests succeed. */
  start(): Promise<void>;
  stop(): Promise<void>;
  servers: { postgres?: TestServer; nats?: TestServer; redis?: TestServer };
  /** What its one process has logged. */
  log?(): string;
  /** The superuser's address of its PostgreSQL, which may be another one after each start. */
  databaseUrl(): string;
}

export type Settings = Record<string, string>;

/** Starts the product in one of its shapes, with the demo team. `settings` are environment variables. */
export async function startProduct(shape: Shape, settings: Settings = {}): Promise<Product> {
  if (shape === 'at its address') return atItsAddress(address!);
  const url = `http://127.0.0.1:${await freePort()}`;
  const own: Settings & { DATA_DIR: string } = { ...atPort(url), DATA_DIR: runFolder('product'), ...settings };
  if (own.DEMO_DATA !== 'off') await putDemoData(own.DATA_DIR);
  return shape === 'one process'
    ? oneProcess(url, own)
    : besideServers(url, own, layouts[shape], await openServers(own.DATA_DIR));
}

const atPort = (url: string) => ({ PORT: new URL(url).port, HOST: '127.0.0.1', LOG_LEVEL: 'warn' });

/** Fills the folder with the data that a first start with the demo team makes. */
export const putDemoData = (dataDir: string, version = workspace) =>
  copyPrepared(`demo-data-${path.basename(version)}`, dataDir, async (folder) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await (await oneProcess(url, { ...atPort(url), DATA_DIR: folder }, version)).stop();
  });

/** A product that runs elsewhere. Its owner starts and stops it. */
export function atItsAddress(url: string): Product {
  const notOurs = () => {
    throw new Error('A product that runs elsewhere is neither started nor stopped here');
  };
  const calls = { start: notOurs, kill9: notOurs, replace: notOurs, freeze: notOurs, databaseUrl: notOurs };
  return { url, servers: {}, ...calls, stop: async () => {} };
}

async function oneProcess(url: string, settings: Settings, version = workspace): Promise<Product> {
  let host: ChildProcess;
  let log = '';
  const apart = () => {
    throw new Error('All roles are one process here');
  };
  /** Its first line is the process, its fourth one the port. */
  const postmaster = () => readFileSync(path.join(settings.DATA_DIR!, 'pg', 'postmaster.pid'), 'utf8').split('\n');
  const start = async () => {
    host = run(settings, version);
    host.stdout!.on('data', (data: Buffer) => (log += data.toString()));
    await whenReady(url, [host]);
  };
  await start();
  return {
    url,
    servers: {},
    start,
    kill9: async ({ postgres }) => {
      if (postgres) process.kill(Number(postmaster()[0]), 'SIGKILL');
      await end(host, 'SIGKILL');
    },
    replace: apart,
    freeze: apart,
    log: () => log,
    databaseUrl: () => {
      const password = readFileSync(path.join(settings.DATA_DIR!, 'secret'), 'utf8').trim();
      return `postgres://lead_finder:${encodeURIComponent(password)}@127.0.0.1:${postmaster()[3]}/postgres`;
    },
    stop: () => end(host, 'SIGTERM'),
  };
}

/** Starts PostgreSQL, NATS and Redis on the data of a folder. `settings` name them to the product. */
export async function openServers(dataDir: string) {
  const folder = (name: string) => {
    const at = path.join(dataDir, name);
    mkdirSync(at, { recursive: true });
    return at;
  };
  const [postgres, nats, redis] = await Promise.all([
    // Uses the same cluster as a start with the embedded server.
    startPostgres({ dataDir, durable: true }),
    startNats({ storeDir: folder('nats') }),
    startRedis({ dir: folder('redis'), appendonly: true }),
  ]);
  const settings = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    SMTP_URL: 'file:',
    DATA_DIR: dataDir,
  };
  const stop = async () => void (await Promise.all([postgres, nats, redis].map((server) => server.stop())));
  return { postgres, nats, redis, settings, stop };
}

export type Servers = Awaited<ReturnType<typeof openServers>>;

/** Starts six processes beside servers that run already, without the demo team. */
export async function startBeside(servers: Servers): Promise<Product> {
  const url = `http://127.0.0.1:${await freePort()}`;
  return besideServers(url, { ...atPort(url), DEMO_DATA: 'off' }, layouts['six processes'], servers);
}

async function besideServers(
  url: string,
  settings: Settings,
  roles: string[],
  { postgres, nats, redis, settings: addresses }: Servers,
): Promise<Product> {
  const defaults = { DEMO_DATA: 'on', PLACES_PROVIDER: 'sample' };
  let hosts: ChildProcess[] = [];
  const startRole = (role: string) => run({ ...addresses, ...defaults, ...settings, SERVICES: role });
  const start = async () => {
    hosts = roles.map(startRole);
    await whenReady(url, hosts);
  };
  await start();
  return {
    url,
    servers: { postgres, nats, redis },
    start: async () => {
      await Promise.all([postgres, nats, redis].map((server) => server.restart()));
      await start();
    },
    kill9: async (options) => {
      const servers = options.postgres ? [postgres, nats, redis] : [nats, redis];
      await Promise.all([...hosts.map((host) => end(host, 'SIGKILL')), ...servers.map((server) => server.kill())]);
    },
    replace: async (role) => {
      const at = roles.indexOf(role);
      await end(hosts[at]!, 'SIGKILL');
      hosts[at] = startRole(role);
    },
    freeze: (role) => {
      const at = roles.indexOf(role);
      const frozen = hosts[at]!;
      frozen.kill('SIGSTOP');
      hosts = [...hosts.with(at, startRole(role)), frozen];
      return () => frozen.kill('SIGCONT');
    },
    databaseUrl: () => postgres.url,
    stop: async () => {
      await Promise.all(hosts.map((host) => end(host, 'SIGTERM')));
      await Promise.all([postgres, nats, redis].map((server) => server.stop()));
    },
  };
}

/** Runs a command of the product, such as `backup`, to its end. */
export const runCommand = (args: string[], settings: Settings) =>
  promisify(execFile)(process.execPath, [mainOf(workspace), ...args], { env: environmentOf(settings) });

const environmentOf = (settings: Settings) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...settings });

/** The processes that have printed that they are ready. */
const readyHosts = new WeakSet<ChildProcess>();

export function run(settings: Settings, version = workspace): ChildProcess {
  const host = spawn(process.execPath, ['--enable-source-maps', mainOf(version)], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The last output explains why a process ended by itself.
  let said = '';
  const remember = (data: Buffer) => {
    said = (said + data.toString()).slice(-8_000);
    if (/^Lead Finder (runs|is ready)/m.test(said)) readyHosts.add(host);
  };
  host.stdout.on('data', remember);
  host.stderr.on('data', remember);
  host.once('exit', (code) => {
    if (code) process.stderr.write(`The product ended with ${code}:\n${said}\n`);
  });
  return host;
}

/**
 * Waits until each process has printed that it is ready: the gateway is ready without its services, and another program may
 * listen at the address. Ends all processes if the product does not get ready.
 */
export async function whenReady(url: string, hosts: ChildProcess[]): Promise<void> {
  const hasEnded = () => hosts.some((host) => host.exitCode !== null);
  try {
    await eventually(async () => {
      if (hasEnded()) return;
      if (!hosts.every((host) => readyHosts.has(host)))
        throw new Error('Not every process has said that it is at work');
      const answer = await fetch(`${url}/readyz`);
      if (!answer.ok) throw new Error(`/readyz answers ${answer.status}: ${await answer.text()}`);
    }, startDeadline);
    if (hasEnded()) throw new Error('The product ended before it was ready');
  } catch (error) {
    await Promise.all(hosts.map((host) => end(host, 'SIGTERM')));
    throw error;
  }
}

export async function end(host: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  const ended = once(host, 'exit');
  host.kill(signal);
  await ended;
}
