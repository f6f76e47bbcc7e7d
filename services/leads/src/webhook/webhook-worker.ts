import { Clock, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { WebhookLeases, type LeasedWebhook } from './webhook-leases.js';
import { WebhookRun } from './webhook-run.js';
import { WebhookSender } from './webhook-sender.js';

const everyMs = 500;
/** Changes that come this soon after each other get their positions together. */
const gatherMs = 20;

/** Delivers webhooks, each by one process at a time and apart from the others, so that a slow receiver delays no other. */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: PeriodicTask;
  private readonly runs = new Map<WebhookRun, Promise<void>>();
  private gathering: NodeJS.Timeout | undefined;
  private knownLast = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly leases: WebhookLeases,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.task = new PeriodicTask('Delivery of webhooks', () => this.startRuns(), everyMs, log);
  }

  onApplicationBootstrap(): void {
    this.feed.onChange(() => this.wakeSoon());
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.gathering);
    await this.task.stop();
    for (const run of this.runs.keys()) run.stop();
    await Promise.all(this.runs.values());
  }

  private wakeSoon(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.task.wake();
    }, gatherMs);
  }

  private async startRuns(): Promise<boolean> {
    if (!(await this.leases.anyActive())) return false;
    await this.feed.publish();
    const ends = await this.feed.ends();
    if (ends.last > this.knownLast) for (const run of this.runs.keys()) run.wake();
    this.knownLast = ends.last;
    for (const webhook of await this.leases.take(ends)) this.start(webhook);
    return false;
  }

  private start(webhook: LeasedWebhook): void {
    const run = new WebhookRun(webhook, this.feed, this.leases, this.sender, () => this.clock.now());
    const ended = run
      .run()
      .catch((error: unknown) =>
        this.log.warn({ err: error, webhook: webhook.id }, 'Webhook interrupted. It continues by itself.'),
      )
      .finally(() => {
        this.runs.delete(run);
        // Changes may have come after it looked for the last time.
        this.task.wake();
      });
    this.runs.set(run, ended);
  }
}
