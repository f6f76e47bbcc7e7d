import { eventually, freshDatabase } from '@lead-finder/testing';
import { pino } from 'pino';
import { openBullQueues } from './bull-queues.js';
import type { JobQueues } from './job-queues.js';
import { ReconciledQueue } from './reconciled-queue.js';

const log = pino({ level: 'silent' });

describe('a reconciled queue', () => {
  let jobs: JobQueues;
  let queue: ReconciledQueue<{ row: number }>;
  const rows = new Map<number, number>();

  beforeEach(async () => {
    rows.clear();
    jobs = await openBullQueues({ databaseUrl: (await freshDatabase()).url }, log, {
      lockMs: 1_000,
      stopWithinMs: 3_000,
    });
    queue = new ReconciledQueue(jobs, log, {
      queue: 'imports',
      name: 'run',
      concurrency: 2,
      everyMs: 50,
      process: async ({ row }) => void rows.set(row, rows.get(row)! + 1),
      unfinished: async () => [...rows.keys()].filter((row) => rows.get(row) === 0).map((row) => ({ row })),
      jobIdOf: ({ row }) => String(row),
    });
  });
  afterEach(async () => {
    await queue.stop();
    await jobs.close();
  });

  it('processes rows without a wake-up: those of before its start, and those whose wake-up was lost', async () => {
    rows.set(1, 0);
    await queue.start();
    // A reconciliation that read the row before its end wakes a worker once more.
    await eventually(() => expect(rows.get(1)).toBeGreaterThan(0));
    rows.set(2, 0);
    await eventually(() => expect(rows.get(2)).toBeGreaterThan(0));
  });

  it('processes an announced row once, however often it is announced meanwhile', async () => {
    rows.set(1, 0);
    await Promise.all(Array.from({ length: 5 }, () => queue.wake({ row: 1 })));
    await queue.start();
    await eventually(() => expect(rows.get(1)).toBeGreaterThan(0));
    expect(rows.get(1)).toBe(1);
  });

  it('lets no caller fail if the queue cannot be reached', async () => {
    await jobs.close();
    await expect(queue.wake({ row: 1 })).resolves.toBeUndefined();
  });
});
