import { isPool, type assignBusiness, type ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { FieldValues } from './custom-field/field-values.js';
import { UserReplica } from './user-replica/user-replica.js';
import { distinctTags, merged, type Lead } from './lead/lead.entity.js';
import { LeadRepository } from './lead/lead.repository.js';
import { Notifications } from './notification/notifications.js';
import { organisationPool, Pools } from './pool/pools.js';

/**
 * Assigns a business to a user, or to the pool. One commit writes the lead, its first history entry and the notification
 * (docs/product/finding.md#assign-call).
 */
@Injectable()
export class AssignBusiness {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly leads: LeadRepository,
    private readonly fieldValues: FieldValues,
    private readonly notifications: Notifications,
    private readonly pools: Pools,
    private readonly clock: Clock,
  ) {}

  async run(input: ParsedInputOf<typeof assignBusiness>, context: ActorContext): Promise<Lead> {
    const { actor } = context;
    const user =
      input.userId === null ? organisationPool : await this.userReplica.target(input.userId, 'userId', context);
    return this.database.transaction(async () => {
      if (isPool(user.id)) await this.pools.lock([organisationPool]);
      else await this.userReplica.lockForShare(user.id);
      const { businessId, areaSearchId, uuid, tags, customFields, batchId } = input;
      const lead = await this.leads.add(
        {
          user,
          businessId,
          areaSearchId,
          uuid,
          tags: distinctTags(tags),
          customFields: merged({}, (await this.fieldValues.accepted(customFields)).change),
          assignedAt: this.clock.now(),
        },
        actor,
      );
      if (!isPool(user.id)) await this.notifications.assigned(user.id, lead, batchId ?? null, actor);
      return lead;
    });
  }
}
