import { JOBS, type JobQueues, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ContentRetention } from './content-retention.js';

const queue = 'jobs-places';
const intervalMs = 60_000;

/** Requests a run at the start and every minute. The job id keeps it to one run at a time for all replicas. */
@Injectable()
export class ContentProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly retention: ContentRetention,
    @Inject(JOBS) private readonly jobs: JobQueues,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work(queue, 'content', ({ signal }) => this.retention.run(signal));
    this.timer = setInterval(() => void this.wakeWorker(), intervalMs);
    void this.wakeWorker();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  private async wakeWorker(): Promise<void> {
    await this.jobs.enqueue(queue, 'content', {}, { id: 'content', attempts: 1 }).catch(() => undefined);
  }
}
