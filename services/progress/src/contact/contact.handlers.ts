import { getMonthlyContacts, getProgressLeads, getWeeklyContacts, type ParsedInputOf } from '@lead-finder/contracts';
import { forbidden, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { weeklyTarget, type Period } from '../calendar/calendar.rules.js';
import { Members } from '../member/member.repository.js';
import { mayReadContacts } from './contact.policy.js';
import { ContactViews } from './contact.views.js';

/** The meters of the header, and what a number consists of. */
@Controller()
export class ContactHandlers {
  constructor(
    private readonly calendar: Calendar,
    private readonly views: ContactViews,
    private readonly members: Members,
  ) {}

  @Handle(getWeeklyContacts)
  async week(_: object, context: ActorContext) {
    const { week, today, weekProgress } = this.calendar.present();
    const { count, goal } = await this.own(context, week, today);
    return { count, target: weeklyTarget(goal, today), weekProgress };
  }

  @Handle(getMonthlyContacts)
  async month(_: object, context: ActorContext) {
    const { month, today, monthName, monthProgress } = this.calendar.present();
    const { count, goal } = await this.own(context, month, today);
    return { count, target: goal, monthName, monthProgress };
  }

  @Handle(getProgressLeads)
  leads(filter: ParsedInputOf<typeof getProgressLeads>, { actor }: ActorContext) {
    if (!mayReadContacts(actor, filter.userId)) throw forbidden();
    return this.views.leads(filter);
  }

  private async own(context: ActorContext, period: Period, today: string) {
    const { count, goal } = await this.views.own(context.actor.id, period, today);
    return { count, goal: goal ?? (await this.members.ask(context.actor.id, today, context)).monthlyGoal };
  }
}
