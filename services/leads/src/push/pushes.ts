import { Database, JOBS, LOGGER, ReconciledQueue, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PushSender } from './push-sender.js';

/** Wakes the sender for the pushes that notifications leave in the table of that name. */
@Injectable()
export class Pushes implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: ReconciledQueue<object>;

  constructor(
    private readonly database: Database,
    sender: PushSender,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new ReconciledQueue(jobs, log, {
      queue: 'jobs-leads',
      name: 'push',
      process: (_, signal) => sender.sendDue(signal),
      unfinished: async () => ((await sender.hasDue()) ? [{}] : []),
      jobIdOf: () => 'push',
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.queue.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.queue.stop();
  }

  wake(): void {
    this.database.afterCommit(() => void this.queue.wake({}));
  }
}
