import { leadStatusLabels } from '@lead-finder/contracts';
import { counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { PlanAccounts } from '../distribution/plan-accounts.js';
import { nameOfPlan } from '../distribution/why.rules.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { Notifications, type NewOwner } from '../notification/notifications.js';
import { bulkActions, type Job } from './bulk-actions.js';
import { BulkJobRepository } from './bulk-job.repository.js';

const nameOf = ({ action, toStatus, removedTags, addedTags, planName, planVersion }: Job) =>
  planName
    ? `Plan ${nameOfPlan(planName, planVersion!)}`
    : {
        delete: 'Delete',
        archive: 'Archive',
        restore: 'Restore',
        'update-status': `Set to ${toStatus && leadStatusLabels[toStatus]}`,
        reassign: 'Reassign',
        'return-to-pool': 'Return to the pool',
        'add-tags': `Add ${addedTags.join(', ')}`,
        'remove-tags': `Remove ${removedTags.join(', ')}`,
        'replace-tags': `Replace ${removedTags.join(', ')} with ${addedTags.join(', ')}`,
      }[action];

/** A plan gives some leads to the users who have them. */
const hadLeft = `exists (select from assignment_history h where h.user_business_id = i.lead_id
  and h.previous_user_id = i.user_id and h.changed_at >= (select created_at from bulk_jobs where id = $1))`;

/**
 * Ends a job or an undo in one transaction: notifies the user who started it, and each owner once, and writes the audit
 * trail.
 */
@Injectable()
export class BulkJobEnd {
  constructor(
    private readonly database: Database,
    private readonly jobs: BulkJobRepository,
    private readonly planAccounts: PlanAccounts,
    private readonly audit: LeadAudit,
    private readonly notifications: Notifications,
  ) {}

  async done(job: Job, status: 'completed' | 'cancelled' | 'failed'): Promise<void> {
    if (job.planId !== null) await this.planAccounts.subtractRest(job.planId, job.id);
    await this.jobs.end(job.id, status);
    const end = status === 'completed' ? 'finished' : status;
    await this.notifications.jobEnded(
      job.actor.id,
      end,
      `${nameOf(job)}: ${job.done.toLocaleString('en-US')} of ${counted(job.total, 'lead')}.`,
    );
    if (job.done === 0) return;
    const plan = job.planId === null ? {} : { plan: job.planId, version: job.planVersion };
    const details = { job: job.id, to: job.newUserId ?? job.newUserIds, ...plan };
    if (job.action === 'delete')
      await this.audit.record('leads_deleted', job.actor, counted(job.done, 'lead'), details);
    if (job.action === 'return-to-pool') {
      await this.audit.record('leads_returned', job.actor, counted(job.done, 'lead'), { job: job.id });
      await this.notifications.returned(await this.owners(job.id, 'i.user_id', 'true'), job.actor);
    }
    if (job.action !== 'reassign') return;
    await this.audit.record('leads_reassigned', job.actor, counted(job.done, 'lead'), details);
    if (job.planId !== null)
      await this.notifications.returned(
        await this.owners(job.id, 'i.user_id', 'i.user_id > 0 and u.user_id < 0'),
        job.actor,
      );
    const moved = job.newUserId === null ? await this.owners(job.id, 'u.user_id', 'i.user_id <> u.user_id') : null;
    await this.notifications.moved('reassigned', moved ?? [{ userId: job.newUserId!, leads: job.done }], job.actor);
  }

  /** Ends a job or an undo that cannot continue. Finished changes stay, and an administrator can undo them. */
  async stopped(job: Job): Promise<void> {
    if (job.status === 'undoing') await this.jobs.end(job.id, 'failed');
    else await this.done(job, 'failed');
  }

  async undone(job: Job): Promise<void> {
    await this.jobs.end(job.id, 'undone');
    const actor = job.undoneBy!;
    if (!job.direct) {
      const what = `${nameOf(job)}: ${job.undone.toLocaleString('en-US')} of ${counted(job.done, 'lead')} as before.`;
      await this.notifications.jobEnded(actor.id, 'undone', what);
    }
    if (!bulkActions[job.action].moves) return;
    await this.audit.record('leads_reassigned', actor, `Job ${job.id} undone`, { job: job.id });
    const owners = await this.owners(job.id, 'i.user_id', job.planId === null ? 'undone' : `undone and ${hadLeft}`);
    await this.notifications.moved('reassigned', owners, actor);
  }

  /** Counts the leads of a job by owner. `owner` and the condition name the lead `u` and its image `i`. */
  private owners(jobId: number, owner: string, condition: string): Promise<NewOwner[]> {
    return this.database.query<NewOwner>(
      `select ${owner} as "userId", count(*)::int as leads, case when count(*) = 1 then (
         select json_build_object('id', id, 'businessId', business_id, 'name', name) from user_businesses
         where id = min(i.lead_id)) end as lead
       from bulk_job_images i join user_businesses u on u.id = i.lead_id
       where job_id = $1 and ${condition} group by 1`,
      [jobId],
    );
  }
}
