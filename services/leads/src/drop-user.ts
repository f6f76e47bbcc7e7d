import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from './user-replica/user-replica.js';

/** Deletes a user's leads and everything that belongs to them. The name stays in the history of other leads. */
@Injectable()
export class DropUser {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
  ) {}

  async run(user: { id: number; username: string; version: number }): Promise<number> {
    return this.database.transaction(async () => {
      await this.userReplica.markDeleted(user);
      for (const table of [
        'notifications',
        'notification_settings',
        'calendar_feeds',
        'push_devices',
        'default_views',
        'overdue_reports',
        'deleted_leads',
        'export_requests',
        'exported_leads',
        'territory_people',
        'distribution_accounts',
        'pool_claims',
        'recycling_leads',
        'recycling_days',
      ])
        await this.database.query(`delete from ${table} where user_id = $1`, [user.id]);
      await this.database.query('delete from saved_views where owner_id = $1', [user.id]);
      const removed = await this.database.query<{ count: number }>(
        `with gone as (delete from user_businesses where user_id = $1 returning id)
         select count(*)::int as count from gone`,
        [user.id],
      );
      return removed[0]!.count;
    });
  }
}
