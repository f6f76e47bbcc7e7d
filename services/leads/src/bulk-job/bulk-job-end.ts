import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { wants } from '../notification/notification-settings.js';
import type { Job } from './bulk-job.js';
import { BulkJobRepository } from './bulk-job.repository.js';

/** Ends a job or an undo in one transaction: sends each owner one notification and writes the audit trail. */
@Injectable()
export class BulkJobEnd {
  constructor(
    private readonly database: Database,
    private readonly jobs: BulkJobRepository,
    private readonly audit: LeadAudit,
    private readonly signals: LeadSignals,
  ) {}

  async done(job: Job, status: 'completed' | 'cancelled' | 'failed'): Promise<void> {
    await this.jobs.end(job.id, status);
    if (job.done === 0) return;
    const details = { job: job.id, to: job.newUserId };
    if (job.action === 'delete') await this.audit.record('leads_deleted', job.actor, `${job.done} leads`, details);
    if (job.action !== 'reassign') return;
    await this.audit.record('leads_reassigned', job.actor, `${job.done} leads`, details);
    await this.notifyOwners(`select ${job.newUserId!}::int as user_id, ${job.done} as leads`, job.actor.id);
  }

  /** Ends a job or an undo that cannot continue. Finished changes stay, and an administrator can undo them. */
  async stopped(job: Job): Promise<void> {
    if (job.status === 'undoing') await this.jobs.end(job.id, 'failed');
    else await this.done(job, 'failed');
  }

  async undone(job: Job): Promise<void> {
    await this.jobs.end(job.id, 'undone');
    if (job.action !== 'reassign') return;
    const actor = job.undoneBy!;
    await this.audit.record('leads_reassigned', actor, `Job ${job.id} undone`, { job: job.id });
    const owners = `select user_id, count(*)::int as leads from bulk_job_images where job_id = ${job.id} and undone group by user_id`;
    await this.notifyOwners(owners, actor.id);
  }

  /** Sends one notification per owner, none for the owner's own actions (docs/product/notifications.md#own-actions). */
  private async notifyOwners(owners: string, actorId: number): Promise<void> {
    const notified = await this.database.query<{ userId: number }>(
      `insert into notifications (user_id, title, message, type, source_user_id, leads)
       select o.user_id, case when leads = 1 then 'Business reassigned to you' else 'Businesses reassigned to you' end,
         case when leads = 1 then '1 business was' else leads || ' businesses were' end || ' reassigned to you by '
           || coalesce(a.full_name, 'User ' || $1) || '.', 'reassigned', $1, leads
       from (${owners}) as o left join assignees a on a.id = $1
       where o.user_id <> $1 and ${wants('o.user_id', 'reassigned')} returning user_id as "userId"`,
      [actorId],
    );
    for (const { userId } of notified) this.signals.notified(userId);
  }
}
