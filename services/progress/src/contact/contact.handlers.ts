import {
  getMonthlyContacts,
  getProgressLeads,
  getWeeklyContacts,
  listTeamWork,
  type ParsedInputOf,
  type ProgressKind,
} from '@lead-finder/contracts';
import { Bus, forbidden, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { weeklyTarget, type Period } from '../calendar/calendar.rules.js';
import { Members } from '../member/member.repository.js';
import { mayReadContacts } from './contact.policy.js';
import { ContactViews } from './contact.views.js';

type Asked = ParsedInputOf<typeof getProgressLeads>;
type WorkKind = Exclude<ProgressKind, 'contacts'>;

/** The meters of the header, and what a number consists of. */
@Controller()
export class ContactHandlers {
  constructor(
    private readonly calendar: Calendar,
    private readonly views: ContactViews,
    private readonly members: Members,
    private readonly bus: Bus,
  ) {}

  @Handle(getWeeklyContacts)
  async week(_: object, context: ActorContext) {
    const changesAt = this.calendar.nextChange('week');
    const { week, today, weekProgress } = this.calendar.present();
    const { count, goal } = await this.own(context, week, today);
    return { count, target: weeklyTarget(goal, today), weekProgress, changesAt };
  }

  @Handle(getMonthlyContacts)
  async month(_: object, context: ActorContext) {
    const changesAt = this.calendar.nextChange('month');
    const { month, today, monthName, monthProgress } = this.calendar.present();
    const { count, goal } = await this.own(context, month, today);
    return { count, target: goal, monthName, monthProgress, changesAt };
  }

  @Handle(getProgressLeads)
  leads(asked: Asked, context: ActorContext) {
    if (!mayReadContacts(context.actor, asked.userId)) throw forbidden();
    const { kind, from, to } = asked;
    return kind === 'contacts' ? this.views.leads({ ...asked, from: from!, to: to! }) : this.work({ ...asked, kind }, context);
  }

  /** Whatever is no contact the leads service knows. */
  private async work({ kind, userId, from, to, page, pageSize }: Asked & { kind: WorkKind }, context: ActorContext) {
    const span = from && to ? this.calendar.momentsOf({ from, to }) : {};
    const { leads, total } = await this.bus.call(listTeamWork, { kind, userId, ...span, page, pageSize }, context);
    return { leads: leads.map(({ status, ...lead }) => ({ ...lead, from: null, to: status })), total };
  }

  private async own(context: ActorContext, period: Period, today: string) {
    const { count, goal } = await this.views.own(context.actor.id, period, today);
    return { count, goal: goal ?? (await this.members.ask(context.actor.id, today, context)).monthlyGoal };
  }
}
