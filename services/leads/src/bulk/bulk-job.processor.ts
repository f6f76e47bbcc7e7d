import {
  AppError,
  BackgroundTask,
  Database,
  JOBS,
  LOGGER,
  notFound,
  ReconciledQueue,
  type JobQueues,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { unpacked } from '../distribution/packed-moves.rules.js';
import { PlanChange } from '../distribution/plan-change.js';
import { mayGiveTo } from '../lead/lead.policy.js';
import { CountRollup } from '../list/count-rollup.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { rejectBeyondRights } from './bulk-actions.js';
import { BulkChange } from './bulk-change.js';
import { BulkJobEnd } from './bulk-job-end.js';
import { BulkJobRepository } from './bulk-job.repository.js';
import { BulkUndo } from './bulk-undo.js';

/** Processes jobs, one chunk per transaction: after a crash a job continues with its next chunk. */
@Injectable()
export class BulkJobProcessor extends BackgroundTask {
  protected readonly task: ReconciledQueue<{ jobId: number }>;

  constructor(
    private readonly database: Database,
    private readonly repository: BulkJobRepository,
    private readonly change: BulkChange,
    private readonly planChange: PlanChange,
    private readonly undo: BulkUndo,
    private readonly ending: BulkJobEnd,
    private readonly userReplica: UserReplica,
    private readonly rollup: CountRollup,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
    this.task = new ReconciledQueue(jobs, log, {
      queue: 'jobs-leads',
      name: 'bulk',
      concurrency: 2,
      process: ({ jobId }, signal) => this.process(jobId, signal),
      unfinished: async () => (await repository.unfinished()).map((jobId) => ({ jobId })),
      jobIdOf: ({ jobId }) => String(jobId),
    });
  }

  wake(jobId: number): Promise<void> {
    return this.task.wake({ jobId });
  }

  /** Processes the rest of a job in the caller's transaction. */
  async finish(jobId: number): Promise<void> {
    while (await this.step(jobId));
  }

  private async process(jobId: number, signal: AbortSignal): Promise<void> {
    try {
      let counts: Promise<void> = Promise.resolve();
      while (await this.step(jobId)) {
        signal.throwIfAborted();
        // The counts of a chunk are rolled up while the next one is written.
        await counts;
        counts = this.rollup.keepUp().catch((error: unknown) => {
          this.log.warn(
            { err: error, job: jobId },
            'Counts not rolled up beside a bulk job. The roll-up repeats by itself.',
          );
        });
      }
      await counts;
    } catch (error) {
      // The new owner is deleted or inactive, or the creator of the job may not continue it.
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
      if (job.status === 'cancelling') {
        await this.ending.done(job, 'cancelled');
        return false;
      }
      const actor = await this.userReplica.acting(job.undoneBy ?? job.actor);
      rejectBeyondRights(actor, job);
      if (job.status === 'undoing') {
        if (await this.undo.runChunk(job, actor)) return true;
        await this.ending.undone(job);
        return false;
      }
      const chunk = await this.repository.takeChunk(jobId);
      if (!chunk) {
        await this.ending.done(job, 'completed');
        return false;
      }
      const { leadIds, moves } = chunk;
      if (moves && job.planId !== null) {
        const { size: done } = await this.planChange.apply({ jobId, planId: job.planId }, unpacked(moves), actor);
        await this.repository.countDone(jobId, done, leadIds.length - done);
        return true;
      }
      if (chunk.newUserId !== null && !(await this.isThere(chunk.newUserId))) {
        await this.repository.countDone(jobId, 0, leadIds.length);
        return true;
      }
      const newUserId = chunk.newUserId ?? job.newUserId;
      if (newUserId !== null && !mayGiveTo(actor, newUserId)) throw notFound('User');
      const { done } = await this.change.apply({ ...job, actor, newUserId }, leadIds, jobId);
      await this.repository.countDone(jobId, done, leadIds.length - done);
      return true;
    });
  }

  /** Of the users who share the leads of a job, one may leave meanwhile. */
  private async isThere(userId: number): Promise<boolean> {
    return (await this.userReplica.lockActiveForShare([userId])).has(userId);
  }
}
