import { LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ScheduledMails } from './scheduled-mails.js';

const intervalMs = 30_000;

@Injectable()
export class ScheduleProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: PeriodicTask;

  constructor(
    private readonly mails: ScheduledMails,
    @Inject(LOGGER) log: Logger,
  ) {
    this.task = new PeriodicTask('Sending of scheduled mails', () => this.sendDue(), intervalMs, log);
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  private async sendDue(): Promise<boolean> {
    await this.mails.run();
    return false;
  }
}
