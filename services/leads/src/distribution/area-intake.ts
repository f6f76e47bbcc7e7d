import { listAreaResults, poolOfTeam, type Actor } from '@lead-finder/contracts';
import { AppError, Bus, Clock, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AssignmentHistory } from '../history/assignment-history.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { organisationPool, Pools } from '../pool/pools.js';
import { noteArrivals } from './live-arrivals.js';
import { LivePlans } from './live-plans.js';

const pageSize = 100;

/**
 * Makes leads of the businesses that a whole-area search found and that no user has, while a plan is live for searches. Each
 * page is one transaction, which also stores how far it is.
 */
@Injectable()
export class AreaIntake {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly plans: LivePlans,
    private readonly pools: Pools,
    private readonly history: AssignmentHistory,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of the search's end. A search that went on begins again with its first page. */
  async begin(searchId: number): Promise<void> {
    await this.database.query(
      `insert into distribution_searches (search_id)
       select $1 where exists (select from distribution_plans where 'area-searches' = any (live))
       on conflict (search_id) do update set page = 0`,
      [searchId],
    );
  }

  /** Takes in the next page. Returns whether there may be more. */
  async takeIn(): Promise<boolean> {
    const [search] = await this.database.query<{ id: number; page: number }>(
      'select search_id as id, page from distribution_searches order by search_id limit 1',
    );
    if (!search) return false;
    const plan = (await this.plans.list()).find(({ live }) => live.includes('area-searches'));
    const found = plan ? await this.found(search.id, search.page + 1, plan.actor) : null;
    await this.database.transaction(async () => {
      const isLast = !found || found.isLast;
      const [mine] = await this.database.query(
        isLast
          ? 'delete from distribution_searches where search_id = $1 and page = $2 returning search_id'
          : 'update distribution_searches set page = page + 1 where search_id = $1 and page = $2 returning search_id',
        [search.id, search.page],
      );
      if (mine && found && found.businessIds.length > 0) await this.add(search.id, found.businessIds, plan!.actor);
    });
    return true;
  }

  /** Null if the search is gone. */
  private async found(searchId: number, page: number, actor: Actor) {
    const caller = { actor, requestId: currentRequestId() };
    const answer = await this.bus
      .call(listAreaResults, { searchId, page, pageSize }, caller)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'not_found') return null;
        throw error;
      });
    return (
      answer && {
        businessIds: answer.businesses.flatMap(({ id, takenBy }) => (takenBy.length === 0 ? id : [])),
        isLast: page >= answer.totalPages,
      }
    );
  }

  private async add(searchId: number, businessIds: number[], actor: Actor): Promise<void> {
    await this.pools.lock([organisationPool]);
    const added = await this.database.query<{ id: number }>(
      `with added as (
         insert into user_businesses (user_id, business_id, area_search_id, assigned_at, name, state, county, latitude, longitude)
         select $1, id, $2, $4, name, state, county, latitude, longitude from businesses b
         where id = any ($3) and not exists (select from user_businesses lead where lead.business_id = b.id)
         order by id for key share of b
         on conflict (user_id, business_id) do nothing returning id, user_id
       ), arrived as (${noteArrivals('added', 'area-searches', '$4::timestamptz')})
       select id from added`,
      [poolOfTeam(null), searchId, businessIds, this.clock.now()],
    );
    const leads = added.map(({ id }) => id);
    await this.history.write(
      leads.map((leadId) => ({ leadId, previousUserId: null, newUserId: organisationPool.id })),
      actor,
    );
    this.signals.leadsChanged([organisationPool.id], leads);
  }
}
