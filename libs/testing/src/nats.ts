import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverBinary } from './binaries.js';
import { certificateFiles, type Certificate } from './certificates.js';
import { hasContainerEngine, startContainer } from './containers.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { runFolder, runServer } from './run.js';
import { responds, launch, type TestServer } from './server.js';

export interface NatsOptions {
  /** The folder of JetStream's streams; default: a new folder. A container stores them inside. */
  storeDir?: string;
  port?: number;
  /** More lines of its configuration file, such as accounts and permissions. */
  config?: string;
  /** With it the server accepts only TLS. */
  certificate?: Certificate;
}

const ready = (port: number) => responds(port, '', 'INFO ');

export async function startNats({ storeDir, port, config = '', certificate }: NatsOptions = {}): Promise<TestServer> {
  const url = (at: number) => `${certificate ? 'tls' : 'nats'}://127.0.0.1:${at}`;
  const contentIn = (folder: string) => [
    {
      content: certificate
        ? `${config}\ntls { cert_file: "${folder}/server.crt", key_file: "${folder}/server.key" }\n`
        : config,
      target: `${folder}/nats.conf`,
    },
    ...(certificate ? certificateFiles(folder, certificate) : []),
  ];
  if (await hasContainerEngine()) {
    return startContainer({
      image: 'nats:2.14-alpine',
      command: ['-c', '/test/nats.conf', '-js', '-sd', '/data', '-a', '0.0.0.0'],
      inside: 4222,
      files: contentIn('/test'),
      port,
      url,
      ready,
    });
  }
  const folder = runFolder('nats');
  for (const { content, target } of contentIn(folder)) writeFileSync(target, content);
  const file = path.join(folder, 'nats.conf');
  const store = storeDir ?? path.join(folder, 'store');
  return launch({
    binary: await serverBinary('nats-server'),
    args: (at) => ['-c', file, '-js', '-sd', store, '-a', '127.0.0.1', '-p', String(at)],
    port,
    url,
    ready,
  });
}

/** Returns the address of the run's shared NATS server. Use subjects and streams with a prefix of your own. */
export const testNats = () => runServer('nats');

/** Enough for one account per system of a run. */
const accounts = Array.from({ length: 1_000 }, (_, index) => `account-${index + 1}`);

/** The configuration of the run's NATS server. A client without a user is in the account `shared`. */
export const sharedNatsConfig = `
accounts {
${['shared', ...accounts].map((name) => `  ${name}: { jetstream: enabled, users: [{ user: ${name}, password: spec }] }`).join('\n')}
}
no_auth_user: shared
# The streams of all accounts reserve more than the disk has, and use little of it.
jetstream { max_file_store: 1PB }
`;

/** Returns the address of an empty account in the run's NATS server: its subjects and streams belong to it alone. */
export async function natsAccount(): Promise<string> {
  const url = new URL(await testNats());
  const connection = await connect({ servers: url.host });
  try {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'accounts-taken', subjects: ['accounts-taken'], storage: 'memory' });
    const { seq } = await jetstream(connection).publish('accounts-taken');
    url.username = accounts[(seq - 1) % accounts.length]!;
    url.password = 'spec';
    return url.href;
  } finally {
    await connection.close();
  }
}

/** Starts a cluster of servers on loopback. It is ready when a stream can be on all of them. */
export async function startNatsCluster(count = 3): Promise<TestServer[]> {
  const binary = await serverBinary('nats-server');
  const routePorts = await Promise.all(Array.from({ length: count }, freePort));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(', ');
  const servers = await Promise.all(
    routePorts.map((routePort, index) => {
      const folder = runFolder('nats');
      const file = path.join(folder, 'nats.conf');
      const cluster = `cluster { name: spec, listen: "127.0.0.1:${routePort}", routes: [${routes}] }`;
      writeFileSync(file, `server_name: spec-${index}\n${cluster}\n`);
      return launch({
        binary,
        args: (at) => ['-c', file, '-js', '-sd', path.join(folder, 'store'), '-a', '127.0.0.1', '-p', String(at)],
        url: (at) => `nats://127.0.0.1:${at}`,
        ready,
      });
    }),
  );
  const connection = await connect({ servers: servers.map(({ url }) => url) });
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const everywhere = { name: 'everywhere', subjects: ['everywhere'], num_replicas: count };
    await eventually(() => manager.streams.add(everywhere), { within: 30_000 });
    await manager.streams.delete(everywhere.name);
  } finally {
    await connection.close();
  }
  return servers;
}
