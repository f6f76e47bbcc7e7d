import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Redis } from 'ioredis';

const eventStream = 'EVENTS';

/** Returns the waiting and active jobs. The job of a dead worker stays active until its lock expires. */
export async function unfinishedJobs(redisUrl: string): Promise<string[]> {
  return withRedis(redisUrl, async (redis) => {
    const lists = [...(await redis.keys('bull:*:wait')), ...(await redis.keys('bull:*:active'))];
    const jobs = await Promise.all(
      lists.map(async (list) => (await redis.lrange(list, 0, -1)).map((job) => `${list} ${job}`)),
    );
    return jobs.flat();
  });
}

/** Returns a line for each consumer with events that it has not handled. */
export async function unhandledEvents(natsUrl: string, stream = eventStream): Promise<string[]> {
  return withNats(natsUrl, async (connection) => {
    const manager = await jetstreamManager(connection, { timeout: 5_000 });
    const waiting: string[] = [];
    for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(stream)) {
      if (num_pending + num_ack_pending > 0)
        waiting.push(`${name}: ${num_pending} not handled, ${num_ack_pending} not acknowledged`);
    }
    return waiting;
  });
}

/** Returns the number of the server that leads the stream of events. */
export async function leaderOf(natsUrl: string): Promise<number> {
  return withNats(natsUrl, async (connection) => {
    const { cluster } = await (await jetstreamManager(connection)).streams.info(eventStream);
    return Number(cluster!.leader!.split('-').at(-1));
  });
}

/** Returns the servers whose copy of a stream is not complete. */
export async function replicasBehind(natsUrl: string): Promise<string[]> {
  return withNats(natsUrl, async (connection) => {
    const names: string[] = [];
    for await (const { cluster } of (await jetstreamManager(connection)).streams.list())
      names.push(...(cluster?.replicas ?? []).filter(({ current }) => !current).map(({ name }) => name));
    return names;
  });
}

/** Publishes messages without the relay. */
export async function publishEvents(
  natsUrl: string,
  messages: readonly { subject: string; text: string | Uint8Array }[],
): Promise<void> {
  await withNats(natsUrl, async (connection) => {
    const client = jetstream(connection, { timeout: 10_000 });
    for (const { subject, text } of messages) await client.publish(subject, text);
  });
}

/** Fills the store of NATS. Returns a function that frees it. */
export async function fillNatsStore(natsUrl: string): Promise<() => Promise<void>> {
  const filler = 'FILLER';
  await withNats(natsUrl, async (connection) => {
    const manager = await jetstreamManager(connection, { timeout: 5_000 });
    await manager.streams.add({ name: filler, subjects: ['filler.>'], storage: 'file', discard: 'new' });
    const client = jetstream(connection, { timeout: 10_000 });
    for (let bytes = 512 * 1024; bytes >= 1024; bytes /= 2) {
      for (;;) {
        const isStored = await client.publish('filler.all', new Uint8Array(bytes)).then(
          () => true,
          () => false,
        );
        if (!isStored) break;
      }
    }
  });
  return () =>
    withNats(natsUrl, async (connection) => void (await (await jetstreamManager(connection)).streams.delete(filler)));
}

/** Deletes all streams, also on a server in a container. */
export async function deleteStreams(natsUrl: string): Promise<void> {
  await withNats(natsUrl, async (connection) => {
    const manager = await jetstreamManager(connection);
    for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
  });
}

export async function flushRedis(redisUrl: string): Promise<void> {
  await withRedis(redisUrl, (redis) => redis.flushall());
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 3 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function withNats<T>(url: string, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url.split(',').map((each) => new URL(each).host), timeout: 5_000 });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
