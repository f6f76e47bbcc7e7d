import { BackgroundTask, JOBS, LOGGER, ReconciledQueue, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ContentRetention } from './content-retention.js';

/** Requests a run at the start and every minute. The job id allows one run at a time for all replicas. */
@Injectable()
export class ContentProcessor extends BackgroundTask {
  protected readonly task: ReconciledQueue<object>;

  constructor(retention: ContentRetention, @Inject(JOBS) jobs: JobQueues, @Inject(LOGGER) log: Logger) {
    super();
    this.task = new ReconciledQueue(jobs, log, {
      queue: 'jobs-places',
      name: 'content',
      everyMs: 60_000,
      process: (_, signal) => retention.run(signal),
      unfinished: async () => [{}],
      jobIdOf: () => 'content',
    });
  }
}
