import type { Actor, changeActivity, ContactActivity, ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, notFound, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { foreignLead, LeadRepository } from '../lead/lead.repository.js';
import { LeadViews } from '../lead/lead.views.js';
import { repeated, snoozed } from './working-day.rules.js';
import { WorkingDays, type DaysInZone } from './working-days.js';

type Change = Omit<ParsedInputOf<typeof changeActivity>, 'activityId'>;

interface Planned {
  leadId: number;
  scheduledAt: Date | null;
}

/** Whether the change ends the follow-up, or opens it again, and leaves its plan. */
const isCompletion = ({ completedAt: _, outcome: __, ...plan }: Change) =>
  Object.values(plan).every((value) => value === undefined);

@Injectable()
export class FollowUps {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly views: LeadViews,
    private readonly days: WorkingDays,
    private readonly clock: Clock,
  ) {}

  async change(activityId: number, change: Change, context: ActorContext): Promise<ContactActivity> {
    const [found] = await this.database.query<Planned>(
      'select user_business_id as "leadId", scheduled_at as "scheduledAt" from contact_activities where id = $1',
      [activityId],
    );
    if (!found) throw notFound('Activity');
    const ref = { id: found.leadId };
    const action = isCompletion(change) ? 'complete' : 'change';
    return this.views.asPermitted(ref, action, context, async (actor) => {
      if (actor.standsInFor !== undefined && !this.isDue(found, actor)) throw foreignLead();
      const lead = await this.leads.change(ref, actor, action, (lead) => lead.touch());
      const columns = this.columnsOf(change, found.scheduledAt, await this.days.ofUser(lead.userId));
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
      if (columns.completed_at === null) await this.dropRepeats([activityId]);
      else if (columns.completed_at) await this.repeat([activityId]);
      return row.activity;
    });
  }

  /** Plans the next of each completed follow-up that repeats, once. */
  async repeat(completed: readonly number[]): Promise<void> {
    const done = await this.database.query<{ id: number; scheduledAt: Date; repeatDays: number; zone: string | null }>(
      `select c.id, scheduled_at as "scheduledAt", repeat_days as "repeatDays", owner.time_zone as zone
       from contact_activities c join user_businesses u on u.id = c.user_business_id
       left join assignees owner on owner.id = u.user_id
       where c.id = any ($1) and repeat_days is not null and scheduled_at is not null`,
      [completed],
    );
    if (done.length === 0) return;
    const now = this.clock.now();
    const next = done.map(({ scheduledAt, repeatDays, zone }) =>
      repeated(scheduledAt, repeatDays, now, this.days.of(zone).zone),
    );
    await this.database.query(
      `insert into contact_activities
         (user_business_id, type, description, scheduled_at, repeat_days, repeat_of, created_by, created_at, updated_at)
       select user_business_id, type, description, next.at, repeat_days, c.id, created_by, $3, $3
       from unnest($1::bigint[], $2::timestamptz[]) as next (id, at) join contact_activities c using (id)
       on conflict (repeat_of) where repeat_of is not null do nothing`,
      [done.map(({ id }) => id), next, now],
    );
  }

  /** Removes what `repeat` planned after follow-ups that are open again. */
  async dropRepeats(reopened: readonly number[]): Promise<void> {
    await this.database.query('delete from contact_activities where repeat_of = any ($1) and completed_at is null', [
      reopened,
    ]);
  }

  private isDue({ scheduledAt }: Planned, { timeZone }: Actor): boolean {
    return scheduledAt !== null && scheduledAt < this.days.of(timeZone).present().end;
  }

  private columnsOf(change: Change, present: Date | null, days: DaysInZone): Record<string, unknown> {
    const { scheduledAt, scheduledOn, scheduledTime, snooze, repeatDays, completedAt, outcome } = change;
    const now = this.clock.now();
    const moved = scheduledOn ? days.momentOf(scheduledOn, scheduledTime) : scheduledAt;
    const planned = snooze ? snoozed(snooze, present ?? now, now, days.zone) : moved;
    const completed = completedAt === undefined && outcome ? now : completedAt;
    return {
      updated_at: now,
      ...(planned !== undefined && { scheduled_at: planned }),
      ...(repeatDays !== undefined && { repeat_days: repeatDays }),
      ...(completed !== undefined && { completed_at: completed }),
      ...(outcome !== undefined && { outcome: outcome || null }),
    };
  }
}
