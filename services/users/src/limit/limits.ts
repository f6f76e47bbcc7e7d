import { AppError, Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

export interface Limit {
  kind: string;
  max: number;
  /** The length of a window, from its first use. */
  seconds: number;
  message: string;
}

/** Counts uses per key and window, for all replicas and across restarts. */
@Injectable()
export class Limits {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts one use before the work begins. Rejects with 429 and the seconds to wait if `max` are used up. */
  async take({ kind, max, seconds, message }: Limit, key: string): Promise<void> {
    const now = this.clock.now();
    const windowStart = new Date(now.getTime() - seconds * 1_000);
    const [row] = await this.database.prepared<{ count: number; began_at: Date }>(
      `insert into limits as l (kind, key, began_at, count) values ($1, $2, $3, 1)
       on conflict (kind, key) do update set
         count = case when l.began_at > $4 then least(l.count, $5) + 1 else 1 end,
         began_at = case when l.began_at > $4 then l.began_at else $3 end
       returning count, began_at`,
      [kind, key, now, windowStart, max],
    );
    if (row!.count <= max) return;
    const retryAfter = Math.max(1, (row!.began_at.getTime() - windowStart.getTime()) / 1_000);
    throw new AppError('limited', 'rate_limited', message, { retryAfter });
  }

  /** Removes a counted use, for work that did not happen. */
  async giveBack({ kind }: Limit, key: string): Promise<void> {
    await this.database.query('update limits set count = count - 1 where kind = $1 and key = $2 and count > 0', [
      kind,
      key,
    ]);
  }
}
