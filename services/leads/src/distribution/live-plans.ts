import { randomUUID } from 'node:crypto';
import type { Actor, WaitingLeads } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment } from '../lead/lead-columns.js';
import { PlanRepository, type StoredPlan } from './plan-repository.js';

const maxGroups = 200;
const burstMinutes = 10;

export interface LivePlan extends StoredPlan {
  /** The administrator who switched it on, in whose name it distributes. */
  actor: Actor;
}

/** Plans that distribute leads as they come in, and the leads that wait for them. */
@Injectable()
export class LivePlans {
  constructor(
    private readonly database: Database,
    private readonly plans: PlanRepository,
    private readonly clock: Clock,
  ) {}

  /** Until the transaction ends, no other replica distributes. */
  async tryLock(): Promise<boolean> {
    return this.database.tryLock('live distribution leads');
  }

  /** In the order of the page: the first that has a lead distributes it. */
  async list(): Promise<LivePlan[]> {
    const plans = await this.plans.live();
    return plans.map(({ by, ...plan }) => ({ ...plan, actor: { ...by, role: 'admin' } }));
  }

  async waiting(): Promise<WaitingLeads[]> {
    return this.database.query<WaitingLeads>(
      `select origin, reason, rule,
         case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as plan,
         case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as territory,
         leads, ${moment('since')} as since
       from (
         select origin, reason, rule, plan_id, territory_id, count(*)::int as leads, min(came_at) as since
         from distribution_arrivals group by 1, 2, 3, 4, 5 order by 6 desc limit ${maxGroups}
       ) as a left join distribution_plans p on p.id = plan_id left join territories t on t.id = territory_id
       order by leads desc, since`,
    );
  }

  /** The batch of notifications of the present minutes. */
  async burst(planId: number): Promise<string> {
    const [plan] = await this.database.query<{ burst: string }>(
      `update distribution_plans set
         burst = case when burst_at > $2::timestamptz - interval '${burstMinutes} minutes' then burst else $3::uuid end,
         burst_at = case when burst_at > $2::timestamptz - interval '${burstMinutes} minutes' then burst_at else $2 end
       where id = $1 returning burst`,
      [planId, this.clock.now(), randomUUID()],
    );
    return plan!.burst;
  }
}
