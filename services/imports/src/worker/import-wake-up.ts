import { JOBS, LOGGER, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Wakes a worker through the job queue. Waiting imports are rows, so the reconciler repeats a wake-up that fails. */
@Injectable()
export class ImportWakeUp {
  constructor(
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** `jobKey` distinguishes a new wake-up from one that a dead worker still holds. */
  async wake(importId: number, jobKey = 'first'): Promise<void> {
    await this.jobs
      .enqueue('imports', 'run', { importId }, { id: `${importId}-${jobKey}`, attempts: 1 })
      .catch((error: unknown) =>
        this.log.warn(
          { err: error, importId },
          'Import not announced to a worker. The reconciler does it within seconds.',
        ),
      );
  }
}
