import { resolveWorkingDays, type WorkingTime } from '@lead-finder/contracts';
import { asService, Bus, LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Period } from './calendar.rules.js';

/** The working days of people in teams, with the days off in a period. The pace counts by them, and by the calendar for everybody else. */
@Injectable()
export class WorkingDays {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns none if the users service does not answer, because numbers matter more than the pace. */
  async of(userIds: number[], { from, to }: Period): Promise<Map<number, WorkingTime>> {
    if (userIds.length === 0) return new Map();
    try {
      const { people } = await this.bus.call(resolveWorkingDays, { userIds, from, to }, asService());
      return new Map(people.map(({ id, ...working }) => [id, working]));
    } catch (error) {
      this.log.warn({ err: error }, 'The pace goes by the calendar: the users service is not reachable.');
      return new Map();
    }
  }
}
