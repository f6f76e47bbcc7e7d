import { JOBS, LOGGER, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ResetRequests } from '../password/reset-requests.js';
import { MailQueue } from './mail-queue.js';

const sweepMs = 30_000;

/** Processes reset requests and mails when a job wakes it, and sweeps for forgotten ones. */
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
      // Due mails go first, so they do not wait for thousands of reset requests.
      do await this.mails.sendWaiting();
      while (await this.requests.processOne());
      await this.requests.auditFinishedMinutes();
    });
    this.sweep = setInterval(() => void this.sweepMails(), sweepMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    await this.worker?.stop();
  }

  private async sweepMails(): Promise<void> {
    try {
      if (await this.mails.hasWaiting()) this.mails.wakeWorker();
    } catch (error) {
      this.log.debug({ err: error }, 'Sweep for mails: the database is not reachable. It tries again by itself.');
    }
  }
}
