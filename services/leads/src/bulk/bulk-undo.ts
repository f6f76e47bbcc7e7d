import type { Actor, LeadStatus } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { PlanAccounts } from '../distribution/plan-accounts.js';
import { ownersFor } from '../lead/lead.policy.js';
import { rejectDuplicate } from '../lead/lead.repository.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { bulkActions, nameOf, type Job } from './bulk-actions.js';
import { BulkJobRepository, chunkSize } from './bulk-job.repository.js';
import { BulkRecords } from './bulk-records.js';

interface RestoredLead {
  id: number;
  businessId: number;
  name: string;
  previousUserId: number;
  userId: number;
  status: LeadStatus;
  previousTags: string[];
  tags: string[];
  wasCounted: boolean;
  account: number | null;
}

/**
 * Restores leads to their state before a job (docs/product/lead-list.md#undo-of-a-bulk-action). Skips a lead that
 * changed after the job, whose previous owner is deleted or got the business as another lead, or whose previous or
 * present owner is outside the branch of the manager.
 */
@Injectable()
export class BulkUndo {
  constructor(
    private readonly database: Database,
    private readonly jobs: BulkJobRepository,
    private readonly userReplica: UserReplica,
    private readonly planAccounts: PlanAccounts,
    private readonly records: BulkRecords,
  ) {}

  /** Restores the next chunk inside the caller's transaction. Returns false if none is left. */
  async runChunk(job: Job, actor: Actor): Promise<boolean> {
    const images = await this.database.query<{ id: number; userId: number }>(
      `select lead_id as id, user_id as "userId" from bulk_job_images
       where job_id = $1 and lead_id > $2 order by lead_id limit ${chunkSize}`,
      [job.id, job.undoneTo],
    );
    if (images.length === 0) return false;
    if (job.planId !== null) await this.planAccounts.lock();
    const present = await this.userReplica.lockAllForShare([...new Set(images.map(({ userId }) => userId))]);
    const restored = await this.restore(job, images, present, actor);
    const leads = restored.map(({ status, ...lead }) => ({
      ...lead,
      from: job.toStatus ?? status,
      to: status,
      firstContact: false,
    }));
    const action = bulkActions[job.action].reverse ?? job.action;
    const moved = job.planId === null ? leads : leads.filter((lead) => lead.previousUserId !== lead.userId);
    await this.records.write(action, moved, job.undoneBy!, {
      notes: job.action === 'return-to-pool' ? 'Return undone' : 'Reassignment undone',
    });
    // Only leads that the job counted: progress waits for the event of the job of each lead in an undo.
    if (action === 'update-status')
      await this.records.publishStatus(
        leads.filter(({ wasCounted }) => wasCounted),
        job.undoneBy!,
        { job: `${nameOf(job.id)}-undo`, undoes: nameOf(job.id) },
      );
    if (job.planId !== null) {
      const given = restored.map(({ account, previousUserId }) => ({ account, userId: previousUserId }));
      await this.planAccounts.subtract(job.planId, given);
    }
    await this.jobs.countUndone(job.id, images.at(-1)!.id, restored.length, images.length - restored.length);
    return true;
  }

  /**
   * PostgreSQL estimates one row for the images of a new job, because it has no statistics of them yet. Joined
   * otherwise, it reads all images of the job for each lead of the chunk. So one statement looks up the images by lead
   * and another marks them.
   */
  private async restore(
    job: Job,
    images: { id: number }[],
    present: Set<number>,
    actor: Actor,
  ): Promise<RestoredLead[]> {
    const owners = bulkActions[job.action].moves ? ownersFor(actor, 'reassign') : 'all';
    const restored = await this.database
      .query<RestoredLead>(
        `with image as materialized (
         select * from bulk_job_images where job_id = $1 and lead_id = any ($2)
       ),
       untouched as (
         select i.*, u.user_id as present, u.tags as present_tags, u.first_contact_at as contacted_at
         from image i join user_businesses u on u.id = i.lead_id
         where u.revision = i.revision and ($4::bigint[] is null or ((u.user_id = any ($4) or u.user_id < 0) and i.user_id = any ($4)))
           and (u.user_id = i.user_id or (i.user_id = any ($3) and not exists (
           select 1 from user_businesses duplicate where duplicate.user_id = i.user_id and duplicate.business_id = u.business_id)))
         order by u.id for update of u
       ),
       given as (
         update user_businesses u set user_id = i.user_id, status = i.status, archived = i.archived,
           archived_at = i.archived_at, assigned_at = i.assigned_at, viewed = i.viewed,
           first_contact_at = i.first_contact_at, tags = coalesce(i.tags, u.tags), revision = u.revision + 1, updated_at = now(),
           plan_id = case when $5 then i.plan_id else u.plan_id end,
           plan_revision = case when not $5 then u.plan_revision
             when i.plan_revision = i.revision - 1 then u.revision + 1 else i.plan_revision end
         from untouched i where u.id = i.lead_id and u.revision = i.revision
         returning u.id, u.business_id, u.name, i.present, u.user_id, u.status,
           i.present_tags, u.tags,
           i.contacted_at is not null and u.first_contact_at is null as counted, i.account
       )
       select id, business_id as "businessId", name, present as "previousUserId", user_id as "userId", status,
         present_tags as "previousTags", tags, counted as "wasCounted", account
       from given order by id`,
        [job.id, images.map(({ id }) => id), [...present], owners === 'all' ? null : owners, job.planId !== null],
      )
      .catch((error: unknown) => rejectDuplicate(error, 'its former user'));
    await this.database.query('update bulk_job_images set undone = true where job_id = $1 and lead_id = any ($2)', [
      job.id,
      restored.map(({ id }) => id),
    ]);
    return restored;
  }
}
