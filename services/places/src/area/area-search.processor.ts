import { JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AreaSearches } from './area-searches.repository.js';
import { SearchArea } from './search-area.js';

const queue = 'jobs-places';
const atOnce = 2;
const reconcileMs = 5_000;

/** The queue only wakes a worker; what is to be done stands in the table, and the reconciler rings for what nobody does. */
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
    this.worker = await this.jobs.work<{ searchId: number }>(queue, 'area', run, { concurrency: atOnce });
    this.timer = setInterval(() => void this.reconcile(), reconcileMs);
    void this.reconcile();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  /** Wakes a worker; the reconciler does it again where this fails. */
  async ring(searchId: number): Promise<void> {
    await this.jobs
      .enqueue(queue, 'area', { searchId }, { id: String(searchId), attempts: 1 })
      .catch((error: unknown) => this.log.warn({ err: error, searchId }, 'an area search waits for the reconciler'));
  }

  private async reconcile(): Promise<void> {
    try {
      for (const id of await this.searches.unfinished()) await this.ring(id);
    } catch (error) {
      this.log.debug({ err: error }, 'the reconciler of area searches found no database');
    }
  }
}
