import { ChangeFeed } from '../change-feed/change-feed.js';
import { changeFor, idOfChange, type StoredChange } from '../change-feed/stored-change.rules.js';
import { DeliveryWindow, giveUpMs, maxWindow, pauseMs } from './delivery-window.rules.js';
import type { LoggedAttempt } from './webhook-deliveries.js';
import { WebhookLeases, type LeasedWebhook, type Outcome, type Wanted } from './webhook-leases.js';
import { isDelivered, WebhookSender, type Attempt } from './webhook-sender.js';

/** The requests to one receiver at a time. */
const atOnce = 25;
/** A commit has what was sent in this time, and a crash sends no more than that again. */
const storeEveryMs = 100;
const renewEveryMs = 5_000;
/** What a stop waits for requests that are on their way. */
const endMs = 2_000;

/** Sends the waiting changes of one webhook, until none is left, a failure pauses it, or it must stop. */
export class WebhookRun {
  private readonly window: DeliveryWindow;
  private readonly end = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private made: LoggedAttempt[] = [];
  private wanted: Wanted;
  private failures: number;
  private failingSince: Date | null;
  private deliveredAt: Date | null = null;
  private off: Outcome['off'] = null;
  private pausedUntil: number | null = null;
  /** It is to begin no request any more. */
  private isOver = false;
  private isLost = false;
  private storedAt = performance.now();
  private mayHaveMore = true;
  private isAwake = false;
  private continue = () => {};

  constructor(
    private readonly webhook: LeasedWebhook,
    private readonly feed: ChangeFeed,
    private readonly leases: WebhookLeases,
    private readonly sender: WebhookSender,
    private readonly now: () => Date,
  ) {
    this.window = new DeliveryWindow(webhook);
    this.wanted = webhook;
    this.failures = webhook.failures;
    this.failingSince = webhook.failingSince;
  }

  /** There are new changes. */
  wake(): void {
    this.mayHaveMore = true;
    this.wakeUp();
  }

  stop(): void {
    this.isOver = true;
    setTimeout(() => this.end.abort(), endMs).unref();
    this.wakeUp();
  }

  async run(): Promise<void> {
    const renewal = setInterval(() => void this.renew().catch(() => undefined), renewEveryMs);
    try {
      for (;;) {
        await this.fill();
        this.begin();
        if (this.sending.size === 0) break;
        await this.anyEnd();
        if (this.made.length > 0 && performance.now() - this.storedAt >= storeEveryMs) await this.store(false);
      }
      if (!this.isLost) await this.store(true);
    } finally {
      clearInterval(renewal);
      this.end.abort();
      await Promise.all(this.sending);
      await this.leases.release(this.webhook);
    }
  }

  private wakeUp(): void {
    this.isAwake = true;
    this.continue();
  }

  private async fill(): Promise<void> {
    while (!this.isOver && this.mayHaveMore && this.window.size < maxWindow / 2) {
      this.mayHaveMore = false;
      await this.renew();
      if (this.isOver) return;
      const changes = await this.feed.from(this.window.seenTo + 1, maxWindow / 2);
      if (changes.length === 0) return;
      this.mayHaveMore = true;
      const { types } = this.wanted;
      this.window.add(changes, ({ type }) => types.length === 0 || types.includes(type));
    }
  }

  private begin(): void {
    if (this.isOver) return;
    // While it fails, one request at a time finds out whether it works again.
    const now = this.now().getTime();
    const isFailing = this.failures > 0;
    if (isFailing && this.sending.size > 0) return;
    for (const change of isFailing ? this.window.takeOne(now) : this.window.take(now, atOnce - this.sending.size)) {
      const sent = this.send(change).finally(() => {
        this.sending.delete(sent);
        this.wakeUp();
      });
      this.sending.add(sent);
    }
  }

  /** Waits until a request ends, changes come, or what was sent is to be stored. */
  private async anyEnd(): Promise<void> {
    const timer = this.made.length > 0 ? setTimeout(() => this.wakeUp(), storeEveryMs) : undefined;
    await new Promise<void>((resolve) => {
      this.continue = resolve;
      if (this.isAwake) resolve();
    });
    clearTimeout(timer);
    this.isAwake = false;
  }

  private async send(change: StoredChange): Promise<void> {
    const { position, type } = change;
    const messageId = idOfChange(change);
    const attempt = await this.sender.send(
      this.wanted,
      messageId,
      JSON.stringify(changeFor(change, 'all')),
      this.end.signal,
    );
    if (attempt.status === null && this.end.signal.aborted) return this.window.putBack(position);
    this.made.push({ ...attempt, position, messageId, type, attempt: this.window.attemptsOf(position) + 1 });
    if (isDelivered(attempt)) this.delivered(position);
    else this.failed(position, attempt);
  }

  private delivered(position: number): void {
    this.window.delivered(position);
    this.failures = 0;
    this.failingSince = null;
    this.pausedUntil = null;
    this.deliveredAt = this.now();
  }

  /** Requests that were on their way together count as one failure. */
  private failed(position: number, { status }: Attempt): void {
    const now = this.now().getTime();
    if (!this.isOver || this.failures === 0) this.failures += 1;
    this.isOver = true;
    this.failingSince ??= new Date(now);
    this.pausedUntil = now + pauseMs(this.failures);
    if (status === 410) this.off = 'gone';
    else if (now - this.failingSince.getTime() >= giveUpMs) this.off = 'failures';
    if (this.off) this.window.putBack(position);
    else this.window.failed(position, now);
  }

  private async store(release: boolean): Promise<void> {
    const { made } = this;
    this.made = [];
    this.storedAt = performance.now();
    this.obey(await this.leases.store(this.webhook, this.outcome, made, release));
  }

  private async renew(): Promise<void> {
    this.obey(await this.leases.renew(this.webhook));
  }

  private obey(wanted: Wanted | null): void {
    if (wanted) this.wanted = wanted;
    else {
      this.isLost = true;
      this.end.abort();
    }
    if (!wanted?.active) this.isOver = true;
  }

  private get outcome(): Outcome {
    const { failures, failingSince, deliveredAt, off, window, pausedUntil } = this;
    const { retryAt, state } = window;
    // Nothing more fits into the window before its failing change succeeds or is given up.
    const isFull = window.size >= maxWindow / 2 && !this.isOver;
    const asDate = (at: number | null) => (at === null ? null : new Date(at));
    return {
      ...state,
      // After a failure there may be others that can be sent at once.
      seenTo: this.isOver ? state.deliveredTo : window.seenTo,
      ...{ failures, failingSince, deliveredAt, off },
      pausedUntil: asDate(isFull ? retryAt : pausedUntil),
      retryAt: asDate(retryAt),
    };
  }
}
