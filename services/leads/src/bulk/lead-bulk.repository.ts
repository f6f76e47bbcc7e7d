import {
  leadStatusChanged,
  type Actor,
  type BulkResult,
  type KnownUser,
  type LeadStatus,
} from '@lead-finder/contracts';
import { Clock, Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { may, type LeadAction } from '../lead/lead.policy.js';
import { rejectDuplicate } from '../lead/lead.repository.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import type { LoggedChange } from '../timeline/logged-changes.rules.js';
import { inChunks } from './chunks.rules.js';

export interface LockedLead {
  id: number;
  userId: number;
  businessId: number;
  name: string;
  status: LeadStatus;
  isUntouched: boolean;
}
type Refusal = BulkResult['results']['errors'][number];
export interface Outcome {
  done: LockedLead[];
  errors: Refusal[];
}

/** Changes up to 1,000 leads per statement. Leads that the actor may not change become errors of the result. */
@Injectable()
export class LeadBulkRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
    private readonly changeLog: LeadChangeLog,
    private readonly audit: LeadAudit,
  ) {}

  delete(ids: number[], actor: Actor): Promise<Outcome> {
    return this.change(ids, actor, 'dispose', async (allowed) => {
      const gone = await this.write('delete from user_businesses where id = any ($1) returning id', [allowed]);
      if (gone.size > 0) await this.audit.record('leads_deleted', actor, `${gone.size} leads`, { ids: [...gone] });
      return gone;
    });
  }

  archive(ids: number[], actor: Actor): Promise<Outcome> {
    const archive = (allowed: number[]) =>
      this.write(
        `update user_businesses set archived = true, archived_at = $2, revision = revision + 1, updated_at = now()
         where id = any ($1) and not archived returning id`,
        [allowed, this.clock.now()],
      );
    return this.change(ids, actor, 'dispose', archive, () => ({ kind: 'edit', what: { what: 'archived' } }));
  }

  restore(ids: number[], actor: Actor): Promise<Outcome> {
    const restore = (allowed: number[]) =>
      this.write(
        `update user_businesses set archived = false, archived_at = null, revision = revision + 1, updated_at = now()
         where id = any ($1) and archived returning id`,
        [allowed],
      );
    return this.change(ids, actor, 'dispose', restore, () => ({ kind: 'edit', what: { what: 'restored' } }));
  }

  setStatus(ids: number[], status: LeadStatus, actor: Actor): Promise<Outcome> {
    const move = async (allowed: number[], leads: LockedLead[]) => {
      const now = this.clock.now();
      const moved = await this.write(
        `update user_businesses set status = $2, revision = revision + 1, updated_at = now(),
           first_contact_at = case when status = 'new' then coalesce(first_contact_at, $3) else first_contact_at end
         where id = any ($1) and status <> $2 returning id`,
        [allowed, status, now],
      );
      await this.publishStatus(
        leads.filter((lead) => moved.has(lead.id)),
        status,
        actor,
        now,
      );
      return moved;
    };
    const log = ({ status: from }: LockedLead): LoggedChange => ({ kind: 'status', what: { from, to: status } });
    return this.change(ids, actor, 'dispose', move, log);
  }

  /** The caller has locked `user`. A lead stays with its owner if `user` already has a lead of the same business. */
  async reassign(ids: number[], user: KnownUser, actor: Actor): Promise<Outcome> {
    const duplicates = new Set<number>();
    const outcome = await this.change(ids, actor, 'reassign', async (allowed, leads) => {
      const taken = await this.businessesOf(
        user.id,
        leads.map((lead) => lead.businessId),
      );
      for (const lead of leads) {
        if (taken.has(lead.businessId)) duplicates.add(lead.id);
        taken.add(lead.businessId);
      }
      return this.write(
        `update user_businesses
         set user_id = $2, assigned_at = $3, viewed = false, revision = revision + 1, updated_at = now()
         where id = any ($1) returning id`,
        [allowed.filter((id) => !duplicates.has(id)), user.id, this.clock.now()],
      ).catch((error: unknown) => rejectDuplicate(error, user.username));
    });
    this.signals.leadsChanged(
      [user.id],
      outcome.done.map((lead) => lead.id),
    );
    const refused = outcome.done.filter((lead) => duplicates.has(lead.id));
    return {
      done: outcome.done.filter((lead) => !duplicates.has(lead.id)),
      errors: [
        ...outcome.errors,
        ...refused.map(({ id }) => ({ id, message: `This business is already assigned to ${user.username}` })),
      ],
    };
  }

  private async change(
    ids: number[],
    actor: Actor,
    action: LeadAction,
    write: (allowed: number[], leads: LockedLead[]) => Promise<Set<number>>,
    log?: (lead: LockedLead) => LoggedChange,
  ): Promise<Outcome> {
    return this.database.transaction(async () => {
      const found = await this.locked(ids);
      const byId = new Map(found.map((lead) => [lead.id, lead]));
      const done = found.filter((lead) => may(actor, action, lead));
      const errors = [...new Set(ids)].flatMap((id): Refusal[] => {
        const lead = byId.get(id);
        if (!lead) return [{ id, message: 'Lead not found' }];
        return may(actor, action, lead) ? [] : [{ id, message: 'This customer is assigned to another user' }];
      });
      const changed = await write(
        done.map((lead) => lead.id),
        done,
      );
      if (changed.size > 0) {
        const changedLeads = done.filter((lead) => changed.has(lead.id));
        if (log)
          await this.changeLog.write(
            changedLeads.map((lead) => ({ ...log(lead), leadId: lead.id })),
            actor,
          );
        this.signals.leadsChanged(
          changedLeads.map((lead) => lead.userId),
          changedLeads.map((lead) => lead.id),
        );
      }
      return { done, errors };
    });
  }

  /** Locks in the order of the ids, so that two bulk actions cannot deadlock. */
  private locked(ids: number[]): Promise<LockedLead[]> {
    return this.database.query<LockedLead>(
      `select id, user_id as "userId", business_id as "businessId", name, status,
         first_contact_at is null as "isUntouched"
       from user_businesses where id = any ($1) order by id for update`,
      [ids],
    );
  }

  private async write(sql: string, parameters: unknown[]): Promise<Set<number>> {
    const rows = await this.database.query<{ id: number }>(sql, parameters);
    return new Set(rows.map((row) => row.id));
  }

  private async businessesOf(userId: number, among: number[]): Promise<Set<number>> {
    const rows = await this.database.query<{ id: number }>(
      'select business_id as id from user_businesses where user_id = $1 and business_id = any ($2)',
      [userId, among],
    );
    return new Set(rows.map((row) => row.id));
  }

  private async publishStatus(moved: LockedLead[], to: LeadStatus, actor: Actor, now: Date): Promise<void> {
    const leads = moved.map(({ id, userId, name, status: from, isUntouched }) => ({
      leadId: id,
      userId,
      businessName: name,
      from,
      to,
      firstContact: from === 'new' && isUntouched,
    }));
    for (const chunk of inChunks(leads)) {
      await this.outbox.append(leadStatusChanged, {
        changedBy: actor.id,
        at: now.toISOString(),
        job: null,
        leads: chunk,
      });
    }
  }
}
