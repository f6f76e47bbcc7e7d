import { eventually, startRedis, startRedisCluster, startSentinelSet } from '@lead-finder/testing';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { openBullQueues } from './bull-queues.js';
import type { JobQueues } from './job-queues.js';
import { isRedisAddress, queuePrefix } from './redis-address.js';
import { redisClient } from './redis-client.js';

const log = pino({ level: 'silent' });

async function whileOpen(redisUrl: string, act: (queues: JobQueues) => Promise<void>): Promise<void> {
  const queues = await openBullQueues({ redisUrl }, log, { lockMs: 1_000, stopWithinMs: 3_000 });
  try {
    await act(queues);
  } finally {
    await queues.close();
  }
}

describe('the address of Redis', () => {
  it.each([
    'redis://redis:6379',
    'rediss://leads:secret@redis:6379/2',
    'redis+sentinel://one,two:26380,[::1]:26379/jobs',
    'rediss+sentinel://leads:s%40cret@one:26379/jobs/2?sentinel-user=leads&sentinel-password=secret',
    'redis+cluster://leads:secret@one:6379,two',
  ])('may be %s', (url) => expect(isRedisAddress(url)).toBe(true));

  it.each([
    'localhost',
    'postgres://redis',
    'redis+sentinel://one,two',
    'redis+sentinel://one/jobs/first',
    'redis+sentinel://one:port/jobs',
    'redis+sentinel://one,,two/jobs',
    'redis+cluster://one/2',
  ])('is rejected if it is %s', (url) => expect(isRedisAddress(url)).toBe(false));

  it('of Sentinels has the logins of the servers and of the Sentinels', () => {
    const url = 'rediss+sentinel://leads:s%40cret@one,two:26380/jobs/2?sentinel-user=watch&sentinel-password=a%26b';
    const { options } = redisClient(url, {});
    expect(options).toMatchObject({
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
      ],
      name: 'jobs',
      db: 2,
      username: 'leads',
      password: 's@cret',
      sentinelUsername: 'watch',
      sentinelPassword: 'a&b',
      tls: {},
      sentinelTLS: {},
    });
  });

  it('leaves the names of queues as they are, except in a cluster', () => {
    expect(queuePrefix('redis://redis:6379', 'mail')).toBe('bull');
    expect(queuePrefix('redis+sentinel://one/jobs', 'mail')).toBe('bull');
    expect(queuePrefix('redis+cluster://one', 'mail')).toBe('{bull:mail}');
  });
});

describe('job queues behind Sentinel', () => {
  it('follow a failover, and run the jobs that waited', async () => {
    const set = await startSentinelSet();
    const seen: number[] = [];
    try {
      await whileOpen(set.url, async (queues) => {
        await queues.enqueue('imports', 'run', { n: 1 });
        await queues.work<{ n: number }>('mail', 'send', async ({ data }) => void seen.push(data.n));
        await queues.enqueue('mail', 'send', { n: 2 });
        await eventually(() => expect(seen).toEqual([2]));
        await set.servers[0].kill();
        const early = queues.enqueue('mail', 'send', { n: 3 });
        await expect(early).rejects.toMatchObject({ kind: 'unavailable' });
        await eventually(() => queues.enqueue('mail', 'send', { n: 4 }), { within: 15_000 });
        await eventually(() => expect(seen).toEqual([2, 4]));
        await queues.work<{ n: number }>('imports', 'run', async ({ data }) => void seen.push(data.n));
        await eventually(() => expect(seen).toEqual([2, 4, 1]));
        // The lost master is back, as a replica of the new one.
        await set.servers[0].restart();
        await queues.enqueue('mail', 'send', { n: 5 });
        await eventually(() => expect(seen).toEqual([2, 4, 1, 5]));
      });
    } finally {
      await set.stop();
    }
  }, 60_000);
});

describe('job queues behind a name that follows the master', () => {
  it('leave a master that becomes a replica, although its connections stay open', async () => {
    const [first, second] = await Promise.all([startRedis(), startRedis()]);
    let master = first;
    const name = createServer((client) => {
      const server = connect(master.port, '127.0.0.1');
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const)
        one
          .on('error', () => other.destroy())
          .on('close', () => other.destroy())
          .pipe(other);
    });
    await once(name.listen(0, '127.0.0.1'), 'listening');
    const seen: number[] = [];
    try {
      await whileOpen(`redis://127.0.0.1:${(name.address() as AddressInfo).port}`, async (queues) => {
        await queues.work<{ n: number }>('mail', 'send', async ({ data }) => void seen.push(data.n));
        await queues.enqueue('mail', 'send', { n: 1 });
        await eventually(() => expect(seen).toEqual([1]));
        master = second;
        const client = new Redis(first.url);
        await client.replicaof('127.0.0.1', second.port);
        client.disconnect();
        await eventually(() => queues.enqueue('mail', 'send', { n: 2 }), { within: 15_000 });
        await eventually(() => expect(seen).toContain(2), { within: 15_000 });
      });
    } finally {
      name.close();
      await Promise.all([first, second].map((server) => server.stop()));
    }
  }, 60_000);
});

describe('job queues in a cluster', () => {
  it('run the jobs of every queue, wherever its slot is', async () => {
    const cluster = await startRedisCluster();
    const names = ['mail', 'imports', 'jobs-leads', 'jobs-users', 'jobs-places', 'jobs-imports'] as const;
    const seen: string[] = [];
    try {
      await whileOpen(cluster.url, async (queues) => {
        for (const name of names) await queues.enqueue(name, 'run', { name }, { delayMs: 10 });
        for (const name of names)
          await queues.work(name, 'run', async ({ data }) => void seen.push(Object.values(data).join()));
        await eventually(() => expect(seen.sort()).toEqual([...names].sort()));
        expect(await queues.depths()).toHaveLength(names.length);
      });
    } finally {
      await cluster.stop();
    }
  }, 60_000);
});
