import { createHash } from 'node:crypto';
import type { getOwnProgress, OutputOf } from '@lead-finder/contracts';
import type { Clock } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

export interface TaggedResponse {
  value: object;
  etag: string;
  /** It was there: nobody was asked for it. */
  isCached: boolean;
}

/** What the progress service answers of a person. */
export type Own = OutputOf<typeof getOwnProgress>;
export type MeterName = 'week' | 'month';

type Tagged = Record<MeterName, Omit<TaggedResponse, 'isCached'>>;
/** How much of week and month has passed is the same for everybody, and so is when it changes. */
interface Shares {
  weekProgress: number;
  monthProgress: number;
  until: number;
}
interface Known {
  own: Own;
  until: number;
  /** With the shares that it was made for. */
  tagged?: { answers: Tagged; shares: Shares };
}
/** A hint takes a person's entry away, with what was asked for before it: an answer that may be old is kept nowhere. */
interface Entry {
  known?: Known;
  asking?: Promise<Known> | undefined;
}

const sweepMs = 60_000;
/** A hint may be lost together with the process that had it to tell: a number is wrong for no longer than twice this. */
const maxAgeMs = 10 * 60_000;
/** A service that went away says nothing: one question in this time, for everybody, finds out. */
const sureMs = 30_000;

/**
 * The last answers of everybody's two meters, which every open page polls each 5 s: a poll costs no query and no message
 * until a hint says that the numbers changed, or the day ends. Where a tenth of a percent has passed, or half a minute,
 * one question brings the shares for all; polls fail while it fails. Those that come together ask together, for both meters.
 */
export class ProgressCache {
  private readonly entries = new Map<number, Entry>();
  private shares: Shares = { weekProgress: 0, monthProgress: 0, until: -Infinity };
  private renewing: Promise<unknown> | null = null;
  private sweptAt = 0;

  constructor(
    feed: PushFeed,
    private readonly clock: Clock,
  ) {
    feed.onPush(({ to, signal }) => signal.type === 'progress' && to !== 'admins' && this.entries.delete(to));
    feed.onGap(() => this.entries.clear());
  }

  async answer(userId: number, meter: MeterName, ask: () => Promise<Own>): Promise<TaggedResponse> {
    const now = this.clock.now().getTime();
    this.forgetPast(now);
    const entry = this.entryOf(userId);
    if (!entry.known || now >= entry.known.until)
      return { ...this.tagged(await this.askFor(userId, entry, ask))[meter], isCached: false };
    if (now < this.shares.until) return { ...this.tagged(entry.known)[meter], isCached: true };
    const isCached = this.renewing !== null;
    await (this.renewing ??= this.askFor(userId, entry, ask).finally(() => (this.renewing = null)));
    return { ...this.tagged(entry.known)[meter], isCached };
  }

  private entryOf(userId: number): Entry {
    const entry = this.entries.get(userId) ?? {};
    this.entries.set(userId, entry);
    return entry;
  }

  private askFor(userId: number, entry: Entry, ask: () => Promise<Own>): Promise<Known> {
    entry.asking ??= this.ask(userId, entry, ask);
    return entry.asking;
  }

  private async ask(userId: number, entry: Entry, ask: () => Promise<Own>): Promise<Known> {
    try {
      const own = await ask();
      const now = this.clock.now().getTime();
      const until = Math.min(Date.parse(own.changesAt), now + sureMs);
      const { weekProgress } = own.week;
      const { monthProgress } = own.month;
      // An answer that was overtaken tells of shares that are over.
      if (until > this.shares.until) this.shares = { weekProgress, monthProgress, until };
      return (entry.known = { own, until: Math.min(Date.parse(own.dayEndsAt), now + cacheMsFor(userId)) });
    } finally {
      entry.asking = undefined;
    }
  }

  private tagged(known: Known): Tagged {
    const { shares } = this;
    if (known.tagged?.shares !== shares) {
      const { week, month } = known.own;
      const { weekProgress, monthProgress } = shares;
      known.tagged = {
        answers: { week: tagged({ ...week, weekProgress }), month: tagged({ ...month, monthProgress }) },
        shares,
      };
    }
    return known.tagged.answers;
  }

  /** Who has left takes no room for longer than his answers were true. */
  private forgetPast(now: number): void {
    if (Math.abs(now - this.sweptAt) < sweepMs) return;
    this.sweptAt = now;
    for (const [userId, { known, asking }] of this.entries)
      if (!asking && (known?.until ?? 0) <= now) this.entries.delete(userId);
  }
}

/** People who were asked for together are not asked for together again. */
const cacheMsFor = (userId: number) => maxAgeMs * (1 + (userId % 64) / 64);

const tagged = (value: object) => ({
  value,
  etag: `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`,
});

/** Whether `If-None-Match` names this answer; a proxy that compresses makes a tag weak. */
export const isKnownTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
