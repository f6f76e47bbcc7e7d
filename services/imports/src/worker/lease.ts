import { LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportJob } from '../import/import-job.js';
import { ImportRepository, LostImport } from '../import/import.repository.js';

const renewMs = 3_000;

export interface Lease {
  /** Aborted when another worker took the import over, or this one is asked to stop. */
  signal: AbortSignal;
  end(): void;
}

/** Keeps other workers off an import while this one works on it. */
@Injectable()
export class Leases {
  constructor(
    private readonly imports: ImportRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  hold(job: ImportJob, stop: AbortSignal): Lease {
    const lost = new AbortController();
    const timer = setInterval(() => {
      this.imports.renewLease(job).then(
        (renewed) => renewed || lost.abort(new LostImport()),
        // Without a database nobody can take the import over either.
        (error: unknown) => this.log.debug({ err: error, importId: job.id }, 'a lease could not be renewed'),
      );
    }, renewMs);
    return { signal: AbortSignal.any([lost.signal, stop]), end: () => clearInterval(timer) };
  }
}
