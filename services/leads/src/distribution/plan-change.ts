import type { Actor } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AssignmentHistory } from '../history/assignment-history.js';
import { may, mayGiveTo } from '../lead/lead.policy.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { TeamWorkViews } from '../team-work/team-work.views.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { PlanAccounts } from './plan-accounts.js';
import type { PlannedMove } from './planned-move.js';

interface LockedLead {
  id: number;
  userId: number;
  businessId: number;
  revision: number;
  /** Who had it before it went to the pool, and may not have it yet. */
  coolsDownFor: number | null;
}

interface Run {
  planId: number;
  /** The job that can undo it. */
  jobId: number;
}

/** Moves the leads of a chunk of a plan's job, or leads that came in. */
@Injectable()
export class PlanChange {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly accounts: PlanAccounts,
    private readonly work: TeamWorkViews,
    private readonly history: AssignmentHistory,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the leads that have their user. Others stay: a user changed them after the commit, their user is gone, full or
   * inactive, or got the business otherwise. They no longer count in the accounts.
   */
  async apply(run: Run, moves: readonly PlannedMove[], actor: Actor): Promise<Set<number>> {
    if (moves.length === 0) return new Set();
    await this.accounts.lock();
    const present = await this.userReplica.lockActiveForShare([...new Set(moves.map(({ userId }) => userId))]);
    const found = new Map((await this.lockLeads(moves.map(({ leadId }) => leadId))).map((lead) => [lead.id, lead]));
    const loads = new Map((await this.work.open([...present])).map(({ userId, leads }) => [userId, leads]));
    const businesses = new Set<string>();
    const possible = moves.filter(({ leadId, userId, revision, capacity }) => {
      const lead = found.get(leadId);
      if (!lead || lead.revision !== revision || !present.has(userId)) return false;
      if (!may(actor, 'reassign', lead) || !mayGiveTo(actor, userId)) return false;
      if (lead.userId === userId) return true;
      if (lead.coolsDownFor === userId) return false;
      const load = loads.get(userId) ?? 0;
      const pair = `${lead.businessId} ${userId}`;
      if ((capacity !== null && load >= capacity) || businesses.has(pair)) return false;
      businesses.add(pair);
      loads.set(userId, load + 1);
      loads.set(lead.userId, (loads.get(lead.userId) ?? 0) - 1);
      return true;
    });
    const done = new Set(await this.write(run, possible));
    const moved = possible.filter(({ leadId, userId }) => done.has(leadId) && found.get(leadId)!.userId !== userId);
    await this.record(moved, found, actor);
    await this.accounts.subtract(
      run.planId,
      moves.filter(({ leadId }) => !done.has(leadId)),
    );
    return done;
  }

  /** Locks in the order of the ids and after the users, as other bulk actions do. */
  private lockLeads(ids: number[]): Promise<LockedLead[]> {
    return this.database.query<LockedLead>(
      `select id, user_id as "userId", business_id as "businessId", revision, case when user_id < 0 then (
         select case when cool_down_until > $2 then previous_user_id end from assignment_history
         where user_business_id = user_businesses.id order by changed_at desc, id desc limit 1) end as "coolsDownFor"
       from user_businesses where id = any ($1) order by id for update`,
      [ids, this.clock.now()],
    );
  }

  /** Returns the ids of the leads that have their user now. A count is looked up per lead; a hash would read all leads. */
  private async write({ jobId, planId }: Run, moves: readonly PlannedMove[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `with changing as materialized (
         select u.id, u.revision + 1 as revision, u.user_id, status, archived, archived_at, assigned_at, viewed,
           first_contact_at, tags, plan_id, plan_revision, account, new_user_id
         from user_businesses u
         join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as move (lead_id, new_user_id, account) on u.id = lead_id
         where u.id = any ($3) and (
           select count(*) from user_businesses duplicate
           where duplicate.business_id = u.business_id and duplicate.user_id = new_user_id and duplicate.id <> u.id) = 0
       ), image as (
         insert into bulk_job_images (job_id, lead_id, revision, user_id, status, archived, archived_at, assigned_at, viewed,
           first_contact_at, tags, plan_id, plan_revision, account)
         select $1::bigint, id, revision, user_id, status, archived, archived_at, assigned_at, viewed,
           first_contact_at, tags, plan_id, plan_revision, account from changing
       )
       update user_businesses u set user_id = new_user_id,
         assigned_at = case when u.user_id = new_user_id then u.assigned_at else $6 end,
         viewed = u.viewed and u.user_id = new_user_id,
         plan_id = $2, plan_revision = changing.revision, revision = changing.revision, updated_at = $6
       from changing where u.id = changing.id returning u.id`,
      [
        jobId,
        planId,
        moves.map(({ leadId }) => leadId),
        moves.map(({ userId }) => userId),
        moves.map(({ account }) => account),
        this.clock.now(),
      ],
    );
    return rows.map((row) => row.id);
  }

  private async record(moved: readonly PlannedMove[], before: ReadonlyMap<number, LockedLead>, actor: Actor) {
    if (moved.length === 0) return;
    await this.history.write(
      moved.map(({ leadId, userId, why }) => ({
        leadId,
        previousUserId: before.get(leadId)!.userId,
        newUserId: userId,
        notes: why,
      })),
      actor,
    );
    this.signals.leadsChanged(
      moved.flatMap(({ leadId, userId }) => [before.get(leadId)!.userId, userId]),
      moved.map(({ leadId }) => leadId),
    );
  }
}
