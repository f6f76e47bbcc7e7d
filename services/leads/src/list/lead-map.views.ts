import type { Actor, getLeadMap, LeadStatus, OutputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { KeptAnswers } from './kept-answers.js';
import { isInCells, LeadCells } from './lead-cells.js';
import { isCounted, leadConditions, owners, Parameters, type ScopedFilter } from './lead-filter.rules.js';
import { LeadTotals } from './lead-totals.js';
import { boxOnEarth, cellDegrees, levelFor, partsOf, type Box } from './map-box.rules.js';

type LeadMap = OutputOf<typeof getLeadMap>;
type MapLead = LeadMap['leads'][number];

/** A square of the map with leads in it; its place is their middle. */
export interface Square {
  latitude: number;
  longitude: number;
  count: number;
  bounds: Box;
  statuses: Partial<Record<LeadStatus, number>>;
}

/** So many leads of a box are looked at; where there are more, the answer says that it is a sample. */
const mostLooked = 20_000;
const worldZoom = 4;
/** Two leads at one place, to the decimals that a provider gives, are one square. */
const onePlace = 0.000_001;

const mapLead = `json_build_object('id', id, 'uuid', uuid, 'latitude', latitude, 'longitude', longitude,
  'status', status, 'name', name)`;
const located = 'latitude is not null and longitude is not null';

@Injectable()
export class LeadMapViews {
  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
    private readonly cells: LeadCells,
    private readonly kept: KeptAnswers,
  ) {}

  /** A few leads are looked at one by one; many are drawn from the squares that are kept. */
  async of(filter: ScopedFilter, actor: Actor, bbox: Box | undefined, zoom = worldZoom): Promise<LeadMap> {
    const { total, located } = await this.counts(filter, actor);
    const isKept = isInCells(filter) && located > mostLooked;
    const box = boxOnEarth(bbox);
    const seen =
      isKept && levelFor(zoom)
        ? { squares: await this.cells.squares(filter, actor, box, zoom), sampled: false }
        : await this.looked(filter, actor, box, zoom);
    const alone = await this.alone(
      seen.squares.filter((square) => square.count === 1),
      filter,
      actor,
    );
    return {
      total,
      withoutCoordinates: total - located,
      sampled: seen.sampled,
      bounds: (isKept ? await this.cells.frame(filter, actor) : null) ?? (await this.frame(filter, actor)),
      clusters: seen.squares.filter((square) => !alone.has(square)),
      leads: [...alone.values()],
    };
  }

  /** Squares made now, from at most so many leads of the box. */
  private async looked(filter: ScopedFilter, actor: Actor, box: Box, zoom: number) {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const inside = partsOf(box).map((part) => boxCondition(part, parameters));
    const side = `${parameters.add(cellDegrees(zoom))}::float8`;
    const rows = await this.database.query<Square & { looked: number }>(
      `with seen as materialized (
         select latitude, longitude, status from user_businesses
         where ${located} and (${inside.join(' or ')}) and ${where} limit ${mostLooked + 1}
       ),
       statuses as (
         select floor(longitude / ${side}) as x, floor(latitude / ${side}) as y, status, count(*)::int as leads,
           sum(latitude) as latitude, sum(longitude) as longitude,
           min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
         from seen group by 1, 2, 3
       )
       select sum(latitude) / sum(leads) as latitude, sum(longitude) / sum(leads) as longitude,
         sum(leads)::int as count,
         json_build_object('west', min(west), 'south', min(south), 'east', max(east), 'north', max(north)) as bounds,
         json_object_agg(status, leads) as statuses, (select count(*)::int from seen) as looked
       from statuses group by x, y`,
      parameters.values,
    );
    const squares = rows.map(({ looked: _looked, ...square }) => square);
    return { squares, sampled: (rows[0]?.looked ?? 0) > mostLooked };
  }

  /** The leads that have a square to themselves. */
  private async alone(squares: Square[], filter: ScopedFilter, actor: Actor): Promise<Map<Square, MapLead>> {
    if (squares.length === 0) return new Map();
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const latitudes = parameters.add(squares.map((square) => square.latitude));
    const longitudes = parameters.add(squares.map((square) => square.longitude));
    const near = `box(point(at.x - ${onePlace}, at.y - ${onePlace}), point(at.x + ${onePlace}, at.y + ${onePlace}))`;
    const rows = await this.database.query<{ position: number; lead: MapLead }>(
      `select position::int, lead
       from unnest(${latitudes}::float8[], ${longitudes}::float8[]) with ordinality as at (y, x, position)
       cross join lateral (
         select ${mapLead} as lead from user_businesses
         where ${located} and point(longitude, latitude) <@ ${near} and ${where} limit 1
       ) as there`,
      parameters.values,
    );
    return new Map(rows.map(({ position, lead }) => [squares[position - 1]!, lead]));
  }

  private async counts(filter: ScopedFilter, actor: Actor): Promise<{ total: number; located: number }> {
    if (isCounted(filter)) return this.totals.counted(filter, actor);
    const about = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.kept.of('map counts', about, () => this.countedNow(filter, actor));
  }

  private async countedNow(filter: ScopedFilter, actor: Actor): Promise<{ total: number; located: number }> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<{ total: number; located: number }>(
      `select count(*)::int as total, (count(*) filter (where ${located}))::int as located
       from user_businesses where ${where}`,
      parameters.values,
    );
    return row!;
  }

  /** Around all matching leads, for the map's Reset View. */
  private frame(filter: ScopedFilter, actor: Actor): Promise<Box | null> {
    const about = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.kept.of('map frame', about, () => this.framedNow(filter, actor));
  }

  private async framedNow(filter: ScopedFilter, actor: Actor): Promise<Box | null> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<Box>(
      `select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
       from user_businesses where ${located} and ${where}`,
      parameters.values,
    );
    return row?.west == null ? null : row;
  }
}

function boxCondition({ west, south, east, north }: Box, parameters: Parameters): string {
  const corner = (x: number, y: number) => `point(${parameters.add(x)}::float8, ${parameters.add(y)}::float8)`;
  return `point(longitude, latitude) <@ box(${corner(west, south)}, ${corner(east, north)})`;
}
