import { getTeamWork, type Brief } from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { dayBefore, weekHolding, weeklyTarget } from '../calendar/calendar.rules.js';
import { TeamViews } from '../team/team.views.js';
import { briefOf, type MemberBrief } from './brief.rules.js';

/** The Monday brief as it is at this moment: its figures are those of the lists behind them. */
@Injectable()
export class ComposeBrief {
  constructor(
    private readonly calendar: Calendar,
    private readonly views: TeamViews,
    private readonly bus: Bus,
  ) {}

  async run(caller: Caller): Promise<Brief> {
    const { week, lastWeek } = this.calendar.present();
    const members: MemberBrief[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const some: { members: MemberBrief[]; next: number | null } = await this.some(lastWeek, after, caller);
      members.push(...some.members);
      after = some.next;
    }
    return { week: week.from, ...lastWeek, ...briefOf(members) };
  }

  private async some(lastWeek: { from: string; to: string }, after: number, caller: Caller) {
    const weekBefore = weekHolding(dayBefore(lastWeek.from));
    const [last, before] = await Promise.all([
      this.views.counts(lastWeek, lastWeek.to, after),
      this.views.counts(weekBefore, weekBefore.to, after),
    ]);
    const userIds = last.members.map(({ user }) => user.id);
    const work = await this.bus.call(getTeamWork, { userIds, ...this.calendar.momentsOf(lastWeek) }, caller);
    const workOf = new Map(work.map((each) => [each.userId, each]));
    const countBefore = new Map(before.members.map(({ user, count }) => [user.id, count]));
    const members = last.members.map(({ user, count, goal }) => ({
      userId: user.id,
      name: user.fullName || user.username,
      count,
      target: weeklyTarget(goal, lastWeek.to),
      before: countBefore.get(user.id) ?? 0,
      work: workOf.get(user.id),
    }));
    return { members, next: last.next };
  }
}
