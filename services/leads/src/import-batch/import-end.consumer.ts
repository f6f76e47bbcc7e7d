import { importFinished, type PayloadOf } from '@lead-finder/contracts';
import { Database, OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { Notifications } from '../notification/notifications.js';
import { isOfImport } from './import-batches.js';

/** Notifies the starter and each new owner once (docs/product/notifications.md#what-notifies-a-user). */
@Injectable()
export class ImportEndConsumer {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly signals: LeadSignals,
    private readonly feed: ChangeFeed,
  ) {}

  @OnEvent(importFinished)
  async ended(ended: PayloadOf<typeof importFinished>): Promise<void> {
    if (ended.dryRun) {
      for (const table of ['dry_run_leads', 'import_changes'])
        await this.database.query(`delete from ${table} where import_id = $1`, [ended.importId]);
      return;
    }
    await this.feed.importFinished(ended);
    await this.notifications.importEnded(ended);
    if (ended.status !== 'undone') await this.notifyOwners(ended);
  }

  /** Owners of leads that a plan gave know of it already. */
  private async notifyOwners({ importId, createdBy }: PayloadOf<typeof importFinished>): Promise<void> {
    const owners = await this.database.query<{ userId: number; leads: number }>(
      `select user_id as "userId", count(*)::int as leads from user_businesses
       where ${isOfImport} and user_id > 0 and plan_id is null group by user_id`,
      [importId],
    );
    await this.notifications.moved('assigned', owners, { id: createdBy });
    this.signals.leadsChanged(
      owners.map(({ userId }) => userId),
      [],
    );
  }
}
