import {
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  peopleSeenBy,
  percentComplete,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendars, type Calendar } from '../calendar/calendar.js';
import { dayBefore, weeklyTarget } from '../calendar/calendar.rules.js';
import { WorkingDays } from '../calendar/working-days.js';
import { TeamViews, type People } from './team.views.js';

type Asked = ParsedInputOf<typeof getTeamMonth>;
type CalendarView = ReturnType<Calendar['viewOf']>;

/** The team's page for managers and administrators. */
@Controller()
export class TeamHandlers {
  constructor(
    private readonly calendars: Calendars,
    private readonly workingDays: WorkingDays,
    private readonly views: TeamViews,
  ) {}

  @Handle(getTeamMonth)
  async month({ on, after }: Asked, context: ActorContext) {
    const { actor } = context;
    const view = this.calendars.of(actor.timeZone).viewOf('month', on);
    const { members, ...rest } = await this.records(view, (goal) => goal, peopleSeenBy(actor), after);
    const ids = members.map(({ user }) => user.id);
    const days = await this.workingDays.of(ids, view.period);
    return { members: members.map((record) => ({ ...record, ...days.get(record.user.id) })), ...rest };
  }

  @Handle(getTeamWeek)
  week({ on, after }: Asked, { actor }: ActorContext) {
    return this.weekRecords(this.calendars.of(actor.timeZone).viewOf('week', on), peopleSeenBy(actor), after);
  }

  /** Returns the week before the present one, or before that of `on`; the month is that of the day in question. */
  @Handle(getTeamLastWeek)
  lastWeek({ on, after }: Asked, { actor }: ActorContext) {
    const calendar = this.calendars.of(actor.timeZone);
    const { period, monthName, monthProgress } = calendar.viewOf('week', on);
    const before = calendar.viewOf('week', dayBefore(period.from));
    return this.weekRecords({ ...before, monthName, monthProgress }, peopleSeenBy(actor), after);
  }

  @Handle(getTeamWeeks)
  weeks({ on, after }: ParsedInputOf<typeof getTeamWeeks>, { actor }: ActorContext) {
    const { period, day } = this.calendars.of(actor.timeZone).viewOf('week', on);
    return this.views.weeks(period, day, peopleSeenBy(actor), after);
  }

  @Handle(getTeamDays)
  days(period: ParsedInputOf<typeof getTeamDays>, { actor }: ActorContext) {
    return this.views.days(period, peopleSeenBy(actor));
  }

  private weekRecords(view: CalendarView, people: People, after?: number) {
    return this.records(view, (goal) => weeklyTarget(goal, view.day), people, after);
  }

  private async records(
    { period, day, monthName, monthProgress }: CalendarView,
    targetOf: (goal: number) => number,
    people: People,
    after?: number,
  ) {
    const [{ members, next }, total] = await Promise.all([
      this.views.counts(period, day, people, after),
      this.views.size(people),
    ]);
    const records = members.map(({ user, count, goal }) => {
      const target = targetOf(goal);
      return { user, count, target, percentage: percentComplete(count, target), monthName, monthProgress };
    });
    return { members: records, next, total };
  }
}
