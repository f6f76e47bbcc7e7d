import path from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';
import {
  freshDatabase,
  natsAccount,
  preparedDatabase,
  startNats,
  startPostgres,
  startRedis,
  testNats,
  testRedis,
} from './index.js';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A killed server emits an error on the connection, which this spec ignores.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withRedis<T>(url: string, action: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    return await action(client);
  } finally {
    client.disconnect();
  }
}

describe('a fresh database', () => {
  it('is empty and separate from others', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    await rows(one.url, 'create table business (name text)');
    await expect(rows(other.url, 'select * from business')).rejects.toThrow('does not exist');
    await Promise.all([one.drop(), other.drop()]);
  });

  it('can be dropped, also while a client is connected', async () => {
    const database = await freshDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(rows(database.url, 'select 1')).rejects.toThrow('does not exist');
  });
});

describe('a prepared database', () => {
  it('is prepared once for concurrent callers, and each gets its own copy', async () => {
    let prepared = 0;
    const ask = () =>
      preparedDatabase('a table of businesses', async (url) => {
        prepared += 1;
        await rows(url, 'create table business (name text)');
      });
    const [one, other] = await Promise.all([ask(), ask()]);
    await rows(one.url, "insert into business values ('Blue Bottle')");
    expect(await rows(other.url, 'select * from business')).toEqual([]);
    const third = await ask();
    expect(await rows(third.url, 'select * from business')).toEqual([]);
    expect(prepared).toBe(1);
    await Promise.all([one, other, third].map((database) => database.drop()));
  });

  it('is prepared by the next caller if the preparation failed', async () => {
    const fails = preparedDatabase('nothing that works', () => Promise.reject(new Error('no table')));
    await expect(fails).rejects.toThrow('no table');
    const database = await preparedDatabase(
      'nothing that works',
      async (url) => void (await rows(url, 'create table business (name text)')),
    );
    expect(await rows(database.url, 'select * from business')).toEqual([]);
    await database.drop();
  });
});

describe("the run's Redis and NATS", () => {
  it('gives every caller its own empty Redis database', async () => {
    const [one, other] = await Promise.all([testRedis(), testRedis()]);
    await withRedis(one, (client) => client.set('lead', 'Blue Bottle'));
    expect(await withRedis(one, (client) => client.get('lead'))).toBe('Blue Bottle');
    expect(await withRedis(other, (client) => client.dbsize())).toBe(0);
  });

  it('gives every caller its own NATS account, whose streams are its own', async () => {
    const urls = await Promise.all([natsAccount(), natsAccount()]);
    const connections = await Promise.all(
      urls.map((url) => connect({ servers: new URL(url).host, user: new URL(url).username, pass: 'spec' })),
    );
    const [one, other] = await Promise.all(connections.map((connection) => jetstreamManager(connection)));
    await one!.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
    expect((await one!.getAccountInfo()).streams).toBe(1);
    expect((await other!.getAccountInfo()).streams).toBe(0);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('speaks JetStream', async () => {
    const connection = await connect({ servers: await testNats() });
    const { streams } = await (await jetstreamManager(connection)).getAccountInfo();
    expect(streams).toEqual(expect.any(Number));
    await connection.close();
  });
});

describe('a separate server', () => {
  it('preserves what JetStream has acknowledged over a kill of NATS', async () => {
    const server = await startNats();
    const before = await connect({ servers: server.url, reconnect: false });
    await (await jetstreamManager(before)).streams.add({ name: 'EVENTS', subjects: ['events.>'] });
    await jetstream(before).publish('events.leads', 'assigned');
    await server.kill();
    await before.closed();
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow();

    await server.restart();
    const after = await connect({ servers: server.url });
    const { state } = await (await jetstreamManager(after)).streams.info('EVENTS');
    expect(state.messages).toBe(1);
    await after.close();
    await server.stop();
  });

  it('reads accounts from the NATS configuration of a spec', async () => {
    const server = await startNats({ config: 'authorization { user: leads, password: secret }' });
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow();
    const connection = await connect({ servers: server.url, user: 'leads', pass: 'secret' });
    await connection.close();
    await server.stop();
  });

  it('preserves what Redis has acknowledged over a kill only if it appends', async () => {
    for (const appendonly of [true, false]) {
      const server = await startRedis({ appendonly });
      await withRedis(server.url, (client) => client.set('session', 'sam'));
      await server.kill();
      await server.restart();
      expect(await withRedis(server.url, (client) => client.get('session'))).toBe(appendonly ? 'sam' : null);
      await server.stop();
    }
  });

  it('preserves what PostgreSQL has committed over a kill, on the same port, in a folder whose parent is new', async () => {
    const dataDir = path.join(process.env.TEST_RUN_FOLDER!, 'of-a-kill', 'postgres');
    const server = await startPostgres({ durable: true, dataDir });
    await rows(server.url, 'create table lead as select 1 as id');
    await server.kill();
    await expect(rows(server.url, 'select 1')).rejects.toThrow();
    await server.restart();
    expect(await rows(server.url, 'select id from lead')).toEqual([{ id: 1 }]);
    await server.stop();
  });

  it('reports the output of a program that cannot start', async () => {
    await expect(startNats({ config: 'nonsense {{' })).rejects.toThrow(/nats-server ended.*Parse error/);
  });
});
