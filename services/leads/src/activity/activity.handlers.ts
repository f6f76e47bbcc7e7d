import { addActivity, removeActivity, type ContactActivity, type ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, Handle, notFound, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Notifications } from '../notification/notifications.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { WorkingDays } from '../follow-up/working-days.js';
import { writesForOwner } from '../lead/lead.policy.js';
import { LeadRepository } from '../lead/lead.repository.js';
import { LeadViews } from '../lead/lead.views.js';
import { distanceText, metresFrom } from '../lead/distance.js';
import { isLocated } from '../list/lead-filter.rules.js';
import { activityJson } from './activity-columns.js';

type Position = NonNullable<ParsedInputOf<typeof addActivity>['position']>;

@Controller()
export class ActivityHandlers {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly views: LeadViews,
    private readonly userReplica: UserReplica,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly days: WorkingDays,
  ) {}

  @Handle(addActivity)
  async add(
    { ref, type, notes, repeatDays, position, ...plan }: ParsedInputOf<typeof addActivity>,
    context: ActorContext,
  ) {
    const { scheduledAt = null, scheduledOn, scheduledTime } = plan;
    const isForOwner = scheduledOn !== undefined || scheduledAt !== null || type === 'note';
    const action = isForOwner ? 'comment' : 'change';
    return this.views.asPermitted(ref, action, context, async (actor) => {
      const now = this.clock.now();
      const lead = await this.leads.change(ref, actor, action, (lead) =>
        lead.recordActivity(writesForOwner(actor, lead) ? 'note' : type, now),
      );
      const planned = scheduledOn
        ? (await this.days.ofUser(lead.userId)).momentOf(scheduledOn, scheduledTime)
        : scheduledAt;
      await this.userReplica.addActor(actor);
      const distance = position ? await this.distanceOf(lead.id, position) : null;
      const description = distance === null ? notes : `${notes}, ${distanceText(distance)} away`;
      const [row] = await this.database.prepared<{ activity: ContactActivity }>(
        `with c as (
           insert into contact_activities
             (user_business_id, type, description, scheduled_at, repeat_days, created_by, created_at, updated_at,
              latitude, longitude, distance)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10) returning *
         )
         select ${activityJson} as activity from c left join assignees writer on writer.id = c.created_by`,
        [
          lead.id,
          type,
          description,
          planned,
          repeatDays ?? null,
          actor.id,
          now,
          position?.latitude,
          position?.longitude,
          distance,
        ],
      );
      if (writesForOwner(actor, lead)) await this.notifications.commented(lead, row!.activity, actor);
      return { message: 'Activity added', activity: row!.activity };
    });
  }

  @Handle(removeActivity)
  remove({ activityId }: ParsedInputOf<typeof removeActivity>, { actor }: ActorContext) {
    return this.database.transaction(async () => {
      const [activity] = await this.database.query<{ leadId: number }>(
        'select user_business_id as "leadId" from contact_activities where id = $1',
        [activityId],
      );
      if (!activity) throw notFound('Activity');
      await this.leads.change({ id: activity.leadId }, actor, 'change', (lead) => lead.touch());
      const gone = await this.database.query('delete from contact_activities where id = $1 returning id', [activityId]);
      if (gone.length === 0) throw notFound('Activity');
      return { message: 'Activity deleted' };
    });
  }

  private async distanceOf(id: number, { latitude, longitude }: Position): Promise<number | null> {
    const [row] = await this.database.prepared<{ metres: number }>(
      `select ${metresFrom('$2::float8', '$3::float8')} as metres from user_businesses where id = $1 and ${isLocated}`,
      [id, latitude, longitude],
    );
    return row?.metres ?? null;
  }
}
