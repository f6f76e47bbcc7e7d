import {
  createPostgresBackend,
  Queue,
  runMigrations,
  withBackend,
  Worker,
  type Processor,
  type WorkerOptions,
} from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { GuardedClient } from '../database/guarded-client.js';
import { withAdvisoryLock } from '../database/advisory-lock.js';
import type { Logger } from '../logging/logger.js';
import { queuePrefix } from './redis-address.js';
import { redisClient } from './redis-client.js';

export type JobStore = { redisUrl: string } | { databaseUrl: string };

/** The store of the jobs, the only difference between the two implementations. */
export interface BullStore {
  queue(name: string): Queue;
  worker(name: string, run: Processor, options: Omit<WorkerOptions, 'connection'>): Worker;
  assertUp(): void;
  /** Logs an error of the store. Queues and workers share it, because they report the same errors. */
  report(error: Error): void;
  close(): Promise<void>;
}

export const openBullStore = (store: JobStore, log: Logger): Promise<BullStore> =>
  'redisUrl' in store ? openRedis(store.redisUrl, log) : openPostgres(store.databaseUrl, log);

async function openRedis(url: string, log: Logger): Promise<BullStore> {
  // Without an offline queue a request fails at once while Redis is down, and its caller does not wait.
  const producer = redisClient(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 4_000 });
  // A worker waits for Redis without a limit, as BullMQ requires.
  const consumer = redisClient(url, { maxRetriesPerRequest: null });
  const report = warnOnce(log);
  for (const client of [producer, consumer]) client.on('error', report);
  const disconnect = () => [producer, consumer].forEach((client) => client.disconnect());
  try {
    await producer.connect();
    await consumer.connect();
  } catch (error) {
    disconnect();
    throw error;
  }
  const at = (connection: typeof producer, queue: string) => ({ connection, prefix: queuePrefix(url, queue) });
  return {
    queue: (name) => new Queue(name, at(producer, name)),
    worker: (name, run, options) => new Worker(name, run, { ...options, ...at(consumer, name) }),
    assertUp: () => {
      if (producer.status !== 'ready') throw new Error('Redis is not connected');
    },
    report,
    close: async () => disconnect(),
  };
}

/** A queue with a worker holds one connection to listen, and each call borrows one. */
const poolSize = 10;

async function openPostgres(url: string, log: Logger): Promise<BullStore> {
  await withAdvisoryLock(url, 'migrate:bullmq', () => migrate(url));
  // All queues share this pool; BullMQ would open one or two per queue.
  const pool = new Pool({
    Client: GuardedClient,
    connectionString: url,
    max: poolSize,
    options: '-c search_path=bullmq -c timezone=UTC',
    application_name: 'jobs',
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
  });
  const report = warnOnce(log);
  pool.on('error', report);
  // Each queue and each worker listens for the pool's errors, which Node.js would report as a leak.
  pool.setMaxListeners(0);
  const bound = withBackend(createPostgresBackend);
  return {
    queue: (name) => new bound.Queue(name, { connection: pool }) as unknown as Queue,
    worker: (name, run, options) => new bound.Worker(name, run, { ...options, connection: pool }) as unknown as Worker,
    assertUp: () => undefined,
    report,
    close: endOf(pool),
  };
}

/** Returns what ends the pool and waits for all connections, also for those that it has already given up. */
function endOf(pool: Pool): () => Promise<void> {
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return async () => {
    await pool.end();
    // A server that stops meanwhile would report an error on each of them.
    while (open.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
}

async function migrate(url: string): Promise<void> {
  const client = new GuardedClient({ connectionString: url });
  await client.connect();
  try {
    await runMigrations(client as unknown as Parameters<typeof runMigrations>[0], 'bullmq');
  } finally {
    await client.end();
  }
}

/** Logs each error at most once in ten seconds, because a store that is down reports it many times a second. */
function warnOnce(log: Logger): (error: Error) => void {
  const quietFor = 10_000;
  const said = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (said.get(error.message) ?? -Infinity) < quietFor) return;
    if (said.size > 100) said.clear();
    said.set(error.message, now);
    log.warn({ err: error }, 'The store of the jobs reports an error. Jobs continue when it is back.');
  };
}

/** BullMQ rejects numbers and colons, and all names of a queue share one name space. */
export const idForBull = (name: string, id: string) => `${name}/${encodeURIComponent(id)}`;

export const idFromBull = (name: string, id: string) => decodeURIComponent(id.slice(name.length + 1));
