import type {
  Actor,
  countLeadsOfUser,
  HistoryEntry,
  LeadProfile,
  LeadRef,
  LeadStatus,
  OutputOf,
  UserBusiness,
} from '@lead-finder/contracts';
import { AppError, Database, notFound, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { historyJson } from '../history/assignment-history.js';
import { businessJson, namingItsPool, ownerJson, poolJson, userBusinessJson } from './lead-columns.js';
import { may, type LeadAction } from './lead.policy.js';
import { keyOf } from './lead-rows.js';
import { foreignLead } from './lead.repository.js';
import { StandIns } from './stand-ins.js';

@Injectable()
export class LeadViews {
  constructor(
    private readonly database: Database,
    private readonly standIns: StandIns,
  ) {}

  /** Returns the lead's id. Rejects with 404 if there is no such lead, with 403 if the actor may not see it. */
  async idOf(ref: LeadRef, context: ActorContext): Promise<number> {
    const lead = await this.found(ref);
    await this.refuseForeign(lead, context);
    return lead.id;
  }

  async ownerOf(ref: LeadRef): Promise<number> {
    return (await this.found(ref)).userId;
  }

  /**
   * Runs `work` in a transaction as the actor and, if the lead is refused, as its stand-in if the actor is one. People mostly
   * change leads of their own, so nothing is read for this beforehand.
   */
  async asPermitted<T>(
    ref: LeadRef,
    action: LeadAction,
    context: ActorContext,
    work: (actor: Actor) => Promise<T>,
  ): Promise<T> {
    const { actor } = context;
    try {
      return await this.database.transaction(() => work(actor));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'forbidden') throw error;
      const standIn = await this.standIns.actorFor(await this.found(ref), action, context);
      if (standIn === actor) throw error;
      return this.database.transaction(() => work(standIn));
    }
  }

  /** Returns a lead after its move, without what an actor who could not see it does not learn by moving it. */
  async afterMove(ref: LeadRef, { actor }: ActorContext, move: () => Promise<{ id: number }>): Promise<UserBusiness> {
    const maySee = may(actor, 'see', await this.found(ref));
    const userBusiness = await this.userBusiness((await move()).id);
    // docs/product/roles-and-permissions.md#managers-and-leads-of-others
    return maySee ? userBusiness : { ...userBusiness, notes: '', customFields: {}, tags: [] };
  }

  /** `isRecycled` says whether any team has a rule that may apply to the lead. */
  async profile(ref: LeadRef, context: ActorContext): Promise<LeadProfile & { isRecycled: boolean }> {
    const [key, value] = keyOf(ref);
    const [found] = await this.database.prepared<LeadProfile & { userId: number; isRecycled: boolean }>(
      profileSql[key],
      [value],
    );
    if (!found) throw notFound('Lead');
    const { userId, ...record } = found;
    const profile = namingItsPool(record);
    const { standsInFor } = await this.refuseForeign({ id: profile.userBusiness.id, userId }, context);
    return standsInFor === undefined ? profile : { ...profile, standsIn: true };
  }

  async history(ref: LeadRef, context: ActorContext): Promise<HistoryEntry[]> {
    const [key, value] = keyOf(ref);
    const [found] = await this.database.prepared<{ id: number; userId: number; entries: HistoryEntry[] }>(
      historySql[key],
      [value],
    );
    if (!found) throw notFound('Lead');
    await this.refuseForeign(found, context);
    return found.entries;
  }

  /** Returns the lead as the API shows it. Rejects with 404 if there is none. */
  async userBusiness(id: number): Promise<UserBusiness> {
    const [row] = await this.database.prepared<{ lead: UserBusiness }>(
      `select ${userBusinessJson} as lead from user_businesses u where u.id = $1`,
      [id],
    );
    if (!row) throw notFound('Lead');
    return row.lead;
  }

  async countOf(userId: number): Promise<OutputOf<typeof countLeadsOfUser>> {
    const rows = await this.database.query<{ status: LeadStatus; leads: number }>(
      'select status, count(*)::int as leads from user_businesses where user_id = $1 group by status',
      [userId],
    );
    return {
      leads: rows.reduce((sum, { leads }) => sum + leads, 0),
      byStatus: Object.fromEntries(rows.map(({ status, leads }) => [status, leads])),
    };
  }

  private async refuseForeign(lead: { id: number; userId: number }, context: ActorContext): Promise<Actor> {
    const actor = await this.standIns.actorFor(lead, 'see', context);
    if (!may(actor, 'see', lead)) throw foreignLead();
    return actor;
  }

  private async found(ref: LeadRef): Promise<{ id: number; userId: number }> {
    const [key, value] = keyOf(ref);
    const [lead] = await this.database.prepared<{ id: number; userId: number }>(ownerSql[key], [value]);
    if (!lead) throw notFound('Lead');
    return lead;
  }
}

/** Each text once: a new one would be hashed at each request to find its prepared statement. */
const byKey = (text: (key: 'id' | 'uuid') => string) => ({ id: text('id'), uuid: text('uuid') });

const ownerSql = byKey((key) => `select id, user_id as "userId" from user_businesses where ${key} = $1`);

const historySql = byKey(
  (key) => `select u.id, u.user_id as "userId", ${historyJson} as entries from user_businesses u where u.${key} = $1`,
);

const profileSql = byKey(
  (key) =>
    `select u.user_id as "userId", ${businessJson} as business, ${userBusinessJson} as "userBusiness", ${ownerJson} as "user",
       ${poolJson} as pool, exists (select from recycling_rules where active) as "isRecycled",
       coalesce((
         select json_agg(${activityJson} order by c.created_at desc, c.id desc)
         from contact_activities c left join assignees writer on writer.id = c.created_by
         where c.user_business_id = u.id
       ), '[]') as "contactActivities"
     from user_businesses u
     join businesses b on b.id = u.business_id
     left join assignees a on a.id = u.user_id
     where u.${key} = $1`,
);
