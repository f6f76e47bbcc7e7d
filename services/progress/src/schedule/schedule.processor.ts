import { LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ScheduledMails } from './scheduled-mails.js';

const intervalMs = 30_000;

/** Sends due mails twice a minute; the next run repeats what fails. */
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
        .catch((error: unknown) =>
          this.log.warn({ err: error }, 'Scheduled mails not sent. The next run in 30 seconds sends them.'),
        )
        .finally(() => this.isStopping || this.plan());
    }, intervalMs).unref();
  }
}
