import {
  getTeamWork,
  leadersOnly,
  worksOn,
  type Actor,
  type MemberWork,
  type PayloadOf,
  type mailsComposed,
} from '@lead-finder/contracts';
import { asService, Branches, Bus, Clock, originOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { briefMail } from '../brief/brief-mail.rules.js';
import { ComposeBrief } from '../brief/compose-brief.js';
import { Calendars, type Calendar } from '../calendar/calendar.js';
import { dayBefore, weeklyTarget } from '../calendar/calendar.rules.js';
import { WorkingDays } from '../calendar/working-days.js';
import type { ProgressSettings } from '../progress.config.js';
import { isWorthMailing, summaryMail } from '../summary/summary-mail.rules.js';
import { TeamViews } from '../team/team.views.js';
import { isStale, lastDue, scheduleKinds, type ScheduleKind } from './schedule.rules.js';
import { Schedules, type ZoneDay } from './schedule.repository.js';

/** One event carries all mails, and each may have some kB, a brief with ten names up to 20. */
const maxPerEvent: Record<ScheduleKind, number> = { monday_brief: 20, daily_summary: 50 };

type Mails = PayloadOf<typeof mailsComposed>['mails'];

/** The mails and the day of each user's last mail go into one commit, so no crash sends a mail twice. */
@Injectable()
export class ScheduledMails {
  private readonly composers: Record<ScheduleKind, (users: Actor[], calendar: Calendar) => Promise<Mails>> = {
    monday_brief: (users, calendar) => this.briefs(users, calendar),
    daily_summary: (users, calendar) => this.summaries(users, calendar),
  };

  constructor(
    private readonly schedules: Schedules,
    private readonly brief: ComposeBrief,
    private readonly calendars: Calendars,
    private readonly views: TeamViews,
    private readonly workingDays: WorkingDays,
    private readonly bus: Bus,
    private readonly branches: Branches,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: ProgressSettings,
  ) {}

  /** Sends each user's mails at the hour of the user's own clock (docs/product/teams.md#time-zones). */
  async run(): Promise<void> {
    const now = this.clock.now();
    const dueIn = (kind: ScheduleKind, zone: string | null, at: Date) =>
      lastDue(kind, at, this.calendars.of(zone).zone);
    await this.schedules.takeOver(now, (kind, at) => dueIn(kind, null, at).day);
    const zones = await this.schedules.zones();
    for (const kind of scheduleKinds) {
      const days = zones.map((zone) => ({ zone, ...dueIn(kind, zone, now) }));
      await this.schedules.begin(kind, days);
      for (const each of days) if (!isStale(kind, each.at, now)) await this.send(kind, each);
    }
  }

  private async send(kind: ScheduleKind, due: ZoneDay): Promise<void> {
    for (;;) {
      const users = await this.schedules.next(kind, due, maxPerEvent[kind]);
      if (users.length === 0) return;
      const mails = await this.composers[kind](users, this.calendars.of(due.zone));
      await this.schedules.finish(
        kind,
        due.day,
        users.map(({ id }) => id),
        mails,
      );
    }
  }

  private async briefs(users: Actor[], calendar: Calendar): Promise<Mails> {
    const leaders = users.filter(({ role }) => leadersOnly.includes(role));
    const work = await this.workOf(leaders, calendar);
    const mails: Mails = [];
    for (const readers of await this.bySight(leaders.filter(({ id }) => work.get(id)?.wantsBrief ?? true))) {
      const brief = await this.brief.run(readers[0]!, asService());
      mails.push({ userIds: readers.map(({ id }) => id), ...briefMail(brief, originOf(this.settings)) });
    }
    return mails;
  }

  /** Groups the leaders who see the same people. */
  private async bySight(leaders: Actor[]): Promise<Actor[][]> {
    const readers = await Promise.all(leaders.map((each) => this.branches.of(each, asService())));
    const all = readers.filter(({ branch }) => !branch);
    const own = readers.filter(({ branch }) => branch).map((reader) => [reader]);
    return all.length > 0 ? [all, ...own] : own;
  }

  private async summaries(users: Actor[], calendar: Calendar): Promise<Mails> {
    const { today, week } = calendar.present();
    const yesterday = dayBefore(today);
    const ids = users.map(({ id }) => id);
    const [weeks, days, work, working] = await Promise.all([
      this.views.counts(week, today, ids),
      this.views.counts({ from: yesterday, to: yesterday }, today, ids),
      this.workOf(users, calendar),
      this.workingDays.of(ids, { from: today, to: today }),
    ]);
    const yesterdays = new Map(days.members.map(({ user, count }) => [user.id, count]));
    return weeks.members.flatMap(({ user, count, goal }) => {
      const own = work.get(user.id);
      const time = working.get(user.id);
      if (!own?.wantsSummary || (time && !worksOn(today, time))) return [];
      const target = weeklyTarget(goal, today);
      const summary = {
        name: user.fullName || user.username,
        yesterday: yesterdays.get(user.id) ?? 0,
        week: { count, target },
        work: own,
      };
      return isWorthMailing(summary) ? [{ userIds: [user.id], ...summaryMail(summary, originOf(this.settings)) }] : [];
    });
  }

  private async workOf(users: Actor[], calendar: Calendar) {
    if (users.length === 0) return new Map<number, MemberWork>();
    const span = calendar.momentsOf(calendar.present().lastWeek);
    const userIds = users.map(({ id }) => id);
    const work = await this.bus.call(getTeamWork, { userIds, ...span }, asService());
    return new Map(work.map((each) => [each.userId, each]));
  }
}
