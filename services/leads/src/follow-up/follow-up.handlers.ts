import { changeActivity, getMyDay, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { FollowUps } from './follow-ups.js';
import { MyDayViews } from './my-day.views.js';

@Controller()
export class FollowUpHandlers {
  constructor(
    private readonly followUps: FollowUps,
    private readonly myDay: MyDayViews,
  ) {}

  @Handle(changeActivity)
  async change({ activityId, ...change }: ParsedInputOf<typeof changeActivity>, { actor }: ActorContext) {
    const activity = await this.followUps.change(activityId, change, actor);
    const isCompletion = change.completedAt !== undefined || change.outcome !== undefined;
    return { message: isCompletion && activity.completedAt ? 'Follow-up completed' : 'Follow-up updated', activity };
  }

  @Handle(getMyDay)
  getMyDay({ cursor, pageSize }: ParsedInputOf<typeof getMyDay>, { actor }: ActorContext) {
    return this.myDay.of(actor, cursor, pageSize);
  }
}
