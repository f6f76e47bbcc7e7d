import { JOBS, LOGGER, PeriodicTask, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ResetRequests } from '../password/reset-requests.js';
import { MailQueue } from './mail-queue.js';

const sweepMs = 30_000;

/** Processes reset requests and mails when a job wakes it, and sweeps for forgotten ones. */
@Injectable()
export class MailProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private readonly sweep: PeriodicTask;

  constructor(
    private readonly mails: MailQueue,
    private readonly requests: ResetRequests,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    this.sweep = new PeriodicTask('Sweep for mails', () => this.sweepMails(), sweepMs, log);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work('mail', 'work-off', async () => {
      // Due mails go first, so they do not wait for thousands of reset requests.
      do await this.mails.sendWaiting();
      while (await this.requests.processOne());
      await this.requests.auditFinishedMinutes();
    });
    this.sweep.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweep.stop();
    await this.worker?.stop();
  }

  private async sweepMails(): Promise<boolean> {
    if (await this.mails.hasWaiting()) this.mails.wakeWorker();
    return false;
  }
}
