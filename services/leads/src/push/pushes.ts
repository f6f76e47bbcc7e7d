import { BackgroundTask, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { PushSender } from './push-sender.js';

const everyMs = 5_000;

/** Sends what notifications leave in the table `pushes`. No job of the queue, where long bulk jobs would delay it. */
@Injectable()
export class Pushes extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    sender: PushSender,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Sending of pushes', () => sender.sendDue(), everyMs, log);
  }

  wake(): void {
    this.database.afterCommit(() => this.task.wake());
  }
}
