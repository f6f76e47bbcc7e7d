import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { sameClock } from '../follow-up/working-day.rules.js';
import { WorkingDays } from '../follow-up/working-days.js';
import type { Parameters } from '../list/parameters.js';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  /** The zone whose days `from` and `to` are. */
  timeZone?: string | undefined;
}

/** SQL conditions on a column by the own clock of the user in another column. */
export interface OwnClocks {
  isWithin: (column: string, user: string) => string;
  isBefore: (column: string, user: string, day: 'today' | 'tomorrow') => string;
}

@Injectable()
export class OwnClockViews {
  constructor(
    private readonly database: Database,
    private readonly days: WorkingDays,
  ) {}

  async of({ from, to, timeZone }: Period, parameters: Parameters): Promise<OwnClocks> {
    const asked = this.days.of(timeZone).zone;
    const rows = await this.database.query<{ zone: string | null }>('select distinct time_zone as zone from assignees');
    const own = this.days.of(null).zone;
    const zones = [...new Set([own, ...rows.map(({ zone }) => zone ?? own)])];
    const shift = (at: string | undefined) =>
      zones.map((zone) => (at === undefined ? null : sameClock(new Date(at), asked, zone)));
    const present = zones.map((zone) => this.days.of(zone).present());
    const moments = {
      starts: shift(from),
      ends: shift(to),
      today: present.map(({ start }) => start),
      tomorrow: present.map(({ end }) => end),
    };
    const bound = (at: number) => `${parameters.add(new Date(at))}::timestamptz`;
    const rangeOf = (of: (Date | null)[]) => {
      const times = of.map(Number);
      return { first: bound(Math.min(...times)), last: bound(Math.max(...times)) };
    };
    let table: string | undefined;
    const add = () => {
      const columns = Object.values(moments).map((each) => `${parameters.add(each)}::timestamptz[]`);
      const clock = `clock (zone, ${Object.keys(moments).join(', ')})`;
      return `unnest(${parameters.add(zones)}::text[], ${columns.join(', ')}) as ${clock}
        on clock.zone = coalesce(owner.time_zone, ${parameters.add(own)})`;
    };
    // Most rows pass or fail on every clock, so the database looks up the clock of few.
    const onOwnClock = (user: string, condition: string) =>
      `exists (select from assignees owner join ${(table ??= add())} where owner.id = ${user} and ${condition})`;
    return {
      isWithin: (column, user) => {
        const [starts, ends] = [rangeOf(moments.starts), rangeOf(moments.ends)];
        return `${column} >= ${starts.first} and ${column} < ${ends.last}
          and (${column} >= ${starts.last} and ${column} < ${ends.first}
            or ${onOwnClock(user, `${column} >= clock.starts and ${column} < clock.ends`)})`;
      },
      isBefore: (column, user, day) => {
        const { first, last } = rangeOf(moments[day]);
        return `${column} < ${last} and (${column} < ${first} or ${onOwnClock(user, `${column} < clock.${day}`)})`;
      },
    };
  }
}
