import { createHash } from 'node:crypto';
import type { Clock } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

export interface TaggedAnswer {
  value: object;
  etag: string;
  /** It was there: nobody was asked for it. */
  isKept: boolean;
}

interface Kept {
  value: object;
  etag: string;
  until: number;
}

/** What the progress service answers: the meter, and until when it stays as it is. */
type Asked = { changesAt: string };

const sweepMs = 60_000;

/**
 * The last answers of everybody's two meters, which every open page polls each 5 s: a poll costs no query and no message
 * until a hint says that the numbers changed, or the time comes at which they change by themselves. Kept while hints are
 * surely heard.
 */
export class KeptProgress {
  private readonly kept = new Map<number, Map<string, Kept>>();
  private sweptAt = 0;

  constructor(
    private readonly feed: PushFeed,
    private readonly clock: Clock,
  ) {
    feed.onPush(({ to, hint }) => hint.type === 'progress' && to !== 'admins' && this.kept.delete(to));
    feed.onGap(() => this.kept.clear());
  }

  async answer(userId: number, meter: 'week' | 'month', ask: () => Promise<Asked>): Promise<TaggedAnswer> {
    const now = this.clock.now().getTime();
    this.forgetPast(now);
    const answers = this.kept.get(userId) ?? new Map<string, Kept>();
    const known = answers.get(meter);
    if (known && now < known.until && this.feed.isAlive) return { ...known, isKept: true };
    this.kept.set(userId, answers);
    const { changesAt, ...value } = await ask();
    const answer = { value, etag: `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"` };
    // A hint that came meanwhile has thrown these answers away: one that may be old goes with them.
    answers.set(meter, { ...answer, until: Date.parse(changesAt) });
    return { ...answer, isKept: false };
  }

  /** Who has left takes no room for longer than his answers were true. */
  private forgetPast(now: number): void {
    if (Math.abs(now - this.sweptAt) < sweepMs) return;
    this.sweptAt = now;
    for (const [userId, answers] of this.kept) {
      if ([...answers.values()].every(({ until }) => until <= now)) this.kept.delete(userId);
    }
  }
}

/** Whether `If-None-Match` names this answer; a proxy that compresses makes a tag weak. */
export const isKnownTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
