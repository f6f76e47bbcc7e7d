import type { Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { unavailable } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { openBullStore, type BullStore, type JobStore, idForBull } from './bull-store.js';
import { withContext } from './job-context.js';
import type { EnqueueOptions, Job, JobQueues, QueueDepth, QueueName, Worker } from './job-queues.js';
import { QueueWorker, type Run, type WorkTimes } from './queue-worker.js';
import { within } from './within.js';

const enqueueWithinMs = 5_000;
const closeWithinMs = 2_000;

/** Throws if the store does not respond. On PostgreSQL it creates and migrates BullMQ's own schema first. */
export async function openBullQueues(store: JobStore, log: Logger, times: Partial<WorkTimes> = {}): Promise<JobQueues> {
  const opened = await openBullStore(store, log);
  return new BullQueues(opened, log, { lockMs: 10_000, stopWithinMs: 10_000, ...times });
}

class BullQueues implements JobQueues {
  private readonly queues = new Map<QueueName, Queue>();
  private readonly workers = new Map<QueueName, QueueWorker>();

  constructor(
    private readonly store: BullStore,
    private readonly log: Logger,
    private readonly times: WorkTimes,
  ) {}

  async enqueue(queue: QueueName, name: string, data: object, options: EnqueueOptions = {}): Promise<void> {
    try {
      this.store.assertUp();
      await within(enqueueWithinMs, 'Enqueueing a job', this.add(queue, name, data, options));
    } catch (error) {
      this.log.warn({ err: error, queue, job: name }, 'Job not enqueued: its store is not reachable');
      throw unavailable('The job queue');
    }
  }

  async work<T extends object>(
    queue: QueueName,
    name: string,
    run: (job: Job<T>) => Promise<void>,
    { concurrency = 1 }: { concurrency?: number } = {},
  ): Promise<Worker> {
    const worker = this.workers.get(queue) ?? new QueueWorker(this.store, queue, this.log, this.times);
    this.workers.set(queue, worker);
    await worker.add(name, run as Run, concurrency);
    return { stop: () => this.stop(worker, queue, name) };
  }

  async depths(): Promise<QueueDepth[]> {
    this.store.assertUp();
    return within(
      enqueueWithinMs,
      'Measuring the queues',
      Promise.all([...this.workers.keys()].map((name) => this.depth(name))),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.stopAll()));
    this.workers.clear();
    const closed = Promise.all([...this.queues.values()].map((queue) => queue.close())).then(() => this.store.close());
    await within(closeWithinMs, 'Closing the queues', closed).catch((error: unknown) =>
      this.log.warn({ err: error }, 'Job queues not closed in time. The process ends without them.'),
    );
  }

  private async add(queue: QueueName, name: string, data: object, options: EnqueueOptions): Promise<void> {
    const { id = randomUUID(), delayMs, attempts = 5, backoffMs = 1_000 } = options;
    const opened = await this.open(queue);
    await opened.add(name, withContext(data), {
      jobId: idForBull(name, id),
      delay: delayMs,
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      // A finished job that stays would block the next one with its id.
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  private async depth(name: QueueName): Promise<QueueDepth> {
    const queue = await this.open(name);
    const [{ wait: waiting = 0, active = 0 }, [oldest]] = await Promise.all([
      queue.getJobCounts('wait', 'active'),
      queue.getWaiting(0, 0),
    ]);
    return {
      queue: name,
      waiting,
      active,
      oldestSeconds: oldest ? Math.max(0, (Date.now() - oldest.timestamp) / 1_000) : 0,
    };
  }

  private async open(name: QueueName): Promise<Queue> {
    const known = this.queues.get(name);
    const queue = known ?? this.store.queue(name);
    if (!known) queue.on('error', this.store.report);
    this.queues.set(name, queue);
    try {
      await queue.waitUntilReady();
    } catch (error) {
      // BullMQ never retries a failed opening, so the next call needs a new queue.
      this.queues.delete(name);
      throw error;
    }
    return queue;
  }

  private async stop(worker: QueueWorker, queue: QueueName, name: string): Promise<void> {
    const stillWorks = await worker.stop(name);
    if (!stillWorks && this.workers.get(queue) === worker) this.workers.delete(queue);
  }
}
