import { BackgroundTask, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ScheduledMails } from './scheduled-mails.js';

const intervalMs = 30_000;

@Injectable()
export class ScheduleProcessor extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly mails: ScheduledMails,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Sending of scheduled mails', () => this.sendDue(), intervalMs, log);
  }

  private async sendDue(): Promise<boolean> {
    await this.mails.run();
    return false;
  }
}
