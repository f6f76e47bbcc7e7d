import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  eventually,
  freePort,
  runFolder,
  startNats,
  startPostgres,
  startRedis,
  type Pooler,
  type SentinelSet,
  type TestServer,
} from '@lead-finder/testing';
import { end, run } from '../../product/product.js';
import { roles, type Role } from '../../product/replicas.js';
import { FaultProxy } from './fault-proxy.js';
import { deleteStreams } from './waiting-work.js';

export { roles, type Role };
export const serverNames = ['postgres', 'nats', 'redis'] as const;
export type ServerName = (typeof serverNames)[number];
type Settings = Record<string, string>;

/** Enough for a few imports, and small enough to fill in a second. */
const natsStoreBytes = 96 * 2 ** 20;

/** How the processes reach their servers: directly, each through its own proxy, or with another server for each. */
export type Network = 'straight' | 'by proxies' | 'with standbys';

/** Servers of which one may be lost: PostgreSQL with a standby behind a pooler, three of NATS, Redis with Sentinels. */
export interface RedundantServers {
  servers: Record<ServerName, TestServer>;
  databaseUrlOf(role: Role): string;
  natsServers: TestServer[];
  redisSet: SentinelSet;
  pooler: Pooler;
  /** Makes the standby the primary, behind the same address. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Loaded on demand, because the other faults need no PgBouncer. */
const openRedundantServers = async () => (await import('./redundant-servers.js')).openRedundantServers();

/** One process for each role, with its own PostgreSQL, NATS and Redis. */
export class SplitProduct {
  private readonly hosts = new Map<Role, ChildProcess>();
  /** Halted processes that were replaced. */
  private readonly besides: ChildProcess[] = [];

  private constructor(
    readonly url: string,
    readonly servers: Record<ServerName, TestServer>,
    private readonly routes: Map<Role, Record<ServerName, FaultProxy>>,
    private readonly settings: Record<Role, Settings>,
    private readonly natsStore: string,
    private readonly others: RedundantServers | undefined,
    /** Ports at which the leads service may deliver webhooks. */
    readonly receivers: readonly number[],
  ) {}

  static async start(network: Network): Promise<SplitProduct> {
    const dataDir = runFolder('faults');
    const folder = (name: string) => {
      const at = path.join(dataDir, name);
      mkdirSync(at, { recursive: true });
      return at;
    };
    const others = network === 'with standbys' ? await openRedundantServers() : undefined;
    const servers = others?.servers ?? (await openServers(folder));
    const routes = new Map<Role, Record<ServerName, FaultProxy>>();
    const settings = {} as Record<Role, Settings>;
    const receivers = [await freePort(), await freePort()];
    for (const role of roles) {
      const route = (name: ServerName) => FaultProxy.open(servers[name].port);
      if (network === 'by proxies')
        routes.set(role, { postgres: await route('postgres'), nats: await route('nats'), redis: await route('redis') });
      const own = routes.get(role);
      settings[role] = {
        SERVICES: role,
        DATABASE_URL: others?.databaseUrlOf(role) ?? through(servers.postgres, own?.postgres),
        NATS_URL: through(servers.nats, own?.nats),
        REDIS_URL: through(servers.redis, own?.redis),
        SMTP_URL: 'file:',
        DEMO_DATA: 'off',
        PLACES_PROVIDER: 'sample',
        INTERNAL_WEBHOOKS: receivers.map((port) => `http://127.0.0.1:${port}`).join(),
        DATA_DIR: folder('files'),
        HOST: '127.0.0.1',
        HEALTH_HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        [role === 'gateway' ? 'PORT' : 'HEALTH_PORT']: String(await freePort()),
      };
    }
    const url = `http://127.0.0.1:${settings.gateway.PORT}`;
    const product = new SplitProduct(url, servers, routes, settings, path.join(dataDir, 'nats'), others, receivers);
    for (const role of roles) product.startRole(role);
    await product.ready();
    return product;
  }

  /** Starts the process of a role with additional settings. Node loads `preload` before the product. */
  startRole(role: Role, more: Settings = {}, preload?: URL): ChildProcess {
    const preloaded: Settings = preload ? { NODE_OPTIONS: `--import ${preload.href}` } : {};
    const host = run({ ...this.settings[role], ...preloaded, ...more });
    this.hosts.set(role, host);
    return host;
  }

  /** Ends the process of a role. Returns its exit code, or null after SIGKILL. */
  async endRole(role: Role, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const host = this.hosts.get(role)!;
    await end(host, signal);
    return host.exitCode;
  }

