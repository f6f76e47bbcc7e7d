import { addActivity, removeActivity, type ContactActivity, type ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, Handle, notFound, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { WorkingDays } from '../follow-up/working-days.js';
import { LeadRepository } from '../lead/lead.repository.js';
import { activityJson } from './activity-columns.js';

@Controller()
export class ActivityHandlers {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly userReplica: UserReplica,
    private readonly clock: Clock,
    private readonly days: WorkingDays,
  ) {}

  @Handle(addActivity)
  add({ ref, type, notes, repeatDays, ...plan }: ParsedInputOf<typeof addActivity>, { actor }: ActorContext) {
    const { scheduledAt = null, scheduledOn, scheduledTime } = plan;
    const planned = scheduledOn ? this.days.momentOf(scheduledOn, scheduledTime) : scheduledAt;
    return this.database.transaction(async () => {
      const now = this.clock.now();
      const lead = await this.leads.change(ref, actor, 'change', (lead) => lead.recordActivity(type, now));
      await this.userReplica.addActor(actor);
      const [row] = await this.database.prepared<{ activity: ContactActivity }>(
        `with c as (
           insert into contact_activities
             (user_business_id, type, description, scheduled_at, repeat_days, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) returning *
         )
         select ${activityJson} as activity from c left join assignees writer on writer.id = c.created_by`,
        [lead.id, type, notes, planned, repeatDays ?? null, actor.id, now],
      );
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
}
