import type { bulkReassign, ParsedInputOf } from '@lead-finder/contracts';
import { Database, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { AssignmentHistory } from '../history/assignment-history.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { Notifications } from '../notification/notifications.js';
import { LeadBulkRepository, type Outcome } from './lead-bulk.repository.js';

@Injectable()
export class BulkReassign {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly leads: LeadBulkRepository,
    private readonly history: AssignmentHistory,
    private readonly notifications: Notifications,
    private readonly audit: LeadAudit,
  ) {}

  async run({ ids, newUserId, notes }: ParsedInputOf<typeof bulkReassign>, context: ActorContext): Promise<Outcome> {
    const { actor } = context;
    const user = await this.userReplica.target(newUserId, 'newUserId', context);
    return this.database.transaction(async () => {
      await this.userReplica.lockForShare(user.id);
      const outcome = await this.leads.reassign(ids, user, actor);
      const handovers = outcome.done.map(({ id, userId }) => ({ leadId: id, previousUserId: userId }));
      await this.history.write(handovers, user.id, actor, notes || null);
      await this.notifications.reassigned(user.id, outcome.done, actor);
      if (handovers.length > 0) {
        const details = { to: user.id, ids: handovers.map(({ leadId }) => leadId) };
        await this.audit.record('leads_reassigned', actor, `${handovers.length} leads to ${user.username}`, details);
      }
      return outcome;
    });
  }
}
