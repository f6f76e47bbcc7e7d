import { randomBytes } from 'node:crypto';
import type { Clock } from '@lead-finder/platform';
import type { Push } from './push-feed.js';

export interface SentEvent {
  id: string;
  to: Push['to'];
  /** As it stands on the stream. */
  text: string;
}

interface StoredEvent extends SentEvent {
  number: number;
  at: number;
}

const retentionMs = 5 * 60_000;
/** 1 kB each at most. */
const maxStored = 10_000;

/** The events of the last five minutes, for pages whose stream was interrupted (design, section 3a, point 5). */
export class EventHistory {
  /** Ids hold for this process alone: another replica heard the same hints in another order. */
  private origin = newOrigin();
  private stored: StoredEvent[] = [];
  private last = 0;

  constructor(private readonly clock: Clock) {}

  /** Whoever has this id has seen everything until now. */
  get lastId(): string {
    return `${this.origin}.${this.last}`;
  }

  /** Names and ids only, never another person's data (decisions, section 9). */
  add({ to, signal: { type, ...ids } }: Push): SentEvent {
    const number = ++this.last;
    const text = `id: ${this.lastId}\nevent: ${type}\ndata: ${JSON.stringify(ids)}\n\n`;
    const event = { id: this.lastId, to, text, number, at: this.clock.now().getTime() };
    this.stored.push(event);
    if (this.stored.length >= 2 * maxStored) this.forgetOld();
    return event;
  }

  /** Everything that was told after this id; null where that is not known any more, or never was. */
  since(id: string): SentEvent[] | null {
    const seen = Number(id.startsWith(`${this.origin}.`) ? id.slice(this.origin.length + 1) : NaN);
    this.forgetOld();
    const first = this.stored[0]?.number ?? this.last + 1;
    const isKnown = Number.isInteger(seen) && seen >= first - 1 && seen <= this.last;
    return isKnown ? this.stored.filter(({ number }) => number > seen) : null;
  }

  /** Some may have been lost: nobody has seen everything until now. */
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
