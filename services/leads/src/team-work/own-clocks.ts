import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { sameClock } from '../follow-up/working-day.rules.js';
import { WorkingDays } from '../follow-up/working-days.js';
import type { Parameters } from '../list/lead-filter.rules.js';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  /** The zone whose days `from` and `to` are. */
  timeZone?: string | undefined;
}

/** SQL for the same days of each user's own clock. The bounds over all clocks let the database use an index. */
export interface OwnClocks {
  /** Joins `clock` for the user in that column. */
  join: (user: string) => string;
  isWithin: (column: string) => string;
  isBefore: (column: string, bound: 'today' | 'tomorrow') => string;
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
    const bounds = (of: (Date | null)[]) => of.map(Number).sort((a, b) => a - b);
    const bound = (at: number | undefined) => `${parameters.add(new Date(at!))}::timestamptz`;
    let table: string | undefined;
    const add = () => {
      const columns = Object.values(moments).map((each) => `${parameters.add(each)}::timestamptz[]`);
      const clock = `clock (zone, ${Object.keys(moments).join(', ')})`;
      return `unnest(${parameters.add(zones)}::text[], ${columns.join(', ')}) as ${clock}
        on clock.zone = coalesce(owner.time_zone, ${parameters.add(own)})`;
    };
    return {
      join: (user) => `left join assignees owner on owner.id = ${user} join ${(table ??= add())}`,
      isWithin: (column) => {
        const [first, last] = [bounds(moments.starts)[0], bounds(moments.ends).at(-1)];
        return `${column} >= ${bound(first)} and ${column} < ${bound(last)}
          and ${column} >= clock.starts and ${column} < clock.ends`;
      },
      isBefore: (column, day) => `${column} < ${bound(bounds(moments[day]).at(-1))} and ${column} < clock.${day}`,
    };
  }
}
