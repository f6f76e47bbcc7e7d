import {
  claimLead,
  closePool,
  getPoolRule,
  listPool,
  poolOfTeam,
  returnLead,
  setPoolRule,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { LeadViews } from '../lead/lead.views.js';
import { ClaimLead } from './claim-lead.js';
import { PoolClaims } from './pool-claims.js';
import { PoolViews } from './pool.views.js';
import { Pools } from './pools.js';
import { ReturnLead } from './return-lead.js';

@Controller()
export class PoolHandlers {
  constructor(
    private readonly returning: ReturnLead,
    private readonly claiming: ClaimLead,
    private readonly claims: PoolClaims,
    private readonly pools: Pools,
    private readonly pool: PoolViews,
    private readonly views: LeadViews,
  ) {}

  @Handle(returnLead)
  async returnLead(input: ParsedInputOf<typeof returnLead>, context: ActorContext) {
    const move = () => this.returning.run(input, context);
    const userBusiness = await this.views.afterMove(input.ref, context, move);
    return { message: 'Business returned to the pool', userBusiness };
  }

  @Handle(claimLead)
  async claim({ id }: ParsedInputOf<typeof claimLead>, context: ActorContext) {
    const { lead, ...today } = await this.claiming.run(id, context);
    return { message: `${lead.name} is yours`, userBusiness: await this.views.userBusiness(lead.id), ...today };
  }

  @Handle(listPool)
  list(input: ParsedInputOf<typeof listPool>, { actor }: ActorContext) {
    return this.pool.list(input, actor);
  }

  @Handle(getPoolRule)
  rule() {
    return this.claims.rule();
  }

  @Handle(setPoolRule)
  setRule(rule: ParsedInputOf<typeof setPoolRule>, { actor }: ActorContext) {
    return this.claims.setRule(rule, actor);
  }

  @Handle(closePool)
  async close({ teamId }: ParsedInputOf<typeof closePool>) {
    return { leads: await this.pools.close(poolOfTeam(teamId)) };
  }
}
