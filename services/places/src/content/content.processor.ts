import { JOBS, type JobQueues, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ContentKeeper } from './content-keeper.js';

const queue = 'jobs-places';
const everyMs = 60_000;

/** Rings for a round at start and every minute; however many replicas ring, it is done once at a time. */
@Injectable()
export class ContentProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keeper: ContentKeeper,
    @Inject(JOBS) private readonly jobs: JobQueues,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work(queue, 'content', ({ signal }) => this.keeper.run(signal));
    this.timer = setInterval(() => void this.ring(), everyMs);
    void this.ring();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  private async ring(): Promise<void> {
    await this.jobs.enqueue(queue, 'content', {}, { id: 'content', attempts: 1 }).catch(() => undefined);
  }
}
