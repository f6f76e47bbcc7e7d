import { resolveStandsIn, type Actor } from '@lead-finder/contracts';
import { asService, Bus, Database, orIfUnavailable, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isWorkable } from '../follow-up/workable.rules.js';
import { WorkingDays } from '../follow-up/working-days.js';
import { may, type LeadAction } from './lead.policy.js';

/** Lets stand-ins work the due follow-ups of people on leave (docs/product/teams.md#leave). */
@Injectable()
export class StandIns {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly days: WorkingDays,
  ) {}

  /** Returns the first moment of leave by person, and none if the users service does not answer. */
  async people({ actor }: ActorContext): Promise<Map<number, Date>> {
    const asked = this.bus.call(resolveStandsIn, { userId: actor.id }, asService());
    const { people } = await orIfUnavailable(asked, { people: [] });
    return new Map(people.map(({ id, since }) => [id, new Date(since)]));
  }

  /** Returns the actor with the rights of a stand-in for this lead, if the action needs them and the actor has them. */
  async actorFor({ id, userId }: { id: number; userId: number }, action: LeadAction, context: ActorContext) {
    const { actor } = context;
    const standIn = { ...actor, standsInFor: userId };
    if (may(actor, action, { userId }) || !may(standIn, action, { userId })) return actor;
    const since = (await this.people(context)).get(userId);
    return since && (await this.isDue(id, since, actor)) ? standIn : actor;
  }

  /** A lead that was due since the leave began stays in sight after its follow-up is completed. */
  private async isDue(id: number, since: Date, { timeZone }: Actor): Promise<boolean> {
    const [due] = await this.database.query(
      `select from user_businesses u join contact_activities c on c.user_business_id = u.id
       where u.id = $1 and ${isWorkable} and c.scheduled_at < $2
         and (c.completed_at is null or c.completed_at >= $3) limit 1`,
      [id, this.days.of(timeZone).present().end, since],
    );
    return due !== undefined;
  }
}
