import {
  getOwnProgress,
  getOwnWeek,
  getProgressLeads,
  listTeamWork,
  peopleSeenBy,
  type ParsedInputOf,
  type ProgressKind,
} from '@lead-finder/contracts';
import { Bus, forbidden, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendars } from '../calendar/calendar.js';
import { WorkingDays } from '../calendar/working-days.js';
import { weeklyTarget, type Period } from '../calendar/calendar.rules.js';
import { UserReplica } from '../user-replica/user-replica.repository.js';
import { mayReadContacts } from './contact.policy.js';
import { ContactViews } from './contact.views.js';

type Asked = ParsedInputOf<typeof getProgressLeads>;
type WorkKind = Exclude<ProgressKind, 'contacts'>;

const spanOf = (one: Period, other: Period): Period => ({
  from: one.from < other.from ? one.from : other.from,
  to: one.to > other.to ? one.to : other.to,
});

/** The meters of the header, and the leads behind a number. */
@Controller()
export class ContactHandlers {
  constructor(
    private readonly calendars: Calendars,
    private readonly views: ContactViews,
    private readonly replica: UserReplica,
    private readonly workingDays: WorkingDays,
    private readonly bus: Bus,
  ) {}

  @Handle(getOwnProgress)
  async own(_: object, context: ActorContext) {
    const { id, timeZone, teams = [] } = context.actor;
    const calendar = this.calendars.of(timeZone);
    const ends = { changesAt: calendar.nextChange(), dayEndsAt: calendar.endOfDay() };
    const { week, month, today, monthName, weekProgress, monthProgress } = calendar.present();
    const [own, days] = await Promise.all([
      this.views.own(id, week, month, today),
      this.workingDays.of(teams.length > 0 ? [id] : [], spanOf(week, month)),
    ]);
    const working = days.get(id);
    const goal = own.goal ?? (await this.replica.fetch(id, context)).monthlyGoal;
    return {
      week: { count: own.week, target: weeklyTarget(goal, today), weekProgress, ...working },
      month: { count: own.month, target: goal, monthName, monthProgress, ...working },
      ...ends,
    };
  }

  @Handle(getOwnWeek)
  async week(_: object, { actor }: ActorContext) {
    const { week, today } = this.calendars.of(actor.timeZone).present();
    return { today, days: await this.views.days(actor.id, week) };
  }

  @Handle(getProgressLeads)
  leads(asked: Asked, context: ActorContext) {
    if (!mayReadContacts(context.actor, asked.userId)) throw forbidden();
    const { kind, from, to } = asked;
    return kind === 'contacts'
      ? this.views.leads({ ...asked, people: peopleSeenBy(context.actor), from: from!, to: to! })
      : this.work({ ...asked, kind }, context);
  }

  /** Asks the leads service for all kinds other than contacts. */
  private async work({ kind, userId, from, to, page, pageSize }: Asked & { kind: WorkKind }, context: ActorContext) {
    const span = from && to ? this.calendars.of(context.actor.timeZone).momentsOf({ from, to }) : {};
    const whose = userId === undefined ? { userIds: peopleSeenBy(context.actor) } : { userId };
    const asked = { kind, ...whose, ...span, page, pageSize };
    const { leads, total } = await this.bus.call(listTeamWork, asked, context);
    return { leads: leads.map(({ status, ...lead }) => ({ ...lead, from: null, to: status })), total };
  }
}
