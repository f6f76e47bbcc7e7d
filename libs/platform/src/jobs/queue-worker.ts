import { DelayedError, WaitingError, type Job as BullJob, type Worker as BullWorker } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { serviceOfQueue } from '../access/redis-rights.js';
import { runInContext } from '../context/request-context.js';
import type { Logger } from '../logging/logger.js';
import { type BullStore, idFromBull } from './bull-store.js';
import { inSpan } from '../tracing/spans.js';
import { splitContext } from './job-context.js';
import type { Job } from './job-queues.js';
import { within } from './within.js';

export type Run = (job: Job<object>) => Promise<void>;

export interface WorkTimes {
  /** How long a silent worker holds its job. A crash is noticed after one and a half times this. */
  lockMs: number;
  stopWithinMs: number;
}

interface Running {
  name: string;
  stop: AbortController;
  done: Promise<void>;
  lapse: NodeJS.Timeout;
}

/** A job without a worker here is put back: during a deployment its worker may be elsewhere. */
const putBackMs = 1_000;

export class QueueWorker {
  private readonly runs = new Map<string, Run>();
  private readonly running = new Map<string, Running>();
  private readonly bull: BullWorker;

  constructor(
    store: BullStore,
    readonly queue: string,
    private readonly log: Logger,
    private readonly times: WorkTimes,
  ) {
    this.bull = store.worker(queue, (job, token) => this.process(job, token!), {
      autorun: false,
      lockDuration: times.lockMs,
      stalledInterval: times.lockMs / 2,
      // A lost worker is not the job's fault: deployments and full machines kill workers too.
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
      drainDelay: 5,
    });
    this.bull.on('error', store.report);
    this.bull.on('locksRenewed', ({ jobIds }) => jobIds.forEach((id) => this.running.get(id)?.lapse.refresh()));
    this.bull.on('lockRenewalFailed', (ids) => ids.forEach((id) => this.abort(id, 'The lock of the job was lost')));
    this.bull.on('failed', (job, error) => this.report(job, error));
  }

  async add(name: string, run: Run, concurrency: number): Promise<void> {
    if (this.runs.has(name)) throw new Error(`${this.queue} has a worker for ${name} already`);
    this.runs.set(name, run);
    this.bull.concurrency = Math.max(this.bull.concurrency, concurrency);
    if (this.runs.size > 1) return;
    await this.bull.waitUntilReady();
    this.bull
      .run()
      .catch((error: unknown) =>
        this.log.error({ err: error, queue: this.queue }, 'The worker of a queue stopped. Restart the process.'),
      );
  }

  async stop(name: string): Promise<boolean> {
    this.runs.delete(name);
    const going = [...this.running].filter(([, each]) => each.name === name);
    // Closes before the jobs are put back, or this worker would take them again.
    const left = this.runs.size === 0 ? this.bull.close() : Promise.all(going.map(([, each]) => each.done));
    for (const [id] of going) this.abort(id, 'The worker is asked to stop');
    await within(this.times.stopWithinMs, `Stopping the work on ${this.queue}`, Promise.resolve(left)).catch(
      (error: unknown) =>
        this.log.warn(
          { err: error, jobs: going.map(([id]) => id) },
          'A job ignored the signal to stop. It runs again elsewhere.',
        ),
    );
    return this.runs.size > 0;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.runs.keys()].map((name) => this.stop(name)));
  }

  private async process(job: BullJob, token: string): Promise<void> {
    const run = this.runs.get(job.name);
    if (!run) {
      await job.moveToDelayed(Date.now() + putBackMs, token);
      throw new DelayedError();
    }
    const id = job.id!;
    const stop = new AbortController();
    const { data, context = { requestId: randomUUID() } } = splitContext(job.data as object);
    const given = {
      id: idFromBull(job.name, id),
      name: job.name,
      data,
      attempt: job.attemptsMade + 1,
      signal: stop.signal,
    };
    const span = { role: serviceOfQueue(this.queue), name: `job ${this.queue} ${job.name}`, kind: 'consumer' } as const;
    const work = runInContext(context, () => inSpan(span, () => run(given)));
    // If the store does not respond, it does not report a lost lock, so the time without a renewal decides.
    const lapse = setTimeout(() => this.abort(id, 'The lock of the job ran out'), this.times.lockMs * 0.9);
    this.running.set(id, { name: job.name, stop, lapse, done: work.catch(() => undefined) });
    try {
      await work;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      // If the lock is lost, another worker has the job and there is nothing to put back.
      await job.moveToWait(token).catch(() => undefined);
      throw new WaitingError();
    } finally {
      clearTimeout(lapse);
      this.running.delete(id);
    }
  }

  private abort(id: string, reason: string): void {
    this.running.get(id)?.stop.abort(new Error(reason));
  }

  private report(job: BullJob | undefined, error: Error): void {
    const about = { err: error, queue: this.queue, job: job?.name, id: job?.id, attempt: job?.attemptsMade };
    const last = job?.finishedOn !== undefined;
    if (last) this.log.error(about, 'Job failed for the last time and is dropped');
    else this.log.warn(about, 'Job failed. It is retried by itself.');
  }
}
