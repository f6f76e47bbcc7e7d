import type { Actor, changeActivity, ContactActivity, ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { LeadRepository } from '../lead/lead.repository.js';
import { WorkingDays } from './working-days.js';

type Change = Omit<ParsedInputOf<typeof changeActivity>, 'activityId'>;

@Injectable()
export class FollowUps {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly days: WorkingDays,
    private readonly clock: Clock,
  ) {}

  change(activityId: number, change: Change, actor: Actor): Promise<ContactActivity> {
    return this.database.transaction(async () => {
      const [found] = await this.database.query<{ leadId: number }>(
        'select user_business_id as "leadId" from contact_activities where id = $1',
        [activityId],
      );
      if (!found) throw notFound('Activity');
      await this.leads.change({ id: found.leadId }, actor, 'change', (lead) => lead.touch());
      const columns = this.columnsOf(change);
      const names = Object.keys(columns);
      const [row] = await this.database.query<{ activity: ContactActivity }>(
        `with c as (
           update contact_activities set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}
           where id = $1 returning *
         )
         select ${activityJson} as activity from c left join assignees writer on writer.id = c.created_by`,
        [activityId, ...Object.values(columns)],
      );
      if (!row) throw notFound('Activity');
      return row.activity;
    });
  }

  private columnsOf({ scheduledAt, scheduledOn, completedAt, outcome }: Change): Record<string, unknown> {
    const now = this.clock.now();
    const planned = scheduledOn ? this.days.morningOf(scheduledOn) : scheduledAt;
    const completed = completedAt === undefined && outcome ? now : completedAt;
    return {
      updated_at: now,
      ...(planned !== undefined && { scheduled_at: planned }),
      ...(completed !== undefined && { completed_at: completed }),
      ...(outcome !== undefined && { outcome: outcome || null }),
    };
  }
}
