import {
  AppError,
  BackgroundTask,
  JOBS,
  LOGGER,
  ReconciledQueue,
  type JobQueues,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { UnreadableFile } from '../file/unreadable-file.js';
import type { GoodRows, ImportJob } from '../import/import-job.js';
import { ImportRepository, LostImport } from '../import/import.repository.js';
import { StoredFiles } from '../import/stored-files.js';
import { ImportTimeSlice } from './import-time-slice.js';
import { Leases } from './lease.js';

const pauseSeconds = 3;
export const maxFailedAttempts = 10;
const fileIsGone = 'The file is not there any more. Please choose it again.';
const internalProblem =
  'The import stopped because of a problem on our side. Please import the rest of the file again.';

interface WakeUp {
  importId: number;
  /** Distinguishes a new wake-up from one that a dead worker still holds; absent for the first one. */
  fence?: number;
}

/** Gives all waiting imports time slices. */
@Injectable()
export class ImportProcessor extends BackgroundTask {
  protected readonly task: ReconciledQueue<WakeUp>;

  constructor(
    private readonly imports: ImportRepository,
    private readonly timeSlice: ImportTimeSlice,
    private readonly leases: Leases,
    private readonly files: StoredFiles,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
    this.task = new ReconciledQueue(jobs, log, {
      queue: 'imports',
      name: 'run',
      concurrency: 4,
      process: (_, signal) => this.processWaiting(signal),
      unfinished: async () => (await imports.waiting()).map(({ id, fence }) => ({ importId: id, fence })),
      jobIdOf: ({ importId, fence = 'first' }) => `${importId}-${fence}`,
    });
  }

  wake(importId: number): Promise<void> {
    return this.task.wake({ importId });
  }

  private async processWaiting(stop: AbortSignal): Promise<void> {
    for (;;) {
      stop.throwIfAborted();
      const job = await this.imports.takeNext();
      if (!job) return;
      await this.runTimeSlice(job, stop);
    }
  }

  private async runTimeSlice(job: ImportJob, stop: AbortSignal): Promise<void> {
    const lease = this.leases.start(job, stop);
    try {
      const ended = await this.timeSlice.run(job, lease.signal);
      if (ended === null) await this.imports.release(job);
      else await this.files.removeUnneeded(job.fileId, job.rowsFileId);
    } catch (error) {
      await this.handleFailure(job, error, stop);
    } finally {
      lease.end();
    }
  }

  /** A fault of the file ends the import; unreachable services are awaited; other errors are retried. */
  private async handleFailure(job: ImportJob, error: unknown, stop: AbortSignal): Promise<void> {
    const kind = error instanceof AppError ? error.kind : null;
    if (error instanceof LostImport || kind === 'conflict') return;
    if (stop.aborted) return this.imports.release(job);
    if (error instanceof UnreadableFile) return this.fail(job, error.message);
    // A batch may have leads and no checkpoint, and no later time slice counts them.
    const lost = kind === 'not_found' ? fileIsGone : kind === 'forbidden' ? (error as AppError).message : null;
    if (lost) return this.fail(job, lost, await this.timeSlice.countLeads(job, stop));
    if (kind !== 'unavailable' && kind !== 'timed_out') {
      this.log.error({ err: error, importId: job.id }, 'Import attempt failed. It is repeated up to ten times.');
      if ((await this.imports.countFailedAttempt(job)) >= maxFailedAttempts) return this.fail(job, internalProblem);
    }
    await this.imports.release(job, pauseSeconds);
  }

  private async fail(job: ImportJob, message: string, good?: Partial<GoodRows>): Promise<void> {
    await this.imports.end(job, 'failed', message, good);
    await this.files.removeUnneeded(job.fileId, job.rowsFileId);
  }
}
