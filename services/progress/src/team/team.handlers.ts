import {
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  percentComplete,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { dayBefore, weeklyTarget } from '../calendar/calendar.rules.js';
import { TeamViews } from './team.views.js';

type Asked = ParsedInputOf<typeof getTeamMonth>;
type CalendarView = ReturnType<Calendar['viewOf']>;

/** The team's page for managers and administrators. */
@Controller()
export class TeamHandlers {
  constructor(
    private readonly calendar: Calendar,
    private readonly views: TeamViews,
  ) {}

  @Handle(getTeamMonth)
  month({ on, after }: Asked) {
    return this.records(this.calendar.viewOf('month', on), (goal) => goal, after);
  }

  @Handle(getTeamWeek)
  week({ on, after }: Asked) {
    return this.weekRecords(this.calendar.viewOf('week', on), after);
  }

  /** Returns the week before the present one, or before that of `on`; the month is that of the day in question. */
  @Handle(getTeamLastWeek)
  lastWeek({ on, after }: Asked) {
    const { period, monthName, monthProgress } = this.calendar.viewOf('week', on);
    const before = this.calendar.viewOf('week', dayBefore(period.from));
    return this.weekRecords({ ...before, monthName, monthProgress }, after);
  }

  @Handle(getTeamWeeks)
  weeks({ on, after }: ParsedInputOf<typeof getTeamWeeks>) {
    const { period, day } = this.calendar.viewOf('week', on);
    return this.views.weeks(period, day, after);
  }

  @Handle(getTeamDays)
  days(period: ParsedInputOf<typeof getTeamDays>) {
    return this.views.days(period);
  }

  private weekRecords(view: CalendarView, after?: number) {
    return this.records(view, (goal) => weeklyTarget(goal, view.day), after);
  }

  private async records(
    { period, day, monthName, monthProgress }: CalendarView,
    targetOf: (goal: number) => number,
    after?: number,
  ) {
    const [{ members, next }, total] = await Promise.all([this.views.counts(period, day, after), this.views.size()]);
    const records = members.map(({ user, count, goal }) => {
      const target = targetOf(goal);
      return { user, count, target, percentage: percentComplete(count, target), monthName, monthProgress };
    });
    return { members: records, next, total };
  }
}
