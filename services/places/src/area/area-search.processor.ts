import { JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AreaSearches } from './area-searches.repository.js';
import { SearchArea } from './search-area.js';

const queue = 'jobs-places';
const maxConcurrent = 2;
const reconcileMs = 5_000;

/** Jobs only wake a worker; the reconciler repeats lost wake-ups. */
@Injectable()
export class AreaSearchProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly searches: AreaSearches,
    private readonly searchArea: SearchArea,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const run = ({ data, signal }: { data: { searchId: number }; signal: AbortSignal }) =>
      this.searchArea.run(data.searchId, signal);
    this.worker = await this.jobs.work<{ searchId: number }>(queue, 'area', run, { concurrency: maxConcurrent });
    this.timer = setInterval(() => void this.reconcile(), reconcileMs);
    void this.reconcile();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  /** Wakes a worker. The reconciler repeats a wake-up that fails. */
  async wakeWorker(searchId: number): Promise<void> {
    await this.jobs
      .enqueue(queue, 'area', { searchId }, { id: String(searchId), attempts: 1 })
      .catch((error: unknown) =>
        this.log.warn(
          { err: error, searchId },
          'Area search not announced to a worker. The reconciler does it within seconds.',
        ),
      );
  }

  private async reconcile(): Promise<void> {
    try {
      for (const id of await this.searches.unfinished()) await this.wakeWorker(id);
    } catch (error) {
      this.log.debug(
        { err: error },
        'Reconciler of area searches: the database is not reachable. It tries again by itself.',
      );
    }
  }
}
