import { randomUUID } from 'node:crypto';
import { getTeamWork, type Actor, type PayloadOf, type mailsComposed } from '@lead-finder/contracts';
import { Branches, Bus, Clock, originOf, SERVICE_SETTINGS, type Caller } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { briefMail } from '../brief/brief-mail.rules.js';
import { ComposeBrief } from '../brief/compose-brief.js';
import { Calendar } from '../calendar/calendar.js';
import { dayBefore, weeklyTarget } from '../calendar/calendar.rules.js';
import type { ProgressSettings } from '../progress.config.js';
import { isWorthMailing, summaryMail } from '../summary/summary-mail.rules.js';
import { TeamViews } from '../team/team.views.js';
import { isStale, nextDue, scheduleKinds, type ScheduleKind } from './schedule.rules.js';
import { Schedules, type DueSchedule } from './schedule.repository.js';

/** One event carries all mails, and each may have some kB, a brief with ten names up to 20. */
const maxPerEvent: Record<ScheduleKind, number> = { monday_brief: 20, daily_summary: 50 };

interface Composed {
  mails: PayloadOf<typeof mailsComposed>['mails'];
  /** The user after whom the next mails begin; null after the last. */
  next: number | null;
}

/** The mails and the row of the schedule go into one commit, so no crash sends a mail twice. */
@Injectable()
export class ScheduledMails {
  private readonly composers: Record<ScheduleKind, (after: number) => Promise<Composed>> = {
    monday_brief: (after) => this.briefs(after),
    daily_summary: (after) => this.summaries(after),
  };

  constructor(
    private readonly schedules: Schedules,
    private readonly brief: ComposeBrief,
    private readonly calendar: Calendar,
    private readonly views: TeamViews,
    private readonly bus: Bus,
    private readonly branches: Branches,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: ProgressSettings,
  ) {}

  /** Stores the next times first, so the service finds those that pass during an outage. */
  async run(): Promise<void> {
    const now = this.clock.now();
    for (const kind of scheduleKinds) await this.schedules.plan(kind, nextDue(kind, now, this.settings.TIME_ZONE));
    for (const schedule of await this.schedules.due(now)) await this.process(schedule, now);
  }

  private async process(schedule: DueSchedule, now: Date): Promise<void> {
    const { kind, due } = schedule;
    let { afterUser } = schedule;
    for (;;) {
      const { mails, next }: Composed = isStale(kind, due, now)
        ? { mails: [], next: null }
        : await this.composers[kind](afterUser);
      const isAdvanced = await this.schedules.advance({ kind, due, afterUser }, next, mails, now);
      if (!isAdvanced || next === null) return;
      afterUser = next;
    }
  }

  private async briefs(after: number): Promise<Composed> {
    const leaders = await this.views.leaders(after, maxPerEvent.monday_brief);
    const ids = leaders.map(({ id }) => id);
    const next = ids.length === maxPerEvent.monday_brief ? ids.at(-1)! : null;
    const work = await this.workOf(ids);
    const wanting = leaders.filter(({ id }) => work.get(id)?.wantsBrief ?? true);
    const mails: Composed['mails'] = [];
    for (const readers of await this.bySight(wanting)) {
      const brief = await this.brief.run(readers[0]!, this.asService());
      mails.push({ userIds: readers.map(({ id }) => id), ...briefMail(brief, originOf(this.settings)) });
    }
    return { mails, next };
  }

  /** Groups the leaders who see the same people. */
  private async bySight(leaders: Actor[]): Promise<Actor[][]> {
    const readers = await Promise.all(leaders.map((each) => this.branches.of(each, this.asService())));
    const all = readers.filter(({ branch }) => !branch);
    const own = readers.filter(({ branch }) => branch).map((reader) => [reader]);
    return all.length > 0 ? [all, ...own] : own;
  }

  private async summaries(after: number): Promise<Composed> {
    const { today, week } = this.calendar.present();
    const yesterday = dayBefore(today);
    const [weeks, days] = await Promise.all([
      this.views.counts(week, today, undefined, after, maxPerEvent.daily_summary),
      this.views.counts({ from: yesterday, to: yesterday }, today, undefined, after, maxPerEvent.daily_summary),
    ]);
    const work = await this.workOf(weeks.members.map(({ user }) => user.id));
    const yesterdays = new Map(days.members.map(({ user, count }) => [user.id, count]));
    const mails = weeks.members.flatMap(({ user, count, goal }) => {
      const own = work.get(user.id);
      if (!own?.wantsSummary) return [];
      const target = weeklyTarget(goal, today);
      const summary = {
        name: user.fullName || user.username,
        yesterday: yesterdays.get(user.id) ?? 0,
        week: { count, target },
        work: own,
      };
      return isWorthMailing(summary) ? [{ userIds: [user.id], ...summaryMail(summary, originOf(this.settings)) }] : [];
    });
    return { mails, next: weeks.next };
  }

  private async workOf(userIds: number[]) {
    const span = this.calendar.momentsOf(this.calendar.present().lastWeek);
    const work = await this.bus.call(getTeamWork, { userIds, ...span }, this.asService());
    return new Map(work.map((each) => [each.userId, each]));
  }

  private asService(): Caller {
    return { actor: null, requestId: randomUUID() };
  }
}
