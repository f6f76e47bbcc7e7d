import type { Actor } from '@lead-finder/contracts';
import { AppError, Clock, Database, notFound, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { WorkingDays } from '../follow-up/working-days.js';
import { alreadyAssigned, type Lead } from '../lead/lead.entity.js';
import { LeadRepository } from '../lead/lead.repository.js';
import { lockedLead } from '../lead/lead-rows.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { PoolClaims } from './pool-claims.js';
import { Pools, type Pool } from './pools.js';

/** Gives a lead of the team's pool to the user who claims it (docs/product/pool.md#claim). */
@Injectable()
export class ClaimLead {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly pools: Pools,
    private readonly claims: PoolClaims,
    private readonly leads: LeadRepository,
    private readonly clock: Clock,
    private readonly days: WorkingDays,
  ) {}

  async run(id: number, context: ActorContext) {
    const { actor } = context;
    const user = await this.userReplica.target(actor.id, 'id', context);
    const pool = await this.pools.of(actor.id);
    return this.database.transaction(async () => {
      await this.userReplica.lockForShare(user.id);
      // Before the lead, so that claims of one user wait for each other and never in a circle.
      const today = await this.claims.add(actor);
      const present = await lockedLead(this.database, { id });
      if (present?.userId !== pool.id || present.archived || present.existingCustomer)
        throw await this.refusal(id, present, pool, actor);
      await this.rejectCoolingDown(id, actor);
      const lead = await this.leads.change({ id }, { ...actor, claimsFrom: pool.id }, 'claim', (lead) =>
        lead.reassign(user, this.clock.now()),
      );
      return { lead, ...today };
    });
  }

  /** Rejects with 409 the user from whom the lead came back untouched (docs/product/recycling.md#cool-down). */
  private async rejectCoolingDown(id: number, { id: userId, timeZone }: Actor): Promise<void> {
    const [last] = await this.database.query<{ until: Date | null }>(
      `select case when previous_user_id = $2 then cool_down_until end as until
       from assignment_history where user_business_id = $1 order by changed_at desc, id desc limit 1`,
      [id, userId],
    );
    if (!last?.until || last.until <= this.clock.now()) return;
    const day = DateTime.fromJSDate(last.until, { zone: this.days.of(timeZone).zone }).setLocale('en-US');
    const message = `You had this lead last. You can claim it again on ${day.toLocaleString(DateTime.DATE_MED)}`;
    throw new AppError('conflict', 'cooling_down', message);
  }

  /** Names the colleague who was first. A lead that was not in this pool last does not exist for the user. */
  private async refusal(id: number, lead: Lead | undefined, pool: Pool, { id: actorId, username }: Actor) {
    if (lead?.userId === actorId) return alreadyAssigned(username);
    const [last] = await this.database.query<{ from: number | null; name: string }>(
      `select h.previous_user_id as from, coalesce(a.full_name, 'User ' || h.new_user_id) as name
       from assignment_history h left join assignees a on a.id = h.new_user_id
       where h.user_business_id = $1 order by h.changed_at desc, h.id desc limit 1`,
      [id],
    );
    if (!lead || last?.from !== pool.id) return notFound('Lead');
    return new AppError('conflict', 'already_claimed', `${last.name} got this lead in the meantime`);
  }
}
