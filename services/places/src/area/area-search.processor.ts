import { JOBS, LOGGER, ReconciledQueue, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AreaSearches } from './area-searches.repository.js';
import { SearchArea } from './search-area.js';

@Injectable()
export class AreaSearchProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: ReconciledQueue<{ searchId: number }>;

  constructor(
    searches: AreaSearches,
    searchArea: SearchArea,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new ReconciledQueue(jobs, log, {
      queue: 'jobs-places',
      name: 'area',
      concurrency: 2,
      process: ({ searchId }, signal) => searchArea.run(searchId, signal),
      unfinished: async () => (await searches.unfinished()).map((searchId) => ({ searchId })),
      jobIdOf: ({ searchId }) => String(searchId),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.queue.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.queue.stop();
  }

  wake(searchId: number): Promise<void> {
    return this.queue.wake({ searchId });
  }
}
