import {
  changeActivity,
  endCalendar,
  getCalendarState,
  getMyDay,
  readCalendar,
  renewCalendar,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendars } from './calendars.js';
import { FollowUps } from './follow-ups.js';
import { MyDayViews } from './my-day.views.js';

@Controller()
export class FollowUpHandlers {
  constructor(
    private readonly followUps: FollowUps,
    private readonly myDay: MyDayViews,
    private readonly calendars: Calendars,
  ) {}

  @Handle(changeActivity)
  async change({ activityId, ...change }: ParsedInputOf<typeof changeActivity>, context: ActorContext) {
    const activity = await this.followUps.change(activityId, change, context);
    const isCompletion = change.completedAt !== undefined || change.outcome !== undefined;
    return { message: isCompletion && activity.completedAt ? 'Follow-up completed' : 'Follow-up updated', activity };
  }

  @Handle(getMyDay)
  getMyDay({ cursor, pageSize }: ParsedInputOf<typeof getMyDay>, context: ActorContext) {
    return this.myDay.of(context, cursor, pageSize);
  }

  @Handle(getCalendarState)
  async calendarState(_: unknown, { actor }: ActorContext) {
    return { since: await this.calendars.since(actor.id) };
  }

  @Handle(renewCalendar)
  async renewCalendar(_: unknown, { actor }: ActorContext) {
    return { token: await this.calendars.renew(actor.id) };
  }

  @Handle(endCalendar)
  async endCalendar(_: unknown, { actor }: ActorContext) {
    await this.calendars.end(actor.id);
    return { message: 'Calendar address removed' };
  }

  @Handle(readCalendar)
  readCalendar({ token }: ParsedInputOf<typeof readCalendar>) {
    return this.calendars.read(token);
  }
}
