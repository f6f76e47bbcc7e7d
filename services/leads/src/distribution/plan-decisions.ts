import type { Actor, PlanDefinition } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import { Pools, type Pool } from '../pool/pools.js';
import { allocate, type Allocation, type SourceLead } from './allocation.rules.js';
import { PlanAccounts } from './plan-accounts.js';
import { PlanGroundReader, type Ground } from './plan-ground.js';
import type { StoredPlan } from './plan-repository.js';
import type { PlannedMove } from './planned-move.js';
import type { Given } from './shares.rules.js';
import { nameOfPlan, whyGiven, whyRest } from './why.rules.js';

export interface Decision {
  ground: Ground;
  allocation: Allocation;
}

/** Ties of a plan that is not saved break by this seed. */
const draftSeed = 1;

/** Decides who gets which lead: for a preview, a commit, and for leads that come in. */
@Injectable()
export class PlanDecisions {
  constructor(
    private readonly grounds: PlanGroundReader,
    private readonly accounts: PlanAccounts,
    private readonly pools: Pools,
  ) {}

  /** Without `leads` it decides on all of the source. */
  async of(
    plan: StoredPlan | undefined,
    definition: PlanDefinition,
    actor: Actor,
    leads?: SourceLead[],
  ): Promise<Decision> {
    const ground = await this.grounds.read(definition, plan?.id, actor, leads);
    const accounts = await this.accounts.read(plan?.id);
    const loads = new Map(ground.people.map(({ id, load }) => [id, load]));
    return { ground, allocation: allocate(ground.leads, ground.rules, loads, accounts, plan?.seed ?? draftSeed) };
  }

  /** Keeps the pools that get leads open until the transaction ends. */
  async moves(plan: StoredPlan, { ground, allocation }: Decision): Promise<PlannedMove[]> {
    const { rest, rules } = plan.definition;
    const named = nameOfPlan(plan.name, plan.version);
    const given = allocation.moves.map(({ lead, given: to, capacity, rule, territory }) => {
      const place = { rule, territory: ground.territories.get(territory), plan: named };
      return moveOf(lead, to, capacity, whyGiven(rules[rule - 1]!.share, to, capacity, place));
    });
    const left = restOf(plan.definition, allocation);
    const pools = rest.kind === 'pool' ? await this.poolsOf(left) : null;
    const why = whyRest(named);
    return [
      ...given,
      ...left.flatMap((lead) => {
        const userId = pools ? pools.get(lead.userId)?.id : rest.kind === 'person' ? rest.userId : undefined;
        return userId === undefined ? [] : moveOf(lead, { userId, account: null }, null, why);
      }),
    ];
  }

  private async poolsOf(leads: readonly SourceLead[]): Promise<Map<number, Pool>> {
    const pools = await this.pools.ofUsers([...new Set(leads.map(({ userId }) => userId))]);
    await this.pools.lock([...pools.values()]);
    return pools;
  }
}

/** The leads that no rule gives away and that do not lie where the rest goes. */
export const restOf = ({ rest }: PlanDefinition, { left }: Allocation): SourceLead[] =>
  left.flatMap(({ lead }) => {
    const moves = rest.kind === 'person' ? lead.userId !== rest.userId : rest.kind === 'pool' && lead.userId > 0;
    return moves ? lead : [];
  });

const moveOf = (
  lead: SourceLead,
  { userId, account }: Pick<Given, 'userId' | 'account'>,
  capacity: number | null,
  why: string,
): PlannedMove => ({ leadId: lead.id, userId, revision: lead.revision, capacity, account, why });
