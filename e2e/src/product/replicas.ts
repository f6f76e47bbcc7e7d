import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, runFolder } from '@lead-finder/testing';
import pg from 'pg';
import { end, openServers, putDemoData, run, whenReady, type Settings } from './product.js';
import type { Version } from './version.js';

export const roles = ['users', 'places', 'leads', 'imports', 'progress', 'gateway'] as const;
export type Role = (typeof roles)[number];

interface Replica {
  role: Role;
  /** The address of its health endpoints. For a gateway, it is that of the product too. */
  url: string;
  version: Version;
  process: ChildProcess;
}

/** kube-proxy learns late that a pod ends: new connections reach it for this long. */
const endpointDelayMs = 3_000;

/** Starts two processes of these roles and one of each other over real servers, and a balancer between the gateways. */
export async function startReplicas(version: Version, doubled: readonly Role[] = roles) {
  const dataDir = runFolder('replicas');
  await putDemoData(dataDir, version.folder);
  const servers = await openServers(dataDir);
  const common = {
    ...servers.settings,
    DATABASE_POOL: '4',
    HOST: '127.0.0.1',
    HEALTH_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'on',
    PLACES_PROVIDER: 'sample',
  };
  const replicas: Replica[] = [];
  const endpoints: string[] = [];
  let next = 0;

  const start = async (role: Role, version: Version): Promise<void> => {
    const port = String(await freePort());
    const own: Settings =
      role === 'gateway' ? { PORT: port, DRAIN_SECONDS: version.drainSeconds } : { HEALTH_PORT: port };
    const url = `http://127.0.0.1:${port}`;
    const process = run({ ...common, ...own, SERVICES: role }, version.folder);
    replicas.push({ role, url, version, process });
    await whenReady(url, [process]);
    if (role === 'gateway') endpoints.push(url);
  };

  /** Ends a process as Kubernetes does: at once, while the balancer still knows it. */
  const terminate = async ({ role, url, version, process }: Replica): Promise<number | null> => {
    const forget = async () => {
      await pause(endpointDelayMs);
      endpoints.splice(endpoints.indexOf(url), 1);
    };
    const forgotten = role === 'gateway' ? forget() : undefined;
    if (role === 'gateway') await pause(version.preStopMs);
    await end(process, 'SIGTERM');
    await forgotten;
    return process.exitCode;
  };

  await Promise.all([...roles, ...doubled].map((role) => start(role, version)));
  return {
    nats: servers.nats,
    /** Returns the next gateway that the balancer knows. */
    gateway: () => endpoints[next++ % endpoints.length]!,
    /** Replaces the oldest process of a role as a Deployment does: its successor is ready before it ends. Returns its exit code. */
    replace: async (role: Role, version: Version): Promise<number | null> => {
      const old = replicas.find((each) => each.role === role)!;
      await start(role, version);
      replicas.splice(replicas.indexOf(old), 1);
      return terminate(old);
    },
    /** Returns the names of the migrations that have run. */
    migrations: async (): Promise<string[]> => {
      const client = new pg.Client({ connectionString: servers.postgres.url });
      await client.connect();
      try {
        const names = roles
          .filter((role) => role !== 'gateway')
          .map((role) => `select name from ${role}.migrations`)
          .join(' union all ');
        return (await client.query<{ name: string }>(names)).rows.map(({ name }) => name);
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await Promise.all(replicas.map((each) => end(each.process, 'SIGKILL')));
      await servers.stop();
    },
  };
}

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;
