import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { lateness, momentOf, workingDay } from './working-day.rules.js';

/** The days of time zones (docs/product/teams.md#time-zones). */
@Injectable()
export class WorkingDays {
  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  /** Without a zone that of this deployment. */
  of(zone: string | null | undefined): DaysInZone {
    return new DaysInZone(this.clock, zone ?? this.settings.TIME_ZONE);
  }

  async ofUser(id: number): Promise<DaysInZone> {
    const [user] = await this.database.query<{ zone: string | null }>(
      'select time_zone as zone from assignees where id = $1',
      [id],
    );
    return this.of(user?.zone);
  }
}

export class DaysInZone {
  constructor(
    private readonly clock: Clock,
    readonly zone: string,
  ) {}

  present() {
    return workingDay(this.clock.now(), this.zone);
  }

  /** Today from that time ('HH:MM') on. */
  todayFrom(time: string): string | null {
    const { today } = this.present();
    return this.clock.now() >= this.momentOf(today, time) ? today : null;
  }

  momentOf(day: string, time?: string): Date {
    return momentOf(day, this.zone, time);
  }

  lateness(plan: Date) {
    return lateness(plan, this.clock.now(), this.zone);
  }
}
