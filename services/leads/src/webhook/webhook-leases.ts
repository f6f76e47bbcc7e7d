import { randomUUID } from 'node:crypto';
import type { ChangeType } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Notifications } from '../notification/notifications.js';
import type { Progress } from './delivery-window.rules.js';
import { WebhookDeliveries, type LoggedAttempt } from './webhook-deliveries.js';
import type { Receiver } from './webhook-sender.js';

const leaseMs = 20_000;

/** What a worker needs of the webhook, as it is at the moment. */
export interface Wanted extends Receiver {
  active: boolean;
  types: ChangeType[];
}

/** A webhook that this process alone delivers. */
export interface LeasedWebhook extends Wanted, Progress {
  id: number;
  generation: number;
  lease: string;
  failures: number;
  failingSince: Date | null;
}

export interface Outcome extends Progress {
  seenTo: number;
  deliveredAt: Date | null;
  failures: number;
  failingSince: Date | null;
  pausedUntil: Date | null;
  retryAt: Date | null;
  off: 'failures' | 'gone' | null;
}

const offText = (url: string, why: 'failures' | 'gone') => ({
  title: 'Webhook switched off',
  message: `${new URL(url).host} ${why === 'gone' ? 'answered 410: it wants nothing more.' : 'took nothing for three days. Nothing is lost: switch the webhook on again to go on from there.'}`,
});

const wanted = `w.url, w.types, w.active, array_remove(array[w.secret, case when w.old_secret_until > $1 then w.old_secret end], null) as secrets`;
/** Its owner may see all leads, which a webhook sends. */
const ownerIsAdmin = `exists (select from assignees a where a.id = w.owner_id and a.role = 'admin' and a.active and a.deleted_at is null)`;

/** Which process delivers a webhook, and how far it is. */
@Injectable()
export class WebhookLeases {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deliveries: WebhookDeliveries,
    private readonly notifications: Notifications,
  ) {}

  async anyActive(): Promise<boolean> {
    const rows = await this.database.query('select 1 from webhooks where active limit 1');
    return rows.length > 0;
  }

  /** Takes the webhooks that have something to send, and switches those off whose owner is no administrator any more. */
  async take({ last, expiredTo }: { last: number; expiredTo: number }): Promise<LeasedWebhook[]> {
    const now = this.clock.now();
    await this.switchOrphansOff();
    return this.database.query<LeasedWebhook>(
      `update webhooks w set leased_by = $2, leased_until = $3, delivered_to = greatest(w.delivered_to, $5::bigint),
         seen_to = greatest(w.seen_to, $5::bigint)
       where id = any (array(
         select id from webhooks where active and coalesce(leased_until < $1, true) and coalesce(paused_until <= $1, true)
           and (retry_at <= $1 or seen_to < $4) for update skip locked))
       returning id, generation, ${wanted}, delivered_to as "deliveredTo",
ahead, retries, leased_by as lease, failures, failing_since as "failingSince"`,
      [now, randomUUID(), this.leaseEnd(now), last, expiredTo],
    );
  }

  /**
   * Stores what was sent and how far the webhook is, and returns what it wants now; null if another process or a replay
   * has taken it over. `release` lets others take it.
   */
  async store(
    { id, lease, generation }: LeasedWebhook,
    outcome: Outcome,
    made: readonly LoggedAttempt[],
    release: boolean,
  ) {
    const now = this.clock.now();
    return this.database.transaction(async () => {
      const [row] = await this.database.query<Wanted & { ownerId: number }>(
        `update webhooks w set delivered_to = $5, ahead = $6, retries = $7, seen_to = $8,
           delivered_at = coalesce($9, delivered_at), failures = $10, failing_since = $11, paused_until = $12, retry_at = $13,
           active = active and $14::text is null, off_reason = case when active then $14 else off_reason end,
           leased_by = case when not $15 then leased_by end, leased_until = case when not $15 then $16::timestamptz end
         where id = $2 and leased_by = $3 and generation = $4 returning ${wanted}, w.owner_id as "ownerId"`,
        [
          now,
          id,
          lease,
          generation,
          outcome.deliveredTo,
          outcome.ahead,
          JSON.stringify(outcome.retries),
          outcome.seenTo,
          outcome.deliveredAt,
          outcome.failures,
          outcome.failingSince,
          outcome.pausedUntil,
          outcome.retryAt,
          outcome.off,
          release,
          this.leaseEnd(now),
        ],
      );
      if (made.length > 0) await this.deliveries.add(id, made);
      if (row && outcome.off)
        await this.notifications.warn([row.ownerId], { ...offText(row.url, outcome.off), kind: 'webhook' });
      return row ?? null;
    });
  }

  /** Holds the webhook, and returns what it wants now; null if another process, a replay or its removal took it over. */
  async renew({ id, lease, generation }: LeasedWebhook): Promise<Wanted | null> {
    const now = this.clock.now();
    const [row] = await this.database.query<Wanted>(
      `update webhooks w set leased_until = $5 where id = $2 and leased_by = $3 and generation = $4 returning ${wanted}`,
      [now, id, lease, generation, this.leaseEnd(now)],
    );
    return row ?? null;
  }

  /** Lets another process take it. */
  async release({ id, lease }: LeasedWebhook): Promise<void> {
    await this.database.query(
      'update webhooks set leased_by = null, leased_until = null where id = $1 and leased_by = $2',
      [id, lease],
    );
  }

  private async switchOrphansOff(): Promise<void> {
    await this.database.query(
      `update webhooks w set active = false, off_reason = 'owner' where active and not ${ownerIsAdmin}`,
    );
  }

  private leaseEnd(now: Date): Date {
    return new Date(now.getTime() + leaseMs);
  }
}
