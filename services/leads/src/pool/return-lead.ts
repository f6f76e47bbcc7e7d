import { isPool, type ParsedInputOf, type returnLead } from '@lead-finder/contracts';
import { AppError, Clock, Database, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { alreadyAssigned, type Lead } from '../lead/lead.entity.js';
import { LeadRepository } from '../lead/lead.repository.js';
import { LeadViews } from '../lead/lead.views.js';
import { Notifications } from '../notification/notifications.js';
import { Pools } from './pools.js';

/** Moves a lead to the pool of its owner's team and notifies the owner (docs/product/pool.md#return). */
@Injectable()
export class ReturnLead {
  constructor(
    private readonly database: Database,
    private readonly views: LeadViews,
    private readonly pools: Pools,
    private readonly leads: LeadRepository,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  async run({ ref, reason, notes }: ParsedInputOf<typeof returnLead>, { actor }: ActorContext): Promise<Lead> {
    const owner = await this.views.ownerOf(ref);
    const pool = isPool(owner) ? null : await this.pools.of(owner);
    return this.database.transaction(async () => {
      if (pool) await this.pools.lock([pool]);
      const lead = await this.leads.change(ref, actor, 'reassign', (lead) => {
        if (!pool) throw alreadyAssigned('a pool');
        if (lead.userId !== owner)
          throw new AppError('conflict', 'stale_version', 'The lead got another user in the meantime');
        return lead.reassign({ id: pool.id, username: pool.name }, this.clock.now(), notes, reason);
      });
      await this.notifications.returned([{ userId: owner, leads: 1, lead }], actor);
      return lead;
    });
  }
}
