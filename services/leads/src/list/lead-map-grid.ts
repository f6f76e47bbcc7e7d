import type { Actor, LeadStatus } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isInBox } from '../lead/lead-point.js';
import { countersOfChange } from './counted-owners.js';
import { allUsers, isLocated, storedConditions, type ScopedFilter } from './lead-filter.rules.js';
import { maxSampled } from './lead-totals.js';
import { Parameters } from './parameters.js';
import { isScreenful, squareDegrees, finestLevel, levelFor, levels, partsOf, type Box } from './map-box.rules.js';
import { deleteEmpty, type RolledUpCounts } from './waiting-changes.js';

/** A map reads at most this many waiting changes. While more wait, its counts are those of the last roll-up. */
const maxChanges = 10_000;
/** A level that is fine enough to frame a map or to sample the world, and has few rows to read. */
const frameLevel = 6;

/** A square of the map and the leads in it. Its position is their mean. */
export interface GridSquare {
  latitude: number;
  longitude: number;
  count: number;
  bounds: Box;
  statuses: Partial<Record<LeadStatus, number>>;
}

export interface DrawnSquares {
  squares: GridSquare[];
  sampled: boolean;
}

/** Counts leads that are neither archived nor existing customers per square, so that large maps read no leads. */
@Injectable()
export class LeadMapGrid implements RolledUpCounts {
  readonly changes = 'lead_cell_changes';
  /** The square of level 9. */
  readonly partition = '(x >> 3) + (y >> 3)';

  constructor(private readonly database: Database) {}

  /** Reads stored squares of the level of `zoom` and changes that are not rolled up. */
  async squares(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<DrawnSquares> {
    const level = levelFor(zoom) ?? finestLevel;
    const parameters = new Parameters();
    const side = squareDegrees(level);
    const inside = insideOf(box, level, parameters);
    const { stored, changed, scanned } = storedConditions('grid', filter, actor, parameters);
    const degrees = `${parameters.add(side)}::float8`;
    const wider = Math.max(0, level - zoom);
    const rows = await this.database.query<GridSquare & { sampled: boolean }>(
      `with waiting as materialized (select * from lead_cell_changes limit ${maxChanges + 1}),
       fine as (
         select x, y, status, leads, latitude, longitude from lead_cells
         where level = ${level} and ${stored} and (${inside})
         union all
         select x, y, status, leads, latitude, longitude from (
           select x >> ${finestLevel - level} as x, y >> ${finestLevel - level} as y, status, leads, latitude, longitude
           from waiting where ${changed}
           union all
           ${squaresOfLeads(level, scanned)}
         ) as changes where ${inside}
       ),
       statuses as (
         select x >> ${wider} as square_x, y >> ${wider} as square_y, status, sum(leads)::int as leads,
           sum(latitude) as latitude, sum(longitude) as longitude,
           min(x) as west, min(y) as south, max(x) + 1 as east, max(y) + 1 as north
         from fine group by 1, 2, 3 having sum(leads) > 0
       )
       select sum(latitude) / sum(leads) as latitude, sum(longitude) / sum(leads) as longitude,
         sum(leads)::int as count,
         json_build_object('west', min(west) * ${degrees}, 'south', min(south) * ${degrees},
           'east', max(east) * ${degrees}, 'north', max(north) * ${degrees}) as bounds,
         json_object_agg(status, leads) as statuses,
         (select count(*) > ${maxChanges} from waiting) as sampled
       from statuses group by square_x, square_y`,
      parameters.values,
    );
    return { squares: rows.map(({ sampled: _sampled, ...square }) => square), sampled: rows[0]?.sampled ?? false };
  }

  /** SQL for a sample of all leads in the box, in which each square has its share, and of these the ones that `where` selects. */
  sample(box: Box, where: string, parameters: Parameters): string {
    const level = levels.findLast((each) => isScreenful(box, each) || each === frameLevel)!;
    const side = `${parameters.add(squareDegrees(level))}::float8`;
    const square = { west: `x * ${side}`, south: `y * ${side}`, east: `(x + 1) * ${side}`, north: `(y + 1) * ${side}` };
    return `select latitude, longitude, status
      from (
        select x, y, sum(leads) / sum(sum(leads)) over () as share from lead_cells
        where level = ${level} and user_id = ${allUsers} and (${insideOf(box, level, parameters)})
        group by x, y having sum(leads) > 0
      ) as squares
      cross join lateral (
        select * from user_businesses where ${isInBox(square)} limit ceil(share * ${maxSampled})
      ) as leads
      where ${where}`;
  }

  /** Estimates how many leads of all users lie in the box, as of the last roll-up. */
  async countIn(box: Box, zoom: number): Promise<number> {
    const level = levels.findLast((each) => each <= zoom) ?? levels[0];
    const parameters = new Parameters();
    const inside = insideOf(box, level, parameters);
    const [row] = await this.database.query<{ leads: number }>(
      `select coalesce(sum(leads), 0)::int as leads from lead_cells
       where level = ${level} and user_id = ${allUsers} and (${inside})`,
      parameters.values,
    );
    return row!.leads;
  }

  /** Returns a box around all squares of the filter, or null before the first roll-up. */
  async frame(filter: ScopedFilter, actor: Actor): Promise<Box | null> {
    const parameters = new Parameters();
    const { stored, scanned } = storedConditions('grid', filter, actor, parameters);
    const degrees = `${parameters.add(squareDegrees(frameLevel))}::float8`;
    const [row] = await this.database.query<Box>(
      `select min(x) * ${degrees} as west, min(y) * ${degrees} as south,
         (max(x) + 1) * ${degrees} as east, (max(y) + 1) * ${degrees} as north
       from (
         select x, y from lead_cells where level = ${frameLevel} and ${stored} and leads > 0
         union all
         select x, y from (${squaresOfLeads(frameLevel, scanned)}) as leads
       ) as squares`,
      parameters.values,
    );
    return row?.west == null ? null : row;
  }

  async rollUp(taken: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `with changes as (${taken}),
       added as (
         insert into lead_cells (level, user_id, x, y, status, leads, latitude, longitude)
         select level, whose, x >> (${finestLevel} - level), y >> (${finestLevel} - level), status,
           sum(leads), sum(latitude), sum(longitude)
         from changes
         cross join unnest(array[${levels.join(', ')}]) as level
         cross join lateral ${countersOfChange} as whose
         group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5
         on conflict (level, user_id, x, y, status) do update set
           leads = lead_cells.leads + excluded.leads,
           latitude = lead_cells.latitude + excluded.latitude,
           longitude = lead_cells.longitude + excluded.longitude
       )
       select count(*)::int as count from changes`,
    );
    await deleteEmpty(this.database, 'lead_cells');
    return row!.count;
  }
}

const squaresOfLeads = (level: number, where: string) =>
  `select cell_of(longitude) >> ${finestLevel - level} as x, cell_of(latitude) >> ${finestLevel - level} as y, status,
     1 as leads, latitude, longitude
   from user_businesses where ${isLocated} and ${where}`;

function insideOf(box: Box, level: number, parameters: Parameters): string {
  const square = (degrees: number) => parameters.add(Math.floor(degrees / squareDegrees(level)));
  return partsOf(box)
    .map(
      ({ west, south, east, north }) =>
        `x between ${square(west)} and ${square(east)} and y between ${square(south)} and ${square(north)}`,
    )
    .join(' or ');
}
