import { Clock, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ProgressSettings } from '../progress.config.js';
import { dayOf, elapsedPercent, monthName, monthOf, weekBefore, weekOf, type Day } from './calendar.rules.js';

/** The present moment as people of this deployment count it. */
@Injectable()
export class Calendar {
  constructor(
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: ProgressSettings,
  ) {}

  dayOf(at: Date): Day {
    return dayOf(at, this.settings.TIME_ZONE);
  }

  /** All of one moment, so that no midnight falls between the parts of an answer. */
  present() {
    const at = this.clock.now();
    const zone = this.settings.TIME_ZONE;
    return {
      today: dayOf(at, zone),
      week: weekOf(at, zone),
      lastWeek: weekBefore(at, zone),
      month: monthOf(at, zone),
      monthName: monthName(at, zone),
      weekProgress: elapsedPercent(at, zone, 'week'),
      monthProgress: elapsedPercent(at, zone, 'month'),
    };
  }
}
