import type { StoredChange } from '../change-feed/stored-change.rules.js';

const hour = 3_600_000;
/** A message fails for good, and an endpoint is switched off, after failures for so long. */
export const giveUpMs = 72 * hour;
const firstPauseMs = 5_000;
const maxPauseMs = hour / 4;
/** More changes than these are not looked at while one of them fails. */
export const maxWindow = 500;

/** The pause after so many failures in a row. */
export const pauseMs = (failures: number) => Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), maxPauseMs);

export interface Retry {
  position: number;
  attempts: number;
  /** Moments in milliseconds. */
  since: number;
  tryAt: number;
}

export interface Progress {
  /** All changes up to here are delivered, given up or not wanted. */
  deliveredTo: number;
  /** Those after it that are too. */
  ahead: number[];
  retries: Retry[];
}

/** The leads or the user of a change, by which changes wait for each other. */
const keysOf = ({ type, subjects }: StoredChange) => {
  const kind = type.startsWith('user.') ? 'user' : type.startsWith('import.') ? 'import' : 'lead';
  return subjects.map((subject) => `${kind} ${subject}`);
};

/** The changes after the last one that is delivered in order, and which of them may be sent now. */
export class DeliveryWindow {
  private readonly waiting = new Map<number, { change: StoredChange; keys: string[] }>();
  private readonly sending = new Set<number>();
  private readonly ahead: Set<number>;
  private readonly retries: Map<number, Retry>;
  /** All changes up to here were looked at. */
  seenTo: number;

  constructor(private progress: Progress) {
    const isLater = (position: number) => position > progress.deliveredTo;
    this.ahead = new Set(progress.ahead.filter(isLater));
    this.retries = new Map(
      progress.retries.filter(({ position }) => isLater(position)).map((retry) => [retry.position, retry]),
    );
    this.seenTo = progress.deliveredTo;
  }

  get size(): number {
    return this.waiting.size;
  }

  /** Adds the next changes, of which those that are not wanted count as delivered. */
  add(changes: readonly StoredChange[], isWanted: (change: StoredChange) => boolean): void {
    for (const change of changes) {
      const { position } = change;
      this.seenTo = position;
      if (!this.ahead.delete(position) && isWanted(change))
        this.waiting.set(position, { change, keys: keysOf(change) });
      else this.ahead.add(position);
    }
    this.advance();
  }

  /** Marks up to `limit` changes as being sent. A change waits for all earlier ones of its leads. */
  take(now: number, limit: number): StoredChange[] {
    return this.mark(this.ready(now, limit));
  }

  /** Marks one. A change that failed less often goes first, so that one that always fails does not delay the others. */
  takeOne(now: number): StoredChange[] {
    const ready = this.ready(now, Infinity);
    return this.mark(ready.sort((a, b) => this.attemptsOf(a.position) - this.attemptsOf(b.position)).slice(0, 1));
  }

  private ready(now: number, limit: number): StoredChange[] {
    const ready: StoredChange[] = [];
    const held = new Set<string>();
    for (const [position, { change, keys }] of this.waiting) {
      if (ready.length >= limit) break;
      const isDue = (this.retries.get(position)?.tryAt ?? 0) <= now;
      if (isDue && !this.sending.has(position) && !keys.some((key) => held.has(key))) ready.push(change);
      for (const key of keys) held.add(key);
    }
    return ready;
  }

  private mark(taken: StoredChange[]): StoredChange[] {
    for (const { position } of taken) this.sending.add(position);
    return taken;
  }

  delivered(position: number): void {
    this.sending.delete(position);
    this.waiting.delete(position);
    this.retries.delete(position);
    this.ahead.add(position);
    this.advance();
  }

  /** It was not sent after all. */
  putBack(position: number): void {
    this.sending.delete(position);
  }

  /** Returns false if it is given up. */
  failed(position: number, now: number): boolean {
    const { attempts = 0, since = now } = this.retries.get(position) ?? {};
    if (now - since >= giveUpMs) {
      this.delivered(position);
      return false;
    }
    this.sending.delete(position);
    this.retries.set(position, { position, attempts: attempts + 1, since, tryAt: now + pauseMs(attempts + 1) });
    return true;
  }

  attemptsOf(position: number): number {
    return this.retries.get(position)?.attempts ?? 0;
  }

  /** When the next retry is due, or null without one. */
  get retryAt(): number | null {
    return this.retries.size > 0 ? Math.min(...[...this.retries.values()].map(({ tryAt }) => tryAt)) : null;
  }

  get state(): Progress {
    return { ...this.progress, ahead: [...this.ahead], retries: [...this.retries.values()] };
  }

  private advance(): void {
    const [first] = this.waiting.keys();
    const deliveredTo = first === undefined ? this.seenTo : first - 1;
    if (deliveredTo <= this.progress.deliveredTo) return;
    this.progress = { ...this.progress, deliveredTo };
    for (const position of this.ahead) if (position <= deliveredTo) this.ahead.delete(position);
    for (const position of this.retries.keys()) if (position <= deliveredTo) this.retries.delete(position);
  }
}
