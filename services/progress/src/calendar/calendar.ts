import { Clock, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ProgressSettings } from '../progress.config.js';
import {
  dayOf,
  elapsedPercent,
  momentsOf,
  monthContaining,
  monthName,
  monthOf,
  nameOfMonth,
  nextChange,
  weekBefore,
  weekContaining,
  weekOf,
  type Day,
  type Period,
} from './calendar.rules.js';

/** Calendars of time zones at the current moment (docs/product/teams.md#time-zones). */
@Injectable()
export class Calendars {
  constructor(
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: ProgressSettings,
  ) {}

  /** Without a zone that of this deployment. */
  of(zone: string | null | undefined): Calendar {
    return new Calendar(this.clock, zone ?? this.settings.TIME_ZONE, zone ?? undefined);
  }
}

export class Calendar {
  constructor(
    private readonly clock: Clock,
    readonly zone: string,
    private readonly ownZone: string | undefined,
  ) {}

  dayOf(at: Date): Day {
    return dayOf(at, this.zone);
  }

  /** Returns the first moment of the period and that after it, with the zone whose days they are. */
  momentsOf(period: Period): { from: string; to: string; timeZone: string | undefined } {
    return { ...momentsOf(period, this.zone), timeZone: this.ownZone };
  }

  /** Returns the moment until which the shares and the day of `present()` do not change. */
  nextChange(): string {
    const changes = (['week', 'month'] as const).map((unit) => nextChange(this.clock.now(), this.zone, unit));
    return changes.reduce((a, b) => (a < b ? a : b)).toISOString();
  }

  endOfDay(): string {
    const today = dayOf(this.clock.now(), this.zone);
    return momentsOf({ from: today, to: today }, this.zone).to;
  }

  /** Returns values of one moment, so that no midnight falls between them. */
  present() {
    const at = this.clock.now();
    const { zone } = this;
    return {
      at,
      today: dayOf(at, zone),
      week: weekOf(at, zone),
      lastWeek: weekBefore(at, zone),
      month: monthOf(at, zone),
      monthName: monthName(at, zone),
      weekProgress: elapsedPercent(at, zone, 'week'),
      monthProgress: elapsedPercent(at, zone, 'month'),
    };
  }

  /** `day` is the day whose goals apply: the last day of a past period, the first of a future one, or today. */
  viewOf(unit: 'week' | 'month', on: Day | undefined) {
    const now = this.present();
    const period = on === undefined ? now[unit] : unit === 'week' ? weekContaining(on) : monthContaining(on);
    const { today, month } = now;
    const isOver = period.to < today;
    const day = isOver ? period.to : period.from > today ? period.from : today;
    if (day >= month.from && day <= month.to)
      return { period, day, monthName: now.monthName, monthProgress: now.monthProgress };
    return { period, day, monthName: nameOfMonth(day), monthProgress: isOver ? 100 : 0 };
  }
}
