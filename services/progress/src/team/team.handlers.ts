import { getTeamLastWeek, getTeamMonth, getTeamWeek, percentComplete, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { weeklyTarget, type Day, type Period } from '../calendar/calendar.rules.js';
import { TeamViews } from './team.views.js';

type After = ParsedInputOf<typeof getTeamMonth>;
type Present = ReturnType<Calendar['present']>;

/** The team screen of managers and admins. */
@Controller()
export class TeamHandlers {
  constructor(
    private readonly calendar: Calendar,
    private readonly views: TeamViews,
  ) {}

  @Handle(getTeamMonth)
  month({ after }: After) {
    const now = this.calendar.present();
    return this.records(now, now.month, now.today, (goal) => goal, after);
  }

  @Handle(getTeamWeek)
  week({ after }: After) {
    const now = this.calendar.present();
    return this.records(now, now.week, now.today, (goal) => weeklyTarget(goal, now.today), after);
  }

  /** Sunday is the day in question: the list shows what the week ended with. */
  @Handle(getTeamLastWeek)
  lastWeek({ after }: After) {
    const now = this.calendar.present();
    const sunday = now.lastWeek.to;
    return this.records(now, now.lastWeek, sunday, (goal) => weeklyTarget(goal, sunday), after);
  }

  private async records(now: Present, period: Period, day: Day, targetOf: (goal: number) => number, after?: number) {
    const { monthName, monthProgress } = now;
    const { members, next } = await this.views.counts(period, day, after);
    const records = members.map(({ user, count, goal }) => {
      const target = targetOf(goal);
      return { user, count, target, percentage: percentComplete(count, target), monthName, monthProgress };
    });
    return { members: records, next };
  }
}
