import { createHash } from 'node:crypto';
import type { getOwnProgress, OutputOf } from '@lead-finder/contracts';
import type { Clock } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

export interface TaggedAnswer {
  value: object;
  etag: string;
  /** It was there: nobody was asked for it. */
  isKept: boolean;
}

/** What the progress service answers of a person. */
export type Own = OutputOf<typeof getOwnProgress>;
export type MeterName = 'week' | 'month';

type Tagged = Omit<TaggedAnswer, 'isKept'>;
interface Known extends Record<MeterName, Tagged> {
  until: number;
}
/** A hint takes a person's entry away, with what was asked for before it: an answer that may be old is kept nowhere. */
interface Entry {
  known?: Known;
  asking?: Promise<Known> | undefined;
}

const sweepMs = 60_000;

/**
 * The last answers of everybody's two meters, which every open page polls each 5 s: a poll costs no query and no message
 * until a hint says that the numbers changed, or the time comes at which they change by themselves. Kept while hints are
 * surely heard. Polls that come together ask together, for both meters.
 */
export class KeptProgress {
  private readonly entries = new Map<number, Entry>();
  private sweptAt = 0;

  constructor(
    private readonly feed: PushFeed,
    private readonly clock: Clock,
  ) {
    feed.onPush(({ to, hint }) => hint.type === 'progress' && to !== 'admins' && this.entries.delete(to));
    feed.onGap(() => this.entries.clear());
  }

  async answer(userId: number, meter: MeterName, ask: () => Promise<Own>): Promise<TaggedAnswer> {
    const now = this.clock.now().getTime();
    this.forgetPast(now);
    const entry = this.entryOf(userId);
    const { known } = entry;
    if (known && now < known.until && this.feed.isAlive) return { ...known[meter], isKept: true };
    entry.asking ??= this.ask(entry, ask);
    return { ...(await entry.asking)[meter], isKept: false };
  }

  private entryOf(userId: number): Entry {
    const entry = this.entries.get(userId) ?? {};
    this.entries.set(userId, entry);
    return entry;
  }

  private async ask(entry: Entry, ask: () => Promise<Own>): Promise<Known> {
    try {
      const { week, month, changesAt } = await ask();
      return (entry.known = { week: tagged(week), month: tagged(month), until: Date.parse(changesAt) });
    } finally {
      entry.asking = undefined;
    }
  }

  /** Who has left takes no room for longer than his answers were true. */
  private forgetPast(now: number): void {
    if (Math.abs(now - this.sweptAt) < sweepMs) return;
    this.sweptAt = now;
    for (const [userId, { known, asking }] of this.entries) if (!asking && (known?.until ?? 0) <= now) this.entries.delete(userId);
  }
}

const tagged = (value: object): Tagged => ({
  value,
  etag: `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`,
});

/** Whether `If-None-Match` names this answer; a proxy that compresses makes a tag weak. */
export const isKnownTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
