import { resolveWorkingDays } from '@lead-finder/contracts';
import { asService, Bus, Database, LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { workingDay } from './working-day.rules.js';
import { WorkingDays } from './working-days.js';

/** The condition of activities `c` of leads `u` whose reminder is due at $1. */
export const isToRemind = `c.scheduled_at <= $1 and c.scheduled_at is not null and c.completed_at is null and u.user_id > 0
  and c.reminded_for is distinct from c.scheduled_at`;

const maxAsked = 500;
const morningMs = 7 * 3_600_000;

/** Finds whom no reminder may disturb (docs/product/notifications.md#what-notifies-a-user). */
@Injectable()
export class OwnersOff {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly days: WorkingDays,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns owners of due follow-ups who are off, until seven in the morning after. None if the users service is away. */
  async at(now: Date): Promise<number[]> {
    const owners = await this.database.query<{ id: number; zone: string | null }>(
      `select distinct u.user_id as id, a.time_zone as zone
       from contact_activities c join user_businesses u on u.id = c.user_business_id
       left join assignees a on a.id = u.user_id where ${isToRemind}`,
      [now],
    );
    const began = new Date(now.getTime() - morningMs);
    const dayOf = new Map(owners.map(({ id, zone }) => [id, workingDay(began, this.days.of(zone).zone).today]));
    const off: number[] = [];
    try {
      for (let at = 0; at < owners.length; at += maxAsked) {
        const userIds = owners.slice(at, at + maxAsked).map(({ id }) => id);
        const days = userIds.map((id) => dayOf.get(id)!).sort();
        const span = { from: days[0]!, to: days.at(-1)! };
        const { people } = await this.bus.call(resolveWorkingDays, { userIds, ...span }, asService());
        off.push(...people.filter(({ id, daysOff }) => daysOff?.includes(dayOf.get(id)!)).map(({ id }) => id));
      }
    } catch (error) {
      this.log.warn({ err: error }, 'Reminders do not wait for days off: the users service is not reachable.');
    }
    return off;
  }
}
