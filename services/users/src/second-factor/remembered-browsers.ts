import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../session/session.repository.js';

export const rememberedDays = 30;
const maxRemembered = 20;

/** Known browsers whose sign-ins need no second step. Their cookie ends with the password, and their row after 30 days. */
@Injectable()
export class RememberedBrowsers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Remembers the newest 20 of a user, whom the caller must lock. */
  async remember(userId: number, deviceId: string, userAgent: string): Promise<void> {
    await this.database.query(
      `insert into remembered_browsers (user_id, device_hash, user_agent, remembered_at) values ($1, $2, $3, $4)
       on conflict (user_id, device_hash) do update set user_agent = $3, remembered_at = $4`,
      [userId, hashToken(deviceId), userAgent, this.clock.now()],
    );
    await this.database.query(
      `delete from remembered_browsers where (user_id, device_hash) in (
         select user_id, device_hash from remembered_browsers where user_id = $1 order by remembered_at desc offset $2)`,
      [userId, maxRemembered],
    );
  }

  async has(userId: number, deviceId: string | null): Promise<boolean> {
    if (deviceId === null) return false;
    const [row] = await this.database.query(
      'select 1 from remembered_browsers where user_id = $1 and device_hash = $2 and remembered_at > $3',
      [userId, hashToken(deviceId), this.since()],
    );
    return row !== undefined;
  }

  async list(userId: number): Promise<{ userAgent: string; at: string }[]> {
    const rows = await this.database.query<{ user_agent: string; remembered_at: Date }>(
      `select user_agent, remembered_at from remembered_browsers where user_id = $1 and remembered_at > $2
       order by remembered_at desc limit $3`,
      [userId, this.since(), maxRemembered],
    );
    return rows.map(({ user_agent, remembered_at }) => ({ userAgent: user_agent, at: remembered_at.toISOString() }));
  }

  async forgetAllOf(userId: number): Promise<void> {
    await this.database.query('delete from remembered_browsers where user_id = $1', [userId]);
  }

  private since(): Date {
    return new Date(this.clock.now().getTime() - rememberedDays * 86_400_000);
  }
}
