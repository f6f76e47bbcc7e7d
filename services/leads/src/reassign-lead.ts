import type { ParsedInputOf, reassignLead } from '@lead-finder/contracts';
import { Clock, Database, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from './user-replica/user-replica.js';
import type { Lead } from './lead/lead.entity.js';
import { LeadRepository } from './lead/lead.repository.js';
import { Notifications } from './notification/notifications.js';

/** Moves a lead to another user and notifies that user (docs/product/one-lead.md#reassign). */
@Injectable()
export class ReassignLead {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly leads: LeadRepository,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  async run({ ref, newUserId, notes }: ParsedInputOf<typeof reassignLead>, context: ActorContext): Promise<Lead> {
    const { actor } = context;
    const user = await this.userReplica.target(newUserId, 'newUserId', context);
    return this.database.transaction(async () => {
      await this.userReplica.lockForShare(user.id);
      const now = this.clock.now();
      const lead = await this.leads.change(ref, actor, 'reassign', (lead) => lead.reassign(user, now, notes));
      await this.notifications.reassigned(user.id, [lead], actor);
      return lead;
    });
  }
}
