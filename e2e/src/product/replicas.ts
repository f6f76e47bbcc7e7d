import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort, runFolder, startNats, startPostgres, startRedis } from '@lead-finder/testing';
import { end, putDemoData, run, whenReady } from './product.js';

export const roles = ['users', 'places', 'leads', 'imports', 'progress', 'gateway'] as const;
export type Role = (typeof roles)[number];

interface Replica {
  role: Role;
  /** The address of its health endpoints. For a gateway, it is that of the product too. */
  url: string;
  settings: Record<string, string>;
  process: ChildProcess;
}

/** Starts two processes of every role over real servers, with a list of gateways like that of a load balancer. */
export async function startReplicas() {
  const dataDir = runFolder('replicas');
  const folder = (name: string) => {
    const at = path.join(dataDir, name);
    mkdirSync(at, { recursive: true });
    return at;
  };
  await putDemoData(dataDir);
  const [postgres, nats, redis] = await Promise.all([
    startPostgres({ dataDir, durable: true }),
    startNats({ storeDir: folder('nats') }),
    startRedis({ dir: folder('redis'), appendonly: true }),
  ]);
  const addresses = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    SMTP_URL: 'file:',
    DATA_DIR: folder('files'),
  };
  const common = {
    ...addresses,
    DATABASE_POOL: '4',
    HOST: '127.0.0.1',
    HEALTH_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'on',
    PLACES_PROVIDER: 'sample',
  };
  const replicas: Replica[] = [];
  for (const role of roles) {
    for (const _ of [1, 2]) {
      const port = String(await freePort());
      const settings = { ...common, SERVICES: role, ...(role === 'gateway' ? { PORT: port } : { HEALTH_PORT: port }) };
      replicas.push({ role, url: `http://127.0.0.1:${port}`, settings, process: run(settings) });
    }
  }
  await Promise.all(replicas.map((each) => whenReady(each.url, [each.process])));
  const inRotation = replicas.filter(({ role }) => role === 'gateway').map(({ url }) => url);
  let next = 0;

  return {
    nats,
    /** Returns the next gateway of the list. */
    gateway: () => inRotation[next++ % inRotation.length]!,
    gateways: () => [...inRotation],
    /** Restarts a process as Kubernetes does: removes it from the list, ends it, starts it, and adds it when it is ready. */
    restart: async (role: Role, number: 0 | 1): Promise<number | null> => {
      const replica = replicas.filter((each) => each.role === role)[number]!;
      const at = inRotation.indexOf(replica.url);
      if (at >= 0) inRotation.splice(at, 1);
      await end(replica.process, 'SIGTERM');
      const { exitCode } = replica.process;
      replica.process = run(replica.settings);
      await whenReady(replica.url, [replica.process]);
      if (at >= 0) inRotation.push(replica.url);
      return exitCode;
    },
    stop: async () => {
      await Promise.all(replicas.map((each) => end(each.process, 'SIGTERM')));
      await Promise.all([postgres, nats, redis].map((server) => server.stop()));
    },
  };
}

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;
