import { AppError, Database, JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { BulkJobEnd } from './bulk-job-end.js';
import { BulkJobChunk } from './bulk-job-chunk.js';
import { rejectBeyondRights } from './bulk-job.js';
import { BulkJobUndo } from './bulk-job-undo.js';
import { BulkJobRepository } from './bulk-job.repository.js';

const queue = 'jobs-leads';
const atOnce = 2;
const reconcileMs = 5_000;

/**
 * Works jobs off, a piece a transaction: what a crash cuts short is taken up at the next piece. The queue only wakes a
 * worker; what is to be done stands in the table, and the reconciler rings for what nobody works on.
 */
@Injectable()
export class BulkJobProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly repository: BulkJobRepository,
    private readonly chunk: BulkJobChunk,
    private readonly undo: BulkJobUndo,
    private readonly ending: BulkJobEnd,
    private readonly userReplica: UserReplica,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const run = ({ data, signal }: { data: { jobId: number }; signal: AbortSignal }) =>
      this.process(data.jobId, signal);
    this.worker = await this.jobs.work<{ jobId: number }>(queue, 'bulk', run, { concurrency: atOnce });
    this.timer = setInterval(() => void this.reconcile(), reconcileMs);
    void this.reconcile();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  /** Wakes a worker; the reconciler does it again where this fails. */
  async wake(jobId: number): Promise<void> {
    await this.jobs
      .enqueue(queue, 'bulk', { jobId }, { id: String(jobId), attempts: 1 })
      .catch((error: unknown) => this.log.warn({ err: error, jobId }, 'a bulk job waits for the reconciler'));
  }

  private async reconcile(): Promise<void> {
    try {
      for (const id of await this.repository.unfinished()) await this.wake(id);
    } catch (error) {
      this.log.debug({ err: error }, 'the reconciler of bulk jobs found no database');
    }
  }

  private async process(jobId: number, signal: AbortSignal): Promise<void> {
    try {
      while (await this.step(jobId)) signal.throwIfAborted();
    } catch (error) {
      // Somebody is gone, or may not go on: the person who was to get the leads, or who began this.
      if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.kind)) throw error;
      await this.database.transaction(async () => {
        const job = await this.repository.lock(jobId);
        if (job) await this.ending.stopped(job);
      });
    }
  }

  /** One transaction of the job; answers whether there is more. */
  private step(jobId: number): Promise<boolean> {
    return this.database.transaction(async () => {
      const job = await this.repository.lock(jobId);
      if (!job) return false;
      if (job.status !== 'cancelling')
        rejectBeyondRights(await this.userReplica.acting(job.undoneBy ?? job.actor), job);
      if (job.status === 'undoing') {
        if (await this.undo.runChunk(job)) return true;
        await this.ending.undone(job);
        return false;
      }
      const leadIds = job.status === 'running' ? await this.repository.takeChunk(jobId) : null;
      if (!leadIds) {
        await this.ending.done(job, job.status === 'running' ? 'completed' : 'cancelled');
        return false;
      }
      const done = await this.chunk.run(job, leadIds);
      await this.repository.countDone(jobId, done, leadIds.length - done);
      return true;
    });
  }
}
