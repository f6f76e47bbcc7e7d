import { leadStatusChanged, type LeadStatus } from '@lead-finder/contracts';
import { Clock, Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { inChunks } from '../bulk/chunks.rules.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { mayAny } from '../lead/lead.policy.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import type { LoggedChange } from '../timeline/logged-changes.rules.js';
import { nameOf, policyOf, type Job } from './bulk-job.js';

interface Image {
  id: number;
  userId: number;
  name: string;
  status: LeadStatus;
  isFirst: boolean;
}

/** The leads that an action changes. The others already have the wanted state. */
const changes = {
  archive: 'not archived',
  restore: 'archived',
  'update-status': 'status <> $3',
  reassign: `user_id <> $3::int and not exists (
    select 1 from user_businesses duplicate where duplicate.user_id = $3::int and duplicate.business_id = u.business_id)`,
};
const sets = {
  archive: 'archived = true, archived_at = $2, revision = revision + 1, updated_at = $2',
  restore: 'archived = false, archived_at = null, revision = revision + 1, updated_at = $2',
  'update-status': `status = $3, revision = revision + 1, updated_at = $2, first_contact_at =
    case when status = 'new' then coalesce(first_contact_at, $2) else first_contact_at end`,
  reassign: 'user_id = $3, assigned_at = $2, viewed = false, revision = revision + 1, updated_at = $2',
};

/** Applies one chunk of a job in the caller's transaction and saves the previous state of its leads. */
@Injectable()
export class BulkJobChunk {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly outbox: Outbox,
    private readonly changeLog: LeadChangeLog,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns how many leads now have the wanted state. The others are deleted, belong to another user, or their business
   * is already a lead of the new user. Rejects with 404 if the new user is deleted.
   */
  async run(job: Job, leadIds: number[]): Promise<number> {
    if (job.newUserId !== null) await this.userReplica.lockForShare(job.newUserId);
    // Locks in the order of the ids, so that two jobs cannot deadlock.
    const allowed = await this.database.query<{ id: number; userId: number }>(
      `select id, user_id as "userId" from user_businesses where id = any ($1) and ($2 or user_id = $3) order by id for update`,
      [leadIds, mayAny(job.actor, policyOf(job.action)), job.actor.id],
    );
    const ids = allowed.map(({ id }) => id);
    if (job.action === 'delete') {
      await this.database.query('delete from user_businesses where id = any ($1)', [ids]);
      this.signalPages(allowed);
      return ids.length;
    }
    const images = await this.saveImages(job, job.action, ids);
    await this.change(job, job.action, images);
    await this.log(job, job.action, images);
    this.signalPages(images);
    return job.action === 'reassign' ? images.length : ids.length;
  }

  private saveImages(
    { id, toStatus, newUserId }: Job,
    action: keyof typeof changes,
    leadIds: number[],
  ): Promise<Image[]> {
    const target = toStatus ?? newUserId;
    // If two leads have the same business, only the first one moves to the new user.
    const once = action === 'reassign' ? 'distinct on (business_id)' : '';
    return this.database.query<Image>(
      `with image as (
         insert into bulk_job_images
           (job_id, lead_id, revision, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at)
         select ${once} $1::int, id, revision + 1, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at
         from user_businesses u where id = any ($2) and ${changes[action]}
         ${once && 'order by business_id, id'}
         returning lead_id, user_id, status, first_contact_at
       )
       select lead_id as id, image.user_id as "userId", u.name, image.status,
         image.status = 'new' and image.first_contact_at is null as "isFirst"
       from image join user_businesses u on u.id = lead_id order by lead_id`,
      [id, leadIds, ...(target === null ? [] : [target])],
    );
  }

  private async change(job: Job, action: keyof typeof sets, images: Image[]): Promise<void> {
    const ids = images.map(({ id }) => id);
    const now = this.clock.now();
    const target = job.toStatus ?? job.newUserId;
    await this.database.query(`update user_businesses set ${sets[action]} where id = any ($1)`, [
      ids,
      now,
      ...(target === null ? [] : [target]),
    ]);
    if (action === 'update-status') await this.publishStatus(job, images, now);
  }

  private async log(job: Job, action: keyof typeof sets, images: Image[]): Promise<void> {
    const ids = images.map(({ id }) => id);
    if (action !== 'reassign') {
      const changes = images.map((lead) => ({
        ...loggedChangeOf(action, lead.status, job.toStatus!),
        leadId: lead.id,
      }));
      return this.changeLog.write(changes, job.actor);
    }
    await this.userReplica.addActor(job.actor);
    await this.database.query(
      `insert into assignment_history (user_business_id, previous_user_id, new_user_id, changed_by, notes)
       select lead_id, previous, $3, $4, $5 from unnest($1::int[], $2::int[]) as moved (lead_id, previous)`,
      [ids, images.map(({ userId }) => userId), job.newUserId, job.actor.id, job.notes],
    );
  }

  private async publishStatus({ id, actor, toStatus }: Job, images: Image[], now: Date): Promise<void> {
    const leads = images.map((lead) => ({
      leadId: lead.id,
      userId: lead.userId,
      businessName: lead.name,
      from: lead.status,
      to: toStatus!,
      firstContact: lead.isFirst,
    }));
    for (const chunk of inChunks(leads)) {
      const moved = { changedBy: actor.id, at: now.toISOString(), job: nameOf(id), leads: chunk };
      await this.outbox.append(leadStatusChanged, moved);
    }
  }

  private signalPages(leads: { id: number; userId: number }[]): void {
    const owners = new Set(leads.map(({ userId }) => userId));
    this.signals.leadsChanged(
      owners,
      leads.map(({ id }) => id),
    );
  }
}

export function loggedChangeOf(
  action: 'archive' | 'restore' | 'update-status',
  from: LeadStatus,
  to: LeadStatus,
): LoggedChange {
  if (action === 'update-status') return { kind: 'status', what: { from, to } };
  return { kind: 'edit', what: { what: action === 'archive' ? 'archived' : 'restored' } };
}
