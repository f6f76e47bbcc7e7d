import { JOBS, LOGGER, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Wakes a worker. What waits stands in the table: a bell that can't be rung is rung again by the reconciler. */
@Injectable()
export class ImportBell {
  constructor(
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** `turn` tells a new ring for the same import from one that a dead worker still holds. */
  async ring(importId: number, turn = 'first'): Promise<void> {
    await this.jobs
      .enqueue('imports', 'run', { importId }, { id: `${importId}-${turn}`, attempts: 1 })
      .catch((error: unknown) => this.log.warn({ err: error, importId }, 'an import waits for the reconciler'));
  }
}
