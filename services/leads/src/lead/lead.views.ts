import type { Actor, LeadProfile, LeadRef, UserBusiness } from '@lead-finder/contracts';
import { Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { businessJson, ownerJson, userBusinessJson } from './lead-columns.js';
import { may } from './lead.policy.js';
import { foreignLead } from './lead.repository.js';

/** What the screens of one lead read. */
@Injectable()
export class LeadViews {
  constructor(private readonly database: Database) {}

  /** The lead's number; 404 where there is none, 403 where it is not for this person to see. */
  async idOf(ref: LeadRef, actor: Actor): Promise<number> {
    const lead = await this.found(ref);
    if (!may(actor, 'see', lead)) throw foreignLead();
    return lead.id;
  }

  async maySee(ref: LeadRef, actor: Actor): Promise<boolean> {
    return may(actor, 'see', await this.found(ref));
  }

  async profile(ref: LeadRef, actor: Actor): Promise<LeadProfile> {
    const id = await this.idOf(ref, actor);
    const [profile] = await this.database.query<LeadProfile>(
      `select ${businessJson} as business, ${userBusinessJson} as "userBusiness", ${ownerJson} as "user",
         coalesce((
           select json_agg(${activityJson} order by c.created_at desc, c.id desc)
           from contact_activities c left join assignees writer on writer.id = c.created_by
           where c.user_business_id = u.id
         ), '[]') as "contactActivities"
       from user_businesses u
       join businesses b on b.id = u.business_id
       left join assignees a on a.id = u.user_id
       where u.id = $1`,
      [id],
    );
    if (!profile) throw notFound('Lead');
    return profile;
  }

  /** A lead after a change, for the answer. */
  async userBusiness(id: number): Promise<UserBusiness> {
    const [row] = await this.database.query<{ lead: UserBusiness }>(
      `select ${userBusinessJson} as lead from user_businesses u where u.id = $1`,
      [id],
    );
    if (!row) throw notFound('Lead');
    return row.lead;
  }

  async countOf(userId: number): Promise<number> {
    const [row] = await this.database.query<{ leads: number }>(
      'select count(*)::int as leads from user_businesses where user_id = $1',
      [userId],
    );
    return row!.leads;
  }

  private async found(ref: LeadRef): Promise<{ id: number; userId: number }> {
    const [column, value] = 'id' in ref ? ['id', ref.id] : ['uuid', ref.uuid];
    const [lead] = await this.database.query<{ id: number; userId: number }>(
      `select id, user_id as "userId" from user_businesses where ${column} = $1`,
      [value],
    );
    if (!lead) throw notFound('Lead');
    return lead;
  }
}
