import { createHash } from 'node:crypto';
import type { Clock } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

export interface TaggedAnswer {
  value: object;
  etag: string;
}

/**
 * The last answers of everybody's two meters, which every open page polls each 5 s: a poll costs no query and no message
 * until a hint says that the numbers changed. Kept while hints are surely heard, and not beyond the minute: then the
 * elapsed share moves on, and a day, week or month may end.
 */
export class KeptProgress {
  private readonly kept = new Map<number, Map<string, TaggedAnswer>>();
  private minute = 0;

  constructor(
    private readonly feed: PushFeed,
    private readonly clock: Clock,
  ) {
    feed.onPush(({ to, hint }) => hint.type === 'progress' && to !== 'admins' && this.kept.delete(to));
    feed.onGap(() => this.kept.clear());
  }

  async answer(userId: number, meter: 'week' | 'month', ask: () => Promise<object>): Promise<TaggedAnswer> {
    this.forgetPastMinutes();
    const answers = this.kept.get(userId) ?? new Map<string, TaggedAnswer>();
    const known = answers.get(meter);
    if (known && this.feed.isAlive) return known;
    this.kept.set(userId, answers);
    const value = await ask();
    const answer = { value, etag: `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"` };
    // A hint that came meanwhile has thrown these answers away: one that may be old goes with them.
    answers.set(meter, answer);
    return answer;
  }

  private forgetPastMinutes(): void {
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    if (minute !== this.minute) this.kept.clear();
    this.minute = minute;
  }
}

/** Whether `If-None-Match` names this answer; a proxy that compresses makes a tag weak. */
export const isKnownTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
