import type { Logger } from '../logging/logger.js';
import type { JobQueues, QueueName, Worker } from './job-queues.js';
import { PeriodicTask } from './periodic-task.js';

interface ReconciledWork<T extends object> {
  queue: QueueName;
  name: string;
  concurrency?: number;
  /** The pause between two reconciliations; default five seconds. */
  everyMs?: number;
  process(data: T, signal: AbortSignal): Promise<void>;
  unfinished(): Promise<readonly T[]>;
  /** The queue holds at most one job of this id. */
  jobIdOf(data: T): string;
}

/** Wakes a worker for all unfinished work at the start and every few seconds, so a lost wake-up costs only seconds. */
export class ReconciledQueue<T extends object> {
  private readonly reconciler: PeriodicTask;
  private worker: Worker | undefined;

  constructor(
    private readonly jobs: JobQueues,
    private readonly log: Logger,
    private readonly work: ReconciledWork<T>,
  ) {
    const name = `Reconciler of ${work.queue} ${work.name}`;
    this.reconciler = new PeriodicTask(name, () => this.reconcile(), work.everyMs ?? 5_000, log);
  }

  async start(): Promise<void> {
    const { queue, name, concurrency } = this.work;
    this.worker = await this.jobs.work<T>(queue, name, ({ data, signal }) => this.work.process(data, signal), {
      ...(concurrency && { concurrency }),
    });
    this.reconciler.start();
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    await this.worker?.stop();
  }

  /** Wakes a worker. Never throws: the reconciler repeats a wake-up that fails. */
  async wake(data: T): Promise<void> {
    const { queue, name } = this.work;
    await this.jobs.enqueue(queue, name, data, { id: this.work.jobIdOf(data), attempts: 1 }).catch((error: unknown) => {
      this.log.warn(
        { err: error, queue, name, data },
        'No worker woken: the queue is not reachable. It is repeated by itself.',
      );
    });
  }

  private async reconcile(): Promise<boolean> {
    for (const data of await this.work.unfinished()) await this.wake(data);
    return false;
  }
}
