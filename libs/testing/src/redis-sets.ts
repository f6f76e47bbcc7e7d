import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { serverBinary } from './binaries.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { runFolder } from './run.js';
import { launch, responds, type TestServer } from './server.js';

const local = '127.0.0.1';

async function launchNode(args: (folder: string, port: number) => string[]): Promise<TestServer> {
  const folder = runFolder('redis');
  return launch({
    binary: await serverBinary('redis-server'),
    args: (port) => args(folder, port),
    url: (port) => `redis://${local}:${port}`,
    ready: (port) => responds(port, 'PING\r\n', '+PONG'),
  });
}

const ofData = (folder: string, port: number) =>
  ['--bind', local, '--port', port, '--dir', folder, '--save', '', '--appendonly', 'yes'].map(String);

async function asked<T>(server: TestServer, ask: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(server.url, { retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

export interface SentinelSet {
  /** The address of the Sentinels. */
  url: string;
  /** The first one is the master at the start. */
  servers: readonly [TestServer, TestServer];
  /** Returns the address of the present master. */
  master(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a master, its replica, and three Sentinels which promote the replica about two seconds after a loss. */
export async function startSentinelSet(): Promise<SentinelSet> {
  const master = await launchNode((folder, port) => [...ofData(folder, port), '--repl-diskless-sync-delay', '0']);
  const replica = await launchNode((folder, port) => [
    ...ofData(folder, port),
    ...['--replicaof', local, String(master.port)],
  ]);
  const sentinel = () =>
    launchNode((folder, port) => {
      const file = path.join(folder, `${port}.conf`);
      writeFileSync(
        file,
        `bind ${local}
port ${port}
sentinel monitor jobs ${local} ${master.port} 2
sentinel down-after-milliseconds jobs 1000
sentinel failover-timeout jobs 3000
`,
      );
      return [file, '--sentinel'];
    });
  const sentinels = await Promise.all([sentinel(), sentinel(), sentinel()]);
  const complete = { 'num-slaves': '1', 'num-other-sentinels': '2' };
  const refuseIncomplete = async (each: TestServer) => {
    const fields = (await asked(each, (client) => client.call('sentinel', 'master', 'jobs'))) as string[];
    const seen = (name: string) => fields[fields.indexOf(name) + 1];
    if (Object.entries(complete).some(([name, count]) => seen(name) !== count)) throw new Error(fields.join(' '));
  };
  await eventually(() => Promise.all(sentinels.map(refuseIncomplete)), { within: 20_000 });
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `${local}:${port}`).join(',')}/jobs`,
    servers: [master, replica],
    master: async () => {
      const [host, port] = (await asked(sentinels[0]!, (client) =>
        client.call('sentinel', 'get-master-addr-by-name', 'jobs'),
      )) as string[];
      return `redis://${host}:${port}`;
    },
    stop: async () => void (await Promise.all([master, replica, ...sentinels].map((server) => server.kill()))),
  };
}

/** Starts a cluster of three servers, each with a third of the slots. */
export async function startRedisCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const busPorts = await Promise.all([freePort(), freePort(), freePort()]);
  const nodes = await Promise.all(
    busPorts.map((bus) =>
      launchNode((folder, port) => [
        ...ofData(folder, port),
        ...['--cluster-enabled', 'yes', '--cluster-port', String(bus)],
      ]),
    ),
  );
  const last = 16_383;
  for (const [index, node] of nodes.entries())
    await asked(node, async (client) => {
      const slots = [index, index + 1].map((third) => Math.ceil((third * (last + 1)) / 3));
      await client.call('cluster', 'addslotsrange', slots[0]!, slots[1]! - 1);
      for (const [other, { port }] of nodes.entries())
        await client.call('cluster', 'meet', local, port, busPorts[other]!);
    });
  const refuseIncomplete = async (node: TestServer) => {
    const info = await asked(node, (client) => client.cluster('INFO'));
    if (!/cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(info)) throw new Error(info);
  };
  await eventually(() => Promise.all(nodes.map(refuseIncomplete)), { within: 20_000 });
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `${local}:${port}`).join(',')}`,
    stop: async () => void (await Promise.all(nodes.map((node) => node.kill()))),
  };
}
