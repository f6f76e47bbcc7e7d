import { Redis } from 'ioredis';
import { serverBinary } from './binaries.js';
import { hasContainerEngine, startContainer } from './containers.js';
import { runFolder, runServer } from './run.js';
import { answers, launch, type TestServer } from './server.js';

export interface RedisOptions {
  /** Where it keeps its append-only file; a folder of its own where not given. A container keeps it inside. */
  dir?: string;
  port?: number;
  /** Whether every write reaches its file before it is answered; without it a `kill` forgets everything. */
  appendonly?: boolean;
  /** More of its arguments, users and their rights for instance. */
  more?: string[];
}

/** Enough for a database of its own for every spec of a run. */
const databases = 1_024;

const url = (port: number) => `redis://127.0.0.1:${port}`;
const ready = (port: number) => answers(port, 'PING\r\n', '+PONG');

/** A Redis server of the spec's own. */
export async function startRedis({ dir, port, appendonly = false, more = [] }: RedisOptions = {}): Promise<TestServer> {
  const options = ['--databases', String(databases), '--save', '', '--appendonly', appendonly ? 'yes' : 'no'];
  options.push('--appendfsync', 'always', '--maxmemory-policy', 'noeviction', ...more);
  if (await hasContainerEngine()) {
    const command = ['redis-server', ...options];
    return startContainer({ image: 'redis:8-alpine', command, inside: 6379, port, url, ready });
  }
  const folder = dir ?? runFolder('redis');
  return launch({
    binary: await serverBinary('redis-server'),
    args: (at) => ['--bind', '127.0.0.1', '--port', String(at), '--dir', folder, ...options],
    port,
    url,
    ready,
  });
}

/** The address of an empty database of the caller's own in the run's Redis; published messages reach all databases. */
export async function testRedis(): Promise<string> {
  const server = await runServer('redis');
  const client = new Redis(server);
  try {
    const [, available] = (await client.config('GET', 'databases')) as [string, string];
    const taken = await client.incr('databases-taken');
    const own = 1 + (taken % (Number(available) - 1));
    await client.multi().select(own).flushdb().exec();
    return `${server}/${own}`;
  } finally {
    client.disconnect();
  }
}
