import {
  eventually,
  freshDatabase,
  longRun,
  runFolder,
  startPostgres,
  startRedis,
  testRedis,
  testSeed,
} from '@lead-finder/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openBullQueues } from './bull-queues.js';
import type { JobStore } from './bull-store.js';
import type { JobQueues } from './job-queues.js';

const log = pino({ level: 'silent' });
const programs = fileURLToPath(new URL('../../test', import.meta.url));
const typescript = new URL('../../../testing/run/typescript.mjs', import.meta.url).href;

interface Side {
  open(): Promise<JobStore>;
  server(): Promise<{ store: JobStore; kill(): Promise<void>; restart(): Promise<void>; stop(): Promise<void> }>;
}

const sides: Record<string, Side> = {
  Redis: {
    open: async () => ({ redisUrl: await testRedis() }),
    server: async () => {
      const server = await startRedis({ appendonly: true });
      return { store: { redisUrl: server.url }, kill: server.kill, restart: server.restart, stop: server.stop };
    },
  },
  PostgreSQL: {
    open: async () => ({ databaseUrl: (await freshDatabase()).url }),
    server: async () => {
      const server = await startPostgres({ durable: true });
      return { store: { databaseUrl: server.url }, kill: server.kill, restart: server.restart, stop: server.stop };
    },
  },
};

const places = Object.keys(sides);
// The short selection kills the workers of one store, which the seed chooses, because each takes a process.
const placesOfKills = longRun ? places : [places[testSeed % places.length]];

