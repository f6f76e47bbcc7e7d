import { Clock, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { momentOf, workingDay } from './working-day.rules.js';

/** Days in the deployment's time zone, `TIME_ZONE`. */
@Injectable()
export class WorkingDays {
  constructor(
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  get zone(): string {
    return this.settings.TIME_ZONE;
  }

  present() {
    return workingDay(this.clock.now(), this.zone);
  }

  momentOf(day: string, time?: string): Date {
    return momentOf(day, this.zone, time);
  }
}
