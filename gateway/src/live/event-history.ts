import { randomBytes } from 'node:crypto';
import type { Clock } from '@lead-finder/platform';
import type { Push } from './push-feed.js';

export interface SentEvent {
  id: string;
  to: Push['to'];
  text: string;
}

interface StoredEvent extends SentEvent {
  number: number;
  at: number;
}

const retentionMs = 5 * 60_000;
const maxStored = 10_000;

/** Stores the events of the last five minutes, for pages whose stream was interrupted. */
export class EventHistory {
  /** Makes ids valid in this process alone: another replica receives the same signals in another order. */
  private origin = newOrigin();
  private stored: StoredEvent[] = [];
  private last = 0;

  constructor(private readonly clock: Clock) {}

  get lastId(): string {
    return `${this.origin}.${this.last}`;
  }

  /** Stores the event. Its text holds names and ids only, no data (docs/product/notifications.md#live-updates). */
  add({ to, signal: { type, ...ids } }: Push): SentEvent {
    const number = ++this.last;
    const text = `id: ${this.lastId}\nevent: ${type}\ndata: ${JSON.stringify(ids)}\n\n`;
    const event = { id: this.lastId, to, text, number, at: this.clock.now().getTime() };
    this.stored.push(event);
    if (this.stored.length >= 2 * maxStored) this.forgetOld();
    return event;
  }

  /** Returns the events after this id, or null if the id is unknown or too old. */
  since(id: string): SentEvent[] | null {
    const seen = Number(id.startsWith(`${this.origin}.`) ? id.slice(this.origin.length + 1) : NaN);
    this.forgetOld();
    const first = this.stored[0]?.number ?? this.last + 1;
    const isKnown = Number.isInteger(seen) && seen >= first - 1 && seen <= this.last;
    return isKnown ? this.stored.filter(({ number }) => number > seen) : null;
  }

  /** Invalidates every id, because signals may have been lost. */
  forgetAll(): void {
    this.origin = newOrigin();
    this.stored = [];
    this.last = 0;
  }

  forgetOld(): void {
    const oldest = this.clock.now().getTime() - retentionMs;
    this.stored = this.stored.slice(-maxStored).filter(({ at }) => at >= oldest);
  }
}

const newOrigin = () => randomBytes(6).toString('base64url');
