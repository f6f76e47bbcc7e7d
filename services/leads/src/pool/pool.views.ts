import type { Actor, listPool, OutputOf, ParsedInputOf, PooledLead } from '@lead-finder/contracts';
import { Clock, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { newestHistoryJson } from '../history/assignment-history.js';
import { moment } from '../lead/lead-columns.js';
import { LeadListViews } from '../list/lead-list.views.js';
import { NearestLeadViews } from '../list/nearest-leads.views.js';
import { PoolClaims } from './pool-claims.js';
import { Pools } from './pools.js';

type Details = Pick<PooledLead, 'history' | 'activities' | 'coolsDownUntil'>;

/** Lists the pool of a user's team with what the user may know before a claim. */
@Injectable()
export class PoolViews {
  constructor(
    private readonly database: Database,
    private readonly pools: Pools,
    private readonly claims: PoolClaims,
    private readonly lists: LeadListViews,
    private readonly nearest: NearestLeadViews,
    private readonly clock: Clock,
  ) {}

  async list(
    { near, sort, page = 1, pageSize, cursor, q }: ParsedInputOf<typeof listPool>,
    actor: Actor,
  ): Promise<OutputOf<typeof listPool>> {
    const pool = await this.pools.of(actor.id);
    // The pool owns its leads, so its list is that of a user.
    const owner: Actor = { id: pool.id, username: pool.name, fullName: pool.name, role: 'user' };
    const range = { cursor, limit: pageSize, offset: cursor ? 0 : (page - 1) * pageSize };
    const filter = { q, scope: 'own' as const, sort: sort === 'nearest' ? ('newest' as const) : sort };
    const read = async () => {
      if (sort !== 'nearest') return this.lists.pageAndTotal(filter, owner, range);
      if (near) return this.nearest.page(filter, owner, near, range);
      throw invalidField('near', 'The nearest leads need a position: near=latitude,longitude');
    };
    const [{ leads, nextCursor, total, totalIsExact }, today] = await Promise.all([read(), this.claims.today(actor)]);
    const details = await this.detailsOf(
      leads.map(({ userBusiness }) => userBusiness.id),
      actor,
    );
    return {
      name: pool.name,
      leads: leads.map(({ business, userBusiness: { id, status }, distance }) => {
        const { name, formattedAddress, vicinity, latitude, longitude } = business;
        const shown = { name, formattedAddress, vicinity, latitude, longitude };
        const { history = [], activities = [], coolsDownUntil } = details.get(id) ?? {};
        return {
          id,
          business: shown,
          status,
          distance,
          history,
          activities,
          ...(coolsDownUntil && { coolsDownUntil }),
        };
      }),
      total,
      totalIsExact,
      nextCursor,
      ...today,
    };
  }

  private async detailsOf(ids: readonly number[], actor: Actor): Promise<Map<number, Details>> {
    const rows = await this.database.prepared<Details & { id: number }>(
      `select u.id, ${newestHistoryJson(5)} as history, coalesce((
         select json_agg(${activityJson} order by c.created_at desc, c.id desc)
         from (
           select * from contact_activities where user_business_id = u.id order by created_at desc, id desc limit 3
         ) as c left join assignees writer on writer.id = c.created_by
       ), '[]') as activities, (
         select ${moment('cool_down_until')} from (
           select * from assignment_history where user_business_id = u.id order by changed_at desc, id desc limit 1
         ) as newest where previous_user_id = $2 and cool_down_until > $3
       ) as "coolsDownUntil"
       from unnest($1::bigint[]) as u (id)`,
      [ids, actor.id, this.clock.now()],
    );
    return new Map(rows.map(({ id, ...details }) => [id, details]));
  }
}
