import { isPool, type LeadStatus } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { DeletedLeads } from '../deleted/deleted-leads.js';
import { isFirstContact } from '../lead/first-contact.js';
import { isHeldByPool, may } from '../lead/lead.policy.js';
import { Pools } from '../pool/pools.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { bulkActions, nameOf, storedActor, type BulkOrder } from './bulk-actions.js';
import { BulkRecords, type ChangedLead } from './bulk-records.js';

interface LockedLead {
  id: number;
  userId: number;
  businessId: number;
  name: string;
  status: LeadStatus;
  tags: string[];
  firstContact: boolean;
}

interface Refused {
  id: number;
  why: 'gone' | 'foreign' | 'pooled' | 'duplicate' | 'full';
}

export interface Outcome {
  /** How many leads have the wanted state now. */
  done: number;
  changed: ChangedLead[];
  refused: Refused[];
  /** The job that can undo it. */
  jobId: number | null;
}

/** Adds an ended job that `GET /api/bulk-jobs` does not list, if a lead changes. `$3` is the order. */
const newJob = `
  insert into bulk_jobs (direct, status, action, actor, actor_id, to_status, new_user_id, reason, notes, removed_tags,
    added_tags, total, done, finished_at)
  select true, 'completed', action, actor, (actor->>'id')::bigint, "toStatus", "newUserId", reason, notes, "removedTags",
    "addedTags", leads, leads, now()
  from jsonb_to_record($3) as given (action text, actor jsonb, "toStatus" text, "newUserId" bigint, reason text, notes text,
      "removedTags" text[], "addedTags" text[]),
    (select count(*)::int as leads from changing) as counted
  where leads > 0 returning id`;
const givenJob = 'select $3::bigint as id where $3 is not null';

/** Applies an action to leads, for a request and for each chunk of a job. */
@Injectable()
export class BulkChange {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly records: BulkRecords,
    private readonly deleted: DeletedLeads,
    private readonly pools: Pools,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the leads in the caller's transaction and saves their previous state for the job, for a new job, or not at
   * all. Rejects with 404 if the new user is deleted or inactive.
   */
  async apply(order: BulkOrder, leadIds: readonly number[], job: number | 'new' | null): Promise<Outcome> {
    const { action, actor, toStatus, newUserId } = order;
    if (newUserId !== null) await this.userReplica.lockForShare(newUserId);
    const found = new Map((await this.lock(leadIds)).map((lead) => [lead.id, lead]));
    const allowed = [...found.values()].filter((lead) => may(actor, bulkActions[action].policy, lead));
    const allowedIds = new Set(allowed.map(({ id }) => id));
    const pools = action === 'return-to-pool' ? await this.poolsOf(allowed) : null;
    const rows = await this.write(order, [...allowedIds], job, pools);
    const written = new Map(rows.map((row) => [row.id, row]));
    const jobId = rows[0]?.jobId ?? null;
    const changed = allowed
      .filter(({ id }) => written.has(id))
      .map(({ userId, status, tags, ...lead }) => ({
        ...lead,
        previousTags: tags,
        tags: written.get(lead.id)!.tags,
        previousUserId: userId,
        userId: written.get(lead.id)!.userId ?? userId,
        from: status,
        to: toStatus ?? status,
      }));
    await this.records.write(action, changed, actor, order);
    if (action === 'update-status')
      await this.records.publishStatus(changed, actor, { job: jobId === null ? null : nameOf(jobId) });
    const others = [...new Set(leadIds)].filter((id) => !allowedIds.has(id));
    const whyNot = (lead?: LockedLead): Refused['why'] =>
      !lead ? 'gone' : isHeldByPool(actor, lead) ? 'pooled' : 'foreign';
    const unchanged = allowed.flatMap((lead) => {
      const why = written.has(lead.id) ? undefined : bulkActions[action].refused?.(lead, order);
      return why ? [{ id: lead.id, why }] : [];
    });
    return {
      done: allowed.length - unchanged.length,
      changed,
      refused: [...others.map((id) => ({ id, why: whyNot(found.get(id)) })), ...unchanged],
      jobId,
    };
  }

  /** Locks in the order of the ids, so that two bulk actions cannot deadlock. */
  private lock(leadIds: readonly number[]): Promise<LockedLead[]> {
    return this.database.query<LockedLead>(
      `select id, user_id as "userId", business_id as "businessId", name, status, tags,
         ${isFirstContact} as "firstContact"
       from user_businesses where id = any ($1) order by id for update`,
      [leadIds],
    );
  }

  /** Returns the pool of each owner as JSON, and keeps the pools open until the transaction ends. */
  private async poolsOf(leads: readonly LockedLead[]): Promise<string> {
    const pools = await this.pools.ofUsers([...new Set(leads.map(({ userId }) => userId))].filter((id) => !isPool(id)));
    await this.pools.lock([...pools.values()]);
    return JSON.stringify(Object.fromEntries([...pools].map(([owner, { id }]) => [owner, id])));
  }

  private write(
    order: BulkOrder,
    leadIds: number[],
    job: number | 'new' | null,
    pools: string | null,
  ): Promise<{ id: number; tags: string[]; userId?: number; jobId?: number | null }[]> {
    const { update } = bulkActions[order.action];
    if (!update) return this.deleted.remove(leadIds, order.actor);
    const target = order.toStatus ?? order.newUserId ?? pools;
    const targets = order.action.endsWith('-tags')
      ? [order.removedTags, order.addedTags]
      : target === null
        ? []
        : [target];
    return this.database.query(
      `with changing as materialized (
         select id, revision + 1 as revision, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at, tags
         from user_businesses u where id = any ($1) and ${update.where}
       ), job as (${job === 'new' ? newJob : givenJob}), image as (
         insert into bulk_job_images
           (job_id, lead_id, revision, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at, tags)
         select job.*, changing.* from job, changing
       )
       update user_businesses set ${update.set}, revision = revision + 1, updated_at = $2
       where id in (select id from changing) returning id, tags, user_id as "userId", (select id from job) as "jobId"`,
      [
        leadIds,
        this.clock.now(),
        job === 'new' ? JSON.stringify({ ...order, actor: storedActor(order.actor) }) : job,
        ...targets,
      ],
    );
  }
}
