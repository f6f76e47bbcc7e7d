import { AppError, JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UnreadableFile } from '../file/unreadable-file.js';
import type { ImportJob } from '../import/import-job.js';
import { ImportRepository, LostImport } from '../import/import.repository.js';
import { StoredFiles } from '../import/stored-files.js';
import { ImportBell } from './import-bell.js';
import { ImportTurn } from './import-turn.js';
import { Leases } from './lease.js';

const slots = 4;
const reconcileMs = 5_000;
const pauseSeconds = 3;
const mostStumbles = 10;
const fileIsGone = 'The file is not there any more. Please choose it again.';
const ourFault = 'The import stopped because of a problem on our side. Please import the rest of the file again.';

/**
 * Four slots a process take turns over all imports that wait, so that none starves another. A job of the queue only
 * opens a slot; what is to be done stands in the table, and the reconciler rings for what nobody works on.
 */
@Injectable()
export class ImportProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly imports: ImportRepository,
    private readonly turn: ImportTurn,
    private readonly leases: Leases,
    private readonly files: StoredFiles,
    private readonly bell: ImportBell,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work('imports', 'run', ({ signal }) => this.workOff(signal), { concurrency: slots });
    this.timer = setInterval(() => void this.reconcile(), reconcileMs);
    void this.reconcile();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  private async reconcile(): Promise<void> {
    try {
      for (const { id, fence } of await this.imports.waiting()) await this.bell.ring(id, String(fence));
    } catch (error) {
      this.log.debug({ err: error }, 'the reconciler of imports found no database');
    }
  }

  private async workOff(stop: AbortSignal): Promise<void> {
    for (;;) {
      stop.throwIfAborted();
      const job = await this.imports.takeUp();
      if (!job) return;
      await this.take(job, stop);
    }
  }

  private async take(job: ImportJob, stop: AbortSignal): Promise<void> {
    const lease = this.leases.hold(job, stop);
    try {
      const ended = await this.turn.run(job, lease.signal);
      if (ended === null) await this.imports.release(job);
      else await this.files.removeUnneeded(job.fileId);
    } catch (error) {
      await this.failed(job, error, stop);
    } finally {
      lease.end();
    }
  }

  /** The file's fault ends the import; what is away comes back; our own is tried some times. */
  private async failed(job: ImportJob, error: unknown, stop: AbortSignal): Promise<void> {
    const kind = error instanceof AppError ? error.kind : null;
    if (error instanceof LostImport || kind === 'conflict') return;
    if (stop.aborted) return this.imports.release(job);
    if (error instanceof UnreadableFile) return this.fail(job, error.message);
    // The leads of a batch may be there and its checkpoint not; nobody counts them later.
    const lost = kind === 'not_found' ? fileIsGone : kind === 'forbidden' ? (error as AppError).message : null;
    if (lost) return this.fail(job, lost, await this.turn.leadsMade(job, stop));
    if (kind !== 'unavailable' && kind !== 'timed_out') {
      this.log.error({ err: error, importId: job.id }, 'an import stumbled');
      if ((await this.imports.stumble(job)) >= mostStumbles) return this.fail(job, ourFault);
    }
    await this.imports.release(job, pauseSeconds);
  }

  private async fail(job: ImportJob, message: string, created?: number): Promise<void> {
    await this.imports.end(job, 'failed', message, created);
    await this.files.removeUnneeded(job.fileId);
  }
}
