import { createHash } from 'node:crypto';
import type { Actor, getOwnProgress, OutputOf } from '@lead-finder/contracts';
import type { Clock } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

export interface TaggedResponse {
  value: object;
  etag: string;
  isCached: boolean;
}

export type Own = OutputOf<typeof getOwnProgress>;
export type MeterName = 'week' | 'month';

type Tagged = Record<MeterName, Omit<TaggedResponse, 'isCached'>>;
/** The elapsed shares of the week and the month, which are the same for every user of a time zone, and when they change. */
interface Shares {
  weekProgress: number;
  monthProgress: number;
  until: number;
}
interface Zone {
  shares: Shares;
  renewing: Promise<unknown> | null;
}
interface Known {
  zone: Zone;
  own: Own;
  until: number;
  tagged?: { responses: Tagged; shares: Shares };
}
/** A signal deletes the user's entry together with its pending call, so that an old response is not stored. */
interface Entry {
  known?: Known;
  pending?: Promise<Known> | undefined;
}

const sweepMs = 60_000;
/** A signal can be lost with the process that publishes it: a number is wrong for at most twice this time. */
const maxAgeMs = 10 * 60_000;
/** One call in this time, for all users, notices if the progress service is unavailable. */
const sureMs = 30_000;

/**
 * Caches the two meters of each user, which every open page polls each 5 s. A poll costs no query and no message until
 * a signal reports new numbers or the day ends. After a tenth of a percent of the week or half a minute, one call
 * renews the shares for all users of a time zone; polls fail while it fails. Simultaneous polls of a user share one call for both
 * meters.
 */
export class ProgressCache {
  private readonly entries = new Map<number, Entry>();
  private readonly zones = new Map<string, Zone>();
  private sweptAt = 0;

  constructor(
    feed: PushFeed,
    private readonly clock: Clock,
  ) {
    feed.onPush(({ to, signal }) => signal.type === 'progress' && typeof to === 'number' && this.entries.delete(to));
    feed.onGap(() => this.entries.clear());
  }

  async get(
    { id, timeZone }: Pick<Actor, 'id' | 'timeZone'>,
    meter: MeterName,
    load: () => Promise<Own>,
  ): Promise<TaggedResponse> {
    const now = this.clock.now().getTime();
    this.forgetPast(now);
    const zone = this.zoneOf(timeZone ?? '');
    const entry = this.entryOf(id);
    const loadOnce = () => (entry.pending ??= this.load(id, zone, entry, load));
    if (entry.known?.zone !== zone || now >= entry.known.until)
      return { ...this.tagged(await loadOnce())[meter], isCached: false };
    if (now < zone.shares.until) return { ...this.tagged(entry.known)[meter], isCached: true };
    const isCached = zone.renewing !== null;
    await (zone.renewing ??= loadOnce().finally(() => (zone.renewing = null)));
    return { ...this.tagged(entry.known)[meter], isCached };
  }

  private zoneOf(name: string): Zone {
    const zone = this.zones.get(name) ?? {
      shares: { weekProgress: 0, monthProgress: 0, until: -Infinity },
      renewing: null,
    };
    this.zones.set(name, zone);
    return zone;
  }

  private entryOf(userId: number): Entry {
    const entry = this.entries.get(userId) ?? {};
    this.entries.set(userId, entry);
    return entry;
  }

  private async load(userId: number, zone: Zone, entry: Entry, load: () => Promise<Own>): Promise<Known> {
    try {
      const own = await load();
      const now = this.clock.now().getTime();
      const until = Math.min(Date.parse(own.changesAt), now + sureMs);
      const { weekProgress } = own.week;
      const { monthProgress } = own.month;
      // A response that another one overtook has old shares.
      if (until > zone.shares.until) zone.shares = { weekProgress, monthProgress, until };
      return (entry.known = { zone, own, until: Math.min(Date.parse(own.dayEndsAt), now + cacheMsFor(userId)) });
    } finally {
      entry.pending = undefined;
    }
  }

  private tagged(known: Known): Tagged {
    const { shares } = known.zone;
    if (known.tagged?.shares !== shares) {
      const { week, month } = known.own;
      const { weekProgress, monthProgress } = shares;
      known.tagged = {
        responses: { week: tagged({ ...week, weekProgress }), month: tagged({ ...month, monthProgress }) },
        shares,
      };
    }
    return known.tagged.responses;
  }

  private forgetPast(now: number): void {
    if (Math.abs(now - this.sweptAt) < sweepMs) return;
    this.sweptAt = now;
    for (const [userId, { known, pending }] of this.entries)
      if (!pending && (known?.until ?? 0) <= now) this.entries.delete(userId);
  }
}

/** Spreads the expiry, so that users whose entries were stored together are not renewed together. */
const cacheMsFor = (userId: number) => maxAgeMs * (1 + (userId % 64) / 64);

const tagged = (value: object) => ({
  value,
  etag: `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`,
});

/** True if `If-None-Match` names this response. A proxy that compresses makes a tag weak. */
export const isKnownTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