describe.each(Object.entries(sides))('job queues on %s', (place, side) => {
  let store: JobStore;
  const opened: JobQueues[] = [];
  const children: ChildProcess[] = [];
  const open = async (on = store) => {
    const queues = await openBullQueues(on, log, { lockMs: 1_000, stopWithinMs: 3_000 });
    opened.push(queues);
    return queues;
  };

  beforeEach(async () => {
    store = await side.open();
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(opened.splice(0).map((queues) => queues.close()));
  });

  it('passes a job to the worker of its name', async () => {
    const queues = await open();
    const seen: unknown[] = [];
    await queues.work(
      'mail',
      'send',
      async ({ id, name, data, attempt }) => void seen.push({ id, name, data, attempt }),
    );
    await queues.enqueue('mail', 'send', { to: 'ada' }, { id: '42: ünusual/id' });
    await eventually(() =>
      expect(seen).toEqual([{ id: '42: ünusual/id', name: 'send', data: { to: 'ada' }, attempt: 1 }]),
    );
  });

  it('passes a job to a process that did not enqueue it', async () => {
    const [one, other] = [await open(), await open()];
    const seen: number[] = [];
    await other.work<{ n: number }>('jobs-leads', 'count', async ({ data }) => void seen.push(data.n));
    await Promise.all([1, 2, 3].map((n) => one.enqueue('jobs-leads', 'count', { n })));
    await eventually(() => expect(seen.sort()).toEqual([1, 2, 3]));
  });

  it('lets a job wait for a worker of its name', async () => {
    const queues = await open();
    const seen: string[] = [];
    await queues.enqueue('imports', 'undo', {});
    await queues.enqueue('imports', 'run', {});
    await queues.work('imports', 'run', async ({ name }) => void seen.push(name));
    await eventually(() => expect(seen).toEqual(['run']));
    await queues.work('imports', 'undo', async ({ name }) => void seen.push(name));
    await eventually(() => expect(seen).toEqual(['run', 'undo']));
  });

  it('retries a failed job after a growing pause', async () => {
    const queues = await open();
    const at: number[] = [];
    const attempts: number[] = [];
    await queues.work('mail', 'send', async ({ attempt }) => {
      at.push(Date.now());
      attempts.push(attempt);
      if (attempt < 3) throw new Error('The mail server is busy');
    });
    await queues.enqueue('mail', 'send', {}, { backoffMs: 150 });
    await eventually(() => expect(attempts).toEqual([1, 2, 3]));
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(140);
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(290);
  });

  it('drops a job after its attempts, and frees its id', async () => {
    const queues = await open();
    const attempts: number[] = [];
    await queues.work('mail', 'send', async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error('No such address');
    });
    await queues.enqueue('mail', 'send', {}, { id: 'a', attempts: 2, backoffMs: 10 });
    await eventually(() => expect(attempts).toEqual([1, 2]));
    await eventually(async () => {
      await queues.enqueue('mail', 'send', {}, { id: 'a', attempts: 1 });
      expect(attempts.slice(0, 3)).toEqual([1, 2, 1]);
    });
  });

  it('stores an id once while it waits, and accepts it again when it is done', async () => {
    const queues = await open();
    for (let n = 0; n < 5; n++) await queues.enqueue('imports', 'run', { n }, { id: '7' });
    const seen: number[] = [];
    await queues.work<{ n: number }>('imports', 'run', async ({ data }) => void seen.push(data.n));
    await queues.enqueue('imports', 'run', { n: 100 }, { id: '8' });
    await eventually(() => expect(seen).toEqual([0, 100]));
    await eventually(async () => {
      await queues.enqueue('imports', 'run', { n: 200 }, { id: '7' });
      expect(seen).toContain(200);
    });
  });

  it('delays a job', async () => {
    const queues = await open();
    const enqueued = Date.now();
    let ranAt = 0;
    await queues.work('jobs-progress', 'brief', async () => void (ranAt = Date.now()));
    await queues.enqueue('jobs-progress', 'brief', {}, { delayMs: 700 });
    await eventually(() => expect(ranAt).toBeGreaterThan(0));
    expect(ranAt - enqueued).toBeGreaterThanOrEqual(690);
  });

  it('runs jobs of a queue with the given concurrency', async () => {
    const queues = await open();
    let [now, max, done] = [0, 0, 0];
    await queues.work(
      'mail',
      'send',
      async () => {
        max = Math.max(max, ++now);
        await pause(50);
        now -= 1;
        done += 1;
      },
      { concurrency: 3 },
    );
    await Promise.all(Array.from({ length: 9 }, () => queues.enqueue('mail', 'send', {})));
    await eventually(() => expect(done).toBe(9));
    expect(max).toBe(3);
  });

  it('aborts a running job on stop, and another worker takes it as the same attempt', async () => {
    const [one, other] = [await open(), await open()];
    let started = false;
    const worker = await one.work('imports', 'run', async ({ signal }) => {
      started = true;
      await pause(60_000, undefined, { signal });
    });
    await one.enqueue('imports', 'run', {}, { attempts: 1 });
    await eventually(() => expect(started).toBe(true));
    const attempts: number[] = [];
    await other.work('imports', 'run', async ({ attempt }) => void attempts.push(attempt));
    await worker.stop();
    await eventually(() => expect(attempts).toEqual([1]));
  });

  it('stops in limited time even if a job ignores the signal', async () => {
    const queues = await openBullQueues(store, log, { lockMs: 1_000, stopWithinMs: 300 });
    let started = false;
    let release = () => undefined as void;
    const worker = await queues.work('imports', 'run', async () => {
      started = true;
      await new Promise<void>((resolve) => (release = resolve));
    });
    await queues.enqueue('imports', 'run', {});
    await eventually(() => expect(started).toBe(true));
    // The job ends only afterwards.
    await worker.stop();
    release();
    await queues.close();
  });

  const startWorker = async (journal: string) => {
    const args = ['--import', typescript, path.join(programs, 'job-worker.ts'), JSON.stringify(store), journal];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
    return child;
  };
  const linesOf = (journal: string) => readFileSync(journal, 'utf8').split('\n').filter(Boolean);

  const killThreeTimes = async () => {
    const journal = path.join(runFolder('jobs'), 'journal');
    writeFileSync(journal, '');
    const queues = await open();
    await queues.enqueue('imports', 'long', { doneAtStart: 3 }, { attempts: 1 });
    for (let killed = 0; killed < 3; killed++) {
      const child = await startWorker(journal);
      await eventually(() => expect(linesOf(journal)).toContain(`start ${child.pid} attempt 1`), { within: 20_000 });
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = await startWorker(journal);
    await eventually(() => expect(linesOf(journal)).toContain(`done ${last.pid}`), { within: 20_000 });
    expect(linesOf(journal).filter((line) => line.startsWith('start'))).toHaveLength(4);
  };
  if (placesOfKills.includes(place))
    it('runs a job again after its worker was killed, three times', killThreeTimes, 90_000);

  it('aborts the job of a worker that was suspended and lost its lock', async () => {
    const journal = path.join(runFolder('jobs'), 'journal');
    writeFileSync(journal, '');
    const queues = await open();
    const sleeper = await startWorker(journal);
    await queues.enqueue('imports', 'long', { doneAtStart: 1 });
    await eventually(() => expect(linesOf(journal)).toContain(`start ${sleeper.pid} attempt 1`), { within: 20_000 });
    sleeper.kill('SIGSTOP');
    let takenOver = 0;
    await queues.work('imports', 'long', async () => void (takenOver += 1));
    await eventually(() => expect(takenOver).toBe(1));
    sleeper.kill('SIGCONT');
    await eventually(() => expect(linesOf(journal)).toContain(`aborted ${sleeper.pid}`));
    expect(linesOf(journal)).not.toContain(`done ${sleeper.pid}`);
  }, 60_000);

  it('rejects quickly while the store is down, and continues by itself when it is back', async () => {
    const server = await side.server();
    try {
      const queues = await open(server.store);
      const seen: number[] = [];
      await queues.work<{ n: number }>('mail', 'send', async ({ data }) => void seen.push(data.n));
      await queues.enqueue('mail', 'send', { n: 1 });
      await eventually(() => expect(seen).toEqual([1]));
      await server.kill();
      for (const queue of ['mail', 'imports'] as const) {
        const asked = Date.now();
        await expect(queues.enqueue(queue, 'send', { n: 2 })).rejects.toMatchObject({ kind: 'unavailable' });
        expect(Date.now() - asked).toBeLessThan(6_000);
      }
      await server.restart();
      await eventually(() => queues.enqueue('mail', 'send', { n: 3 }));
      await eventually(() => expect(seen).toContain(3));
      await queues.close();
    } finally {
      await server.stop();
    }
  }, 90_000);

  it('fails to open if no server responds', async () => {
    const nowhere =
      'redisUrl' in store ? { redisUrl: 'redis://127.0.0.1:9' } : { databaseUrl: 'postgres://a:b@127.0.0.1:9/c' };
    await expect(openBullQueues(nowhere, log)).rejects.toThrow();
  });
});
