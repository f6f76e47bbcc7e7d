import { leadStatusChanged, type Actor } from '@lead-finder/contracts';
import { Clock, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AssignmentHistory, type WhyMoved } from '../history/assignment-history.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import { bulkActions, type Action, type LoggedState } from './bulk-actions.js';
import { inChunks } from './chunks.rules.js';

/** A lead that an action or its undo changed, with its owner and status before and after. */
export interface ChangedLead extends LoggedState {
  id: number;
  businessId: number;
  name: string;
  previousUserId: number;
  userId: number;
  firstContact: boolean;
}

/** Records changes of leads in the transaction that makes them, and signals open pages after it. */
@Injectable()
export class BulkRecords {
  constructor(
    private readonly outbox: Outbox,
    private readonly history: AssignmentHistory,
    private readonly changeLog: LeadChangeLog,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  async write(action: Action, leads: readonly ChangedLead[], actor: Actor, why: WhyMoved): Promise<void> {
    if (leads.length === 0) return;
    const { log, moves } = bulkActions[action];
    if (log)
      await this.changeLog.write(
        leads.flatMap((lead) => log(lead).map((entry) => ({ ...entry, leadId: lead.id }))),
        actor,
      );
    if (moves)
      await this.history.write(
        leads.map(({ id, previousUserId, userId }) => ({ leadId: id, previousUserId, newUserId: userId })),
        actor,
        why,
      );
    this.signals.leadsChanged(
      leads.flatMap(({ previousUserId, userId }) => [previousUserId, userId]),
      leads.map(({ id }) => id),
    );
  }

  async publishStatus(
    leads: readonly ChangedLead[],
    actor: Actor,
    names: { job: string | null; undoes?: string },
  ): Promise<void> {
    const at = this.clock.now().toISOString();
    const moved = leads.map(({ id, name, userId, from, to, firstContact }) => ({
      leadId: id,
      userId,
      businessName: name,
      from,
      to,
      firstContact,
    }));
    for (const chunk of inChunks(moved))
      await this.outbox.append(leadStatusChanged, { changedBy: actor.id, at, ...names, leads: chunk });
  }
}
