import { BackgroundTask, JOBS, LOGGER, ReconciledQueue, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AreaSearches } from './area-searches.repository.js';
import { SearchArea } from './search-area.js';

@Injectable()
export class AreaSearchProcessor extends BackgroundTask {
  protected readonly task: ReconciledQueue<{ searchId: number }>;

  constructor(
    searches: AreaSearches,
    searchArea: SearchArea,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new ReconciledQueue(jobs, log, {
      queue: 'jobs-places',
      name: 'area',
      concurrency: 2,
      process: ({ searchId }, signal) => searchArea.run(searchId, signal),
      unfinished: async () => (await searches.unfinished()).map((searchId) => ({ searchId })),
      jobIdOf: ({ searchId }) => String(searchId),
    });
  }

  wake(searchId: number): Promise<void> {
    return this.task.wake({ searchId });
  }
}
