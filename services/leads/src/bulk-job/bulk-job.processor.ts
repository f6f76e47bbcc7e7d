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
 * Processes jobs, one chunk per transaction: after a crash a job continues with its next chunk. The queue only wakes a
 * worker. The table has the work, and the reconciler wakes a worker for each unfinished job.
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

  /** Wakes a worker. If this fails, the reconciler wakes one. */
  async wake(jobId: number): Promise<void> {
    await this.jobs
      .enqueue(queue, 'bulk', { jobId }, { id: String(jobId), attempts: 1 })
      .catch((error: unknown) =>
        this.log.warn({ err: error, jobId }, 'Bulk job not queued. The reconciler wakes a worker for it.'),
      );
  }

  private async reconcile(): Promise<void> {
    try {
      for (const id of await this.repository.unfinished()) await this.wake(id);
    } catch (error) {
      this.log.debug(
        { err: error },
        'Bulk jobs not reconciled: the database is not reachable. It is tried again in 5 seconds.',
      );
    }
  }

  private async process(jobId: number, signal: AbortSignal): Promise<void> {
    try {
      while (await this.step(jobId)) signal.throwIfAborted();
    } catch (error) {
      // The new owner is deleted, or the creator of the job may not continue it.
      if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.kind)) throw error;
      await this.database.transaction(async () => {
        const job = await this.repository.lock(jobId);
        if (job) await this.ending.stopped(job);
      });
    }
  }

  /** Runs one transaction of the job. Returns whether there is more. */
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