  /** Kills the process of a role and starts another one, as an orchestrator does. */
  async replace(role: Role, more: Settings = {}, preload?: URL): Promise<ChildProcess> {
    await this.endRole(role);
    return this.startRole(role, more, preload);
  }

  /** Resolves when the process of the role ends by itself. Rejects after `withinMs`. */
  async ended(role: Role, withinMs: number): Promise<void> {
    const host = this.hosts.get(role)!;
    if (hasEnded(host)) return;
    await once(host, 'exit', { signal: AbortSignal.timeout(withinMs) });
  }

  /** Halts the process (SIGSTOP) and starts another one beside it. Returns functions that continue and end the first. */
  async freeze(role: Exclude<Role, 'gateway'>): Promise<{ goOn(): void; end(): Promise<void> }> {
    const frozen = this.hosts.get(role)!;
    frozen.kill('SIGSTOP');
    this.besides.push(frozen);
    // The halted process still has its health port.
    this.settings[role].HEALTH_PORT = String(await freePort());
    this.startRole(role);
    return { goOn: () => void frozen.kill('SIGCONT'), end: () => end(frozen, 'SIGTERM') };
  }

  /** Halts the process (SIGSTOP). Returns a function that continues it. */
  halt(role: Role): () => void {
    const host = this.hosts.get(role)!;
    host.kill('SIGSTOP');
    return () => void host.kill('SIGCONT');
  }

  /** Returns the proxies between these processes and a server. */
  routesOf(server: ServerName, those: readonly Role[] = roles): FaultProxy[] {
    if (this.routes.size === 0) throw new Error('The processes reach their servers straight');
    return those.map((role) => this.routes.get(role)![server]);
  }

  get redundant(): RedundantServers {
    if (!this.others) throw new Error('The product has one server of each kind');
    return this.others;
  }

  /** Returns the address of the master of Redis. */
  async redisUrl(): Promise<string> {
    return this.others ? this.others.redisSet.master() : this.servers.redis.url;
  }

  /** Returns the address of the health endpoints of a role. */
  healthOf(role: Role): string {
    return role === 'gateway' ? this.url : `http://127.0.0.1:${this.settings[role].HEALTH_PORT}`;
  }

  /** Resolves when every process is ready. */
  async ready(within = 120_000): Promise<void> {
    await eventually(() => Promise.all(roles.map((role) => this.refuseUnready(role))), { within });
  }

  /** Kills NATS, removes its store and starts it empty. The store of a container is inside it. */
  async wipeNats(): Promise<void> {
    const isHere = existsSync(path.join(this.natsStore, 'jetstream'));
    if (!isHere) await deleteStreams(this.servers.nats.url);
    await this.servers.nats.kill();
    rmSync(path.join(this.natsStore, 'jetstream'), { recursive: true, force: true });
    await this.servers.nats.restart();
  }

  async stop(): Promise<void> {
    for (const host of this.besides) host.kill('SIGCONT');
    const routes = [...this.routes.values()].flatMap((own) => Object.values(own));
    routes.forEach((route) => route.heal());
    await Promise.all([...this.hosts.values(), ...this.besides].map((host) => endWithin(host, 15_000)));
    await this.others?.stop();
    await Promise.all(Object.values(this.servers).map((server) => server.stop()));
    await Promise.all(routes.map((route) => route.close()));
  }

  private async refuseUnready(role: Role): Promise<void> {
    const host = this.hosts.get(role)!;
    if (hasEnded(host)) throw new Error(`The process of ${role} ended (${host.exitCode ?? host.signalCode})`);
    const answer = await fetch(`${this.healthOf(role)}/readyz`, { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) throw new Error(`${role} is not ready: ${await answer.text()}`);
  }
}

async function openServers(folder: (name: string) => string): Promise<Record<ServerName, TestServer>> {
  const [postgres, nats, redis] = await Promise.all([
    startPostgres({ dataDir: folder('postgres'), durable: true }),
    startNats({ storeDir: folder('nats'), config: `jetstream { max_file_store: ${natsStoreBytes} }\n` }),
    startRedis({ dir: folder('redis'), appendonly: true }),
  ]);
  return { postgres, nats, redis };
}

const hasEnded = (host: ChildProcess) => host.exitCode !== null || host.signalCode !== null;

function through({ url }: TestServer, proxy: FaultProxy | undefined): string {
  return proxy ? Object.assign(new URL(url), { port: proxy.port }).href : url;
}

/** Ends a process, by SIGKILL after `ms`: a fault may have left it unable to stop. */
async function endWithin(host: ChildProcess, ms: number): Promise<void> {
  const impatience = setTimeout(() => host.kill('SIGKILL'), ms);
  await end(host, 'SIGTERM');
  clearTimeout(impatience);
}
