import {
  isPool,
  leadStatusChanged,
  type Actor,
  type AuditAction,
  type CustomFields,
  type LeadRef,
  type UserBusiness,
} from '@lead-finder/contracts';
import { AppError, Database, forbidden, isUniqueViolation, notFound, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { FieldValues } from '../custom-field/field-values.js';
import { DeletedLeads } from '../deleted/deleted-leads.js';
import { noteArrivals } from '../distribution/live-arrivals.js';
import { AssignmentHistory } from '../history/assignment-history.js';
import { changedCustomFields, changesBetween } from '../timeline/logged-changes.rules.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import { LeadAudit } from './lead-audit.js';
import { LeadSignals } from './lead-signals.js';
import { alreadyAssigned, Lead, type LeadChange } from './lead.entity.js';
import { isHeldByPool, may, type LeadAction } from './lead.policy.js';
import { lockedLead, saveLead } from './lead-rows.js';

export interface NewLead {
  /** A user or a pool. */
  user: { id: number; username?: string };
  businessId: number;
  areaSearchId?: number | undefined;
  uuid?: string | undefined;
  tags: string[];
  customFields: CustomFields;
  assignedAt: Date;
}

/** Rejects with 409 if `error` violates `unique (user_id, business_id)`: the user has another lead of this business. */
export function rejectDuplicate(error: unknown, username: string): never {
  throw isUniqueViolation(error) ? alreadyAssigned(username) : error;
}

export const foreignLead = () => forbidden('This customer is assigned to another user');
export const pooledLead = () => forbidden('This customer is in a pool. Reassign it before you work on it.');

function moveOf({ userId }: Lead, previousUserId: number, actor: Actor): AuditAction {
  if (isPool(userId)) return 'lead_returned';
  return isPool(previousUserId) && userId === actor.id ? 'lead_claimed' : 'lead_reassigned';
}

/** The only class that writes single leads. One commit has the change, its history and its event. */
@Injectable()
export class LeadRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly history: AssignmentHistory,
    private readonly changeLog: LeadChangeLog,
    private readonly signals: LeadSignals,
    private readonly audit: LeadAudit,
    private readonly deleted: DeletedLeads,
    private readonly fieldValues: FieldValues,
  ) {}

  /** Adds a lead. Rejects with 404 if there is no such business, with 409 if the user has it or the uuid is taken. */
  async add(lead: NewLead, actor: Actor): Promise<Lead> {
    const { user, businessId, uuid, tags, customFields, assignedAt, areaSearchId } = lead;
    return this.database.transaction(async (manager) => {
      const [row] = await this.database.query<{ id: number }>(
        `with added as (
           insert into user_businesses
             (uuid, user_id, business_id, tags, custom_fields, assigned_at, area_search_id, name, state, county, latitude, longitude)
           select coalesce($1::uuid, gen_random_uuid()), $2, id, $4, $5, $6, $7, name, state, county, latitude, longitude
           from businesses where id = $3 for key share
           on conflict do nothing
           returning id, user_id
         ), arrived as (${noteArrivals('added', 'assignments', '$6::timestamptz')})
         select id from added`,
        [uuid, user.id, businessId, tags, customFields, assignedAt, areaSearchId],
      );
      if (!row) throw await this.addError(user, businessId);
      await this.history.write([{ leadId: row.id, previousUserId: null, newUserId: user.id }], actor);
      this.signals.leadsChanged([user.id], [row.id]);
      return manager.findOneByOrFail(Lead, { id: row.id });
    });
  }

  /**
   * Locks the lead, checks the policy, applies `act`, and writes row, history and event. Rejects with 404 if there is
   * no such lead, with 403 if the policy forbids the action.
   */
  async change(ref: LeadRef, actor: Actor, action: LeadAction, act: (lead: Lead) => LeadChange): Promise<Lead> {
    return (await this.changed(ref, actor, action, act)).lead;
  }

  /** Does the same as `change` and also returns the lead as the API shows it, or null if nothing changed. */
  changed(
    ref: LeadRef,
    actor: Actor,
    action: LeadAction,
    act: (lead: Lead) => LeadChange,
  ): Promise<{ lead: Lead; updated: UserBusiness | null }> {
    return this.database.transaction(async () => {
      const lead = await this.locked(ref, actor, action);
      const before = Object.assign(new Lead(), lead);
      const change = act(lead);
      if (change.kind === 'nothing') return { lead, updated: null };
      const updated = await saveLead(this.database, lead, before).catch((error: unknown) => {
        if (change.kind === 'reassigned') rejectDuplicate(error, change.username);
        throw error;
      });
      await this.record(lead, change, actor);
      const definitions = await this.fieldValues.definitionsOf(
        changedCustomFields(before.customFields, lead.customFields),
      );
      await this.changeLog.write(
        changesBetween(before, lead, definitions).map((entry) => ({ ...entry, leadId: lead.id })),
        actor,
      );
      this.signals.leadsChanged([before.userId, lead.userId], [lead.id]);
      return { lead, updated };
    });
  }

  async remove(ref: LeadRef, actor: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const lead = await this.locked(ref, actor, 'dispose');
      const { id, userId: owner, name } = lead;
      await this.deleted.remove([id], actor);
      await this.audit.record('lead_deleted', actor, name, { id, userId: owner });
      this.signals.leadsChanged([owner], [id]);
    });
  }

  private async locked(ref: LeadRef, actor: Actor, action: LeadAction): Promise<Lead> {
    const lead = await lockedLead(this.database, ref);
    if (!lead) throw notFound('Lead');
    if (!may(actor, action, lead)) throw isHeldByPool(actor, lead) ? pooledLead() : foreignLead();
    return lead;
  }

  private async record(lead: Lead, change: LeadChange, actor: Actor): Promise<void> {
    switch (change.kind) {
      case 'reassigned': {
        const { previousUserId, notes, username, reason } = change;
        const details = { id: lead.id, from: previousUserId, to: lead.userId };
        await this.audit.record(moveOf(lead, previousUserId, actor), actor, `${lead.name} to ${username}`, details);
        return this.history.write([{ leadId: lead.id, previousUserId, newUserId: lead.userId }], actor, {
          notes,
          reason,
        });
      }
      case 'status-moved': {
        const { from, to, firstContact, job = null, undoes } = change;
        const moved = { leadId: lead.id, userId: lead.userId, businessName: lead.name, from, to, firstContact };
        const at = change.at.toISOString();
        return this.outbox.append(leadStatusChanged, { changedBy: actor.id, at, job, undoes, leads: [moved] });
      }
      case 'changed':
      case 'viewed':
      case 'nothing':
        return;
    }
  }

  private async addError(user: NewLead['user'], businessId: number): Promise<AppError> {
    const [business] = await this.database.query('select 1 from businesses where id = $1', [businessId]);
    if (!business) return notFound('Business');
    const duplicate = await this.database.manager.existsBy(Lead, { userId: user.id, businessId });
    if (duplicate) return alreadyAssigned(user.username ?? 'a pool');
    return new AppError('conflict', 'already_assigned', 'This uuid belongs to another lead');
  }
}
