import { importFinished, type PayloadOf } from '@lead-finder/contracts';
import { Database, OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { Notifications } from '../notification/notifications.js';

/** Notifies the starter and each new owner once (docs/product/notifications.md#what-notifies-a-user). */
@Injectable()
export class ImportEndConsumer {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly signals: LeadSignals,
  ) {}

  @OnEvent(importFinished)
  async ended(ended: PayloadOf<typeof importFinished>): Promise<void> {
    if (ended.dryRun) {
      await this.database.query('delete from dry_run_leads where import_id = $1', [ended.importId]);
      return;
    }
    await this.notifications.importEnded(ended);
    if (ended.status !== 'undone') await this.notifyOwners(ended);
  }

  private async notifyOwners({ importId, createdBy }: PayloadOf<typeof importFinished>): Promise<void> {
    const notified = await this.database.query<{ user_id: number }>(
      `with owners as (
         select user_id, count(*)::int as leads from user_businesses where import_id = $1 group by user_id
       ), notified as (
         insert into notifications (user_id, title, message, type, source_user_id, leads)
         select o.user_id, case when leads = 1 then 'New business assigned' else 'New businesses assigned' end,
           case when leads = 1 then '1 business was' else leads || ' businesses were' end || ' assigned to you by '
             || coalesce(a.full_name, 'an import') || '.', 'assigned', $2, leads
         from owners o left join assignees a on a.id = $2 where o.user_id <> $2
       )
       select user_id from owners`,
      [importId, createdBy],
    );
    this.signals.leadsChanged(
      notified.map((row) => row.user_id),
      [],
    );
    for (const { user_id } of notified) this.signals.notified(user_id);
  }
}
