import { LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ScheduledMails } from './scheduled-mails.js';

const everyMs = 30_000;

/** Looks twice a minute for what is due; what fails is tried again with the next look. */
@Injectable()
export class ScheduleProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly mails: ScheduledMails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private plan(): void {
    this.timer = setTimeout(() => {
      this.running = this.mails
        .run()
        .catch((error: unknown) => this.log.warn({ err: error }, 'scheduled mails wait for the next look'))
        .finally(() => this.isStopping || this.plan());
    }, everyMs).unref();
  }
}
