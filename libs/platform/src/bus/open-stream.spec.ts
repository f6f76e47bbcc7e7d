import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { eventually, startNats, startNatsCluster, type TestServer } from '@lead-finder/testing';
import { pino } from 'pino';
import { JetStreamEvents } from '../events/jetstream-events.js';
import { JetStreamFileStore } from '../files/jetstream-file-store.js';
import { NatsLink } from './nats-link.js';

const log = pino({ level: 'silent' });
const megabyte = 1024 * 1024;

async function configOf(connection: NatsConnection, stream: string) {
  const { config, cluster } = await (await jetstreamManager(connection)).streams.info(stream);
  return { replicas: config.num_replicas, maxBytes: config.max_bytes, leader: cluster?.leader };
}

async function* onePart(part: Uint8Array) {
  yield part;
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('streams in a cluster of three servers', () => {
  let servers: TestServer[];
  let links: NatsLink[];
  let connection: NatsConnection;
  beforeAll(async () => {
    servers = await startNatsCluster();
    const urls = servers.map(({ url }) => url).join(',');
    links = await Promise.all([NatsLink.open(urls, log), NatsLink.open(urls, log)]);
    connection = links[0]!.connection;
  }, 60_000);
  afterAll(async () => {
    await Promise.all(links.map((link) => link.close()));
    await Promise.all(servers.map((server) => server.kill()));
  });

  it('are on all three by themselves, also those of one server, as far as the user may change them', async () => {
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: 'FILES', subjects: ['files.*.*'], num_replicas: 1, allow_direct: true });
    await JetStreamFileStore.open(connection, { isUpdated: false });
    expect(await configOf(connection, 'FILES')).toMatchObject({ replicas: 1, maxBytes: -1 });
    await JetStreamFileStore.open(connection);
    expect(await configOf(connection, 'FILES')).toMatchObject({ replicas: 3, maxBytes: 2048 * megabyte });
    await new JetStreamEvents(links[0]!, log).store();
    expect(await configOf(connection, 'EVENTS')).toMatchObject({ replicas: 3 });
  });

  it('stay on all three after a start with less, with the limit of their bytes', async () => {
    await JetStreamFileStore.open(links[1]!.connection, { replicas: 1 });
    await new JetStreamEvents(links[1]!, log, 1).store();
    expect(await configOf(connection, 'FILES')).toMatchObject({ replicas: 3, maxBytes: 2048 * megabyte });
    expect(await configOf(connection, 'EVENTS')).toMatchObject({ replicas: 3 });
  });

  it('survive the loss of their leader', async () => {
    const store = await JetStreamFileStore.open(connection);
    const created = await new JetStreamEvents(links[0]!, log).store();
    await store.write('before', onePart(Buffer.from('content')));
    const { leader } = await configOf(connection, 'FILES');
    await servers[Number(leader!.at(-1))]!.kill();
    await eventually(async () => expect(await textOf(store.read('before'))).toBe('content'), { within: 30_000 });
    await eventually(() => store.write('after', onePart(Buffer.from('more'))), { within: 30_000 });
    await eventually(async () => expect(await new JetStreamEvents(links[0]!, log).store()).toBe(created));
  }, 120_000);
});

describe('streams on one server', () => {
  it('leave room for events where NATS has less of it, and report a limit that does not fit', async () => {
    const server = await startNats({ config: `jetstream { max_file_store: ${100 * megabyte} }\n` });
    const connection = await connect({ servers: server.url });
    try {
      await JetStreamFileStore.open(connection);
      expect(await configOf(connection, 'FILES')).toMatchObject({ replicas: 1, maxBytes: 64 * megabyte });
      const asked = { maxBytes: 200 * megabyte };
      await expect(JetStreamFileStore.open(connection, asked)).rejects.toThrow('insufficient storage');
    } finally {
      await connection.close();
      await server.stop();
    }
  });
});
