import { LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportJob } from '../import/import-job.js';
import { ImportRepository, LostImport } from '../import/import.repository.js';

const renewMs = 3_000;

export interface Lease {
  /** Aborted when another worker takes over the import, or this one must stop. */
  signal: AbortSignal;
  end(): void;
}

@Injectable()
export class Leases {
  constructor(
    private readonly imports: ImportRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  start(job: ImportJob, stop: AbortSignal): Lease {
    const lost = new AbortController();
    const timer = setInterval(() => {
      this.imports.renewLease(job).then(
        (renewed) => renewed || lost.abort(new LostImport()),
        // Without the database no other worker can take over the import either.
        (error: unknown) =>
          this.log.debug(
            { err: error, importId: job.id },
            'Lease of an import not renewed. The worker tries again by itself.',
          ),
      );
    }, renewMs);
    return { signal: AbortSignal.any([lost.signal, stop]), end: () => clearInterval(timer) };
  }
}
