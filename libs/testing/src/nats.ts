import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverBinary } from './binaries.js';
import { hasContainerEngine, startContainer } from './containers.js';
import { runFolder, runServer } from './run.js';
import { answers, launch, type TestServer } from './server.js';

export interface NatsOptions {
  /** Where JetStream keeps its streams; a folder of its own where not given. A container keeps them inside. */
  storeDir?: string;
  port?: number;
  /** More lines for its configuration file, accounts and permissions for instance. */
  config?: string;
}

const url = (port: number) => `nats://127.0.0.1:${port}`;
const ready = (port: number) => answers(port, '', 'INFO ');

/** A NATS server with JetStream, of the spec's own. */
export async function startNats({ storeDir, port, config = '' }: NatsOptions = {}): Promise<TestServer> {
  if (await hasContainerEngine()) {
    return startContainer({
      image: 'nats:2.12-alpine',
      command: ['-c', '/test.conf', '-js', '-sd', '/data', '-a', '0.0.0.0'],
      inside: 4222,
      files: [{ content: config, target: '/test.conf' }],
      port,
      url,
      ready,
    });
  }
  const folder = runFolder('nats');
  const file = path.join(folder, 'nats.conf');
  writeFileSync(file, config);
  const store = storeDir ?? path.join(folder, 'store');
  return launch({
    binary: await serverBinary('nats-server'),
    args: (at) => ['-c', file, '-js', '-sd', store, '-a', '127.0.0.1', '-p', String(at)],
    port,
    url,
    ready,
  });
}

/** The address of the run's shared NATS server; subjects and streams need a prefix of the caller's own. */
export const testNats = () => runServer('nats');
