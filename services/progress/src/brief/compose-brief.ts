import { getTeamWork, peopleSeenBy, worksOn, type Actor, type Brief } from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Calendars } from '../calendar/calendar.js';
import { dayBefore, daysOf, weekContaining, weeklyTarget, type Period } from '../calendar/calendar.rules.js';
import { WorkingDays } from '../calendar/working-days.js';
import { TeamViews } from '../team/team.views.js';
import { briefOf, isNewIn, type MemberBrief } from './brief.rules.js';

/** Composes the current Monday brief. Its numbers equal those of the lists behind them. */
@Injectable()
export class ComposeBrief {
  constructor(
    private readonly calendars: Calendars,
    private readonly views: TeamViews,
    private readonly workingDays: WorkingDays,
    private readonly bus: Bus,
  ) {}

  async run(reader: Actor, caller: Caller): Promise<Brief> {
    const { week, lastWeek } = this.calendars.of(reader.timeZone).present();
    const members: MemberBrief[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const page: { members: MemberBrief[]; next: number | null } = await this.page(lastWeek, reader, after, caller);
      members.push(...page.members);
      after = page.next;
    }
    return { week: week.from, ...lastWeek, ...briefOf(members) };
  }

  private async page(lastWeek: Period, reader: Actor, after: number, caller: Caller) {
    const people = peopleSeenBy(reader);
    const weekBefore = weekContaining(dayBefore(lastWeek.from));
    const [last, before] = await Promise.all([
      this.views.counts(lastWeek, lastWeek.to, people, after),
      this.views.counts(weekBefore, weekBefore.to, people, after),
    ]);
    const userIds = last.members.map(({ user }) => user.id);
    const span = this.calendars.of(reader.timeZone).momentsOf(lastWeek);
    const [work, working] = await Promise.all([
      this.bus.call(getTeamWork, { userIds, ...span }, caller),
      this.workingDays.of(userIds, lastWeek),
    ]);
    const isOff = (id: number) => {
      const own = working.get(id);
      return own !== undefined && !daysOf(lastWeek).some((day) => worksOn(day, own));
    };
    const workOf = new Map(work.map((each) => [each.userId, each]));
    const countBefore = new Map(before.members.map(({ user, count }) => [user.id, count]));
    const members = last.members.map(({ user, count, goal, since }) => ({
      userId: user.id,
      name: user.fullName || user.username,
      count,
      target: isNewIn(lastWeek, { since, count }) || isOff(user.id) ? 0 : weeklyTarget(goal, lastWeek.to),
      before: countBefore.get(user.id) ?? 0,
      work: workOf.get(user.id),
    }));
    return { members, next: last.next };
  }
}
