import type { RecyclingRule } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Notifications } from '../notification/notifications.js';
import { movedText, remindedText, tonightText } from './recycling-texts.rules.js';

/** Reports what happens to untouched leads, in the transaction that takes the number from its row. */
@Injectable()
export class RecyclingNotices {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  /** Belongs to the transaction that ends the morning. */
  async reminded(userId: number, day: string, rule: RecyclingRule): Promise<void> {
    const [row] = await this.database.query<{ leads: number }>(
      'select count(*)::int as leads from recycling_leads where user_id = $1 and reminded_on = $2',
      [userId, day],
    );
    if (row!.leads > 0)
      await this.notifications.insert('recycling', [{ userId, leads: row!.leads, ...remindedText(row!.leads, rule) }]);
  }

  /** Each manager gets one notification for all these owners. */
  async tonight(userIds: readonly number[], managers: ReadonlyMap<number, readonly number[]>): Promise<void> {
    await this.database.transaction(async () => {
      const rows = await this.database.query<{ id: number; leads: number }>(
        `with waiting as (
           select user_id, tonight from recycling_days where user_id = any ($1) and tonight > 0 order by user_id for update
         )
         update recycling_days set tonight = 0 from waiting where recycling_days.user_id = waiting.user_id
         returning waiting.user_id as id, waiting.tonight as leads`,
        [userIds],
      );
      const counts = new Map<number, number>();
      for (const { id, leads } of rows)
        for (const manager of managers.get(id) ?? []) counts.set(manager, (counts.get(manager) ?? 0) + leads);
      const notices = [...counts].map(([userId, leads]) => ({ userId, leads, ...tonightText(leads) }));
      await this.notifications.insert('recycling', notices);
    });
  }

  async moved(userId: number): Promise<void> {
    await this.database.transaction(async () => {
      const [row] = await this.database.query<{ leads: number }>(
        `with waiting as (select user_id, moved from recycling_days where user_id = $1 and moved > 0 for update)
         update recycling_days set moved = 0 from waiting where recycling_days.user_id = waiting.user_id
         returning waiting.moved as leads`,
        [userId],
      );
      if (row) await this.notifications.insert('recycling', [{ userId, leads: row.leads, ...movedText(row.leads) }]);
    });
  }
}
