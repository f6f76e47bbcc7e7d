import { writeFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { serverBinary } from './binaries.js';
import { certificateFiles, type Certificate } from './certificates.js';
import { hasContainerEngine, startContainer } from './containers.js';
import { runFolder, runServer } from './run.js';
import { responds, launch, type TestServer } from './server.js';

export interface RedisOptions {
  /** The folder of its append-only file; default: a new folder. A container stores it inside. */
  dir?: string;
  port?: number;
  /** Whether every write reaches the file before its response. Otherwise a `kill` loses everything. */
  appendonly?: boolean;
  more?: string[];
  /** With it the server accepts only TLS. */
  certificate?: Certificate;
}

/** Enough for one database per spec of a run. */
const databases = 1_024;

export async function startRedis({
  dir,
  port,
  appendonly = false,
  more = [],
  certificate,
}: RedisOptions = {}): Promise<TestServer> {
  const url = (at: number) => `${certificate ? 'rediss' : 'redis'}://127.0.0.1:${at}`;
  const ready = (at: number) => responds(at, 'PING\r\n', '+PONG', { tls: certificate !== undefined });
  const listening = (at: number, folder: string) =>
    certificate
      ? [
          '--port',
          '0',
          '--tls-port',
          String(at),
          '--tls-cert-file',
          `${folder}/server.crt`,
          '--tls-key-file',
          `${folder}/server.key`,
          '--tls-auth-clients',
          'no',
        ]
      : ['--port', String(at)];
  const options = ['--databases', String(databases), '--save', '', '--appendonly', appendonly ? 'yes' : 'no'];
  options.push('--appendfsync', 'always', '--maxmemory-policy', 'noeviction', ...more);
  if (await hasContainerEngine()) {
    const command = ['redis-server', ...listening(6379, '/test'), ...options];
    const files = certificate ? certificateFiles('/test', certificate) : [];
    return startContainer({ image: 'redis:8-alpine', command, inside: 6379, files, port, url, ready });
  }
  const folder = dir ?? runFolder('redis');
  for (const { content, target } of certificate ? certificateFiles(folder, certificate) : [])
    writeFileSync(target, content);
  return launch({
    binary: await serverBinary('redis-server'),
    args: (at) => ['--bind', '127.0.0.1', ...listening(at, folder), '--dir', folder, ...options],
    port,
    url,
    ready,
  });
}

/** Returns the address of an empty database in the run's Redis. Published messages reach all databases. */
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
