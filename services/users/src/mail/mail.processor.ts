import { JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ResetRequests } from '../password/reset-requests.js';
import { MailQueue } from './mail-queue.js';

const sweepMs = 30_000;

/** Works off reset requests and mails when the bell rings, and looks for forgotten ones now and then. */
@Injectable()
export class MailProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly mails: MailQueue,
    private readonly requests: ResetRequests,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work('mail', 'work-off', async () => {
      // Whatever was asked for by the thousand: a mail that can go out does not wait for it.
      do await this.mails.sendWaiting();
      while (await this.requests.workOffOne());
      await this.requests.auditFinishedMinutes();
    });
    this.sweep = setInterval(() => void this.lookAgain(), sweepMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    await this.worker?.stop();
  }

  private async lookAgain(): Promise<void> {
    try {
      if (await this.mails.hasWaiting()) this.mails.ring();
    } catch (error) {
      this.log.debug({ err: error }, 'the sweep for mail found no database');
    }
  }
}
