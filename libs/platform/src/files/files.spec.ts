import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { eventually, runFolder, startNats, testNats } from '@lead-finder/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { bytesOf, chunksOf, describeFileStore, type FileStoreSide } from '../../test/file-store-suite.js';
import { FolderFileStore } from './folder-file-store.js';
import { JetStreamFileStore } from './jetstream-file-store.js';

const megabyte = 1024 * 1024;
function jetStream(): FileStoreSide {
  let connection: NatsConnection;
  let url: string;
  const stream = `FILES_${randomUUID().slice(0, 8)}`;
  return {
    open: async () => {
      url = await testNats();
      connection = await connect({ servers: url });
      return JetStreamFileStore.open(connection, { stream });
    },
    address: () => ({ url, stream }),
    close: () => connection.close(),
  };
}

function folder(): FileStoreSide {
  const path = runFolder('files');
  return {
    open: async () => new FolderFileStore(path),
    address: () => ({ folder: path }),
    close: async () => undefined,
  };
}

describeFileStore('a folder', folder);
describeFileStore('JetStream', jetStream);

describe('file store in JetStream', () => {
  it('rejects a file that does not fit, leaves nothing of it, and accepts a smaller one', async () => {
    const connection = await connect({ servers: await testNats() });
    const store = await JetStreamFileStore.open(connection, {
      stream: `FILES_${randomUUID().slice(0, 8)}`,
      maxBytes: 3 * megabyte,
    });
    const full = { kind: 'unavailable', message: 'There is no room left to store files. Please try again later.' };
    await expect(store.write('large', chunksOf(randomBytes(6 * megabyte)))).rejects.toMatchObject(full);
    expect(await store.list()).toEqual([]);
    expect(await store.write('small', chunksOf(randomBytes(megabyte)))).toBe(megabyte);
    await connection.close();
  });

  it('opens again with other limits, also concurrently', async () => {
    const connection = await connect({ servers: await testNats() });
    const stream = `FILES_${randomUUID().slice(0, 8)}`;
    const open = (maxBytes: number) => JetStreamFileStore.open(connection, { stream, maxBytes });
    await Promise.all([open(megabyte), open(megabyte), open(megabyte)]);
    const store = await open(10 * megabyte);
    expect(await store.write('a', chunksOf(randomBytes(5 * megabyte)))).toBe(5 * megabyte);
    await connection.close();
  });

  it('stores files on as many servers as asked for, and leaves the limits of its stream as they are without', async () => {
    const connection = await connect({ servers: await testNats() });
    const stream = `FILES_${randomUUID().slice(0, 8)}`;
    // This server is alone.
    await expect(JetStreamFileStore.open(connection, { stream, replicas: 3 })).rejects.toThrow(/replicas/);
    await JetStreamFileStore.open(connection, { stream, replicas: 1, maxBytes: megabyte });
    await JetStreamFileStore.open(connection, { stream });
    const { config } = await (await jetstreamManager(connection)).streams.info(stream);
    expect(config).toMatchObject({ num_replicas: 1, max_bytes: megabyte });
    await connection.close();
  });

  it('is unavailable while NATS is down, readable when it is back, and waits for a restart to write', async () => {
    const server = await startNats();
    try {
      const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
      const store = await JetStreamFileStore.open(connection, {});
      const bytes = randomBytes(3 * megabyte);
      await store.write('a', chunksOf(bytes));
      const reader = store.read('a')[Symbol.asyncIterator]();
      await reader.next();
      await server.kill();
      await expect(reader.next()).rejects.toMatchObject({ kind: 'unavailable' });
      const written = store.write('b', chunksOf(bytes));
      await server.restart();
      expect(await written).toBe(bytes.length);
      await eventually(async () => expect((await bytesOf(store.read('a'))).equals(bytes)).toBe(true));
      await connection.close();
    } finally {
      await server.stop();
    }
  }, 60_000);
});
