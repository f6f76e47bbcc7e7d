import type { Actor, getLeadMap, OutputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isInBox } from '../lead/lead-point.js';
import { QueryCache } from './query-cache.js';
import { LeadMapGrid, type DrawnSquares, type GridSquare } from './lead-map-grid.js';
import {
  isBranch,
  isCounted,
  isCountedIn,
  isLocated,
  isSummed,
  isUnlocated,
  leadConditions,
  owners,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { LeadTotals, maxSampled, maxScanned, type Counted } from './lead-totals.js';
import { boxOnEarth, squareDegrees, isScreenful, levelFor, partsOf, type Box } from './map-box.rules.js';

type LeadMap = OutputOf<typeof getLeadMap>;
type MapLead = LeadMap['leads'][number];

type MapParts = [Counted, DrawnSquares, around: Box | null];

/** Up to this many leads in the box, the query uses the index of positions and filters afterwards. */
const maxByPosition = 30_000;
const worldZoom = 4;
/** In degrees. Two leads closer than this, the precision of providers, count as one position. */
const samePositionDegrees = 0.000_001;

const mapLead = `json_build_object('id', id, 'uuid', uuid, 'latitude', latitude, 'longitude', longitude,
  'status', status, 'name', name)`;

@Injectable()
export class LeadMapViews {
  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
    private readonly grid: LeadMapGrid,
    private readonly cache: QueryCache,
  ) {}

  /** Scans the leads if there are few, and reads the map grid if there are many. */
  async of(filter: ScopedFilter, actor: Actor, bbox: Box | undefined, zoom = worldZoom): Promise<LeadMap> {
    const box = boxOnEarth(bbox);
    const hasGrid = isCountedIn('grid', filter);
    const read = async () => {
      const parts = hasGrid ? this.fromGridOrScan(filter, actor, box, zoom) : this.fromScan(filter, actor, box, zoom);
      return this.withLeads(await parts, filter, actor);
    };
    const whose = owners(filter, actor);
    const isOfSeveral = isSummed(whose, filter);
    // The grid is as fast as the cache, except for several owners, of which it sums up each one's squares.
    if (!isScreenful(box, zoom) || (hasGrid && levelFor(zoom) && !isOfSeveral)) return read();
    const key = [{ ...filter, sort: undefined }, whose, box, zoom];
    // An open map repeats its request after each change signal, so its result is cached.
    return this.cache.of('map', key, read, ({ sampled, total }) => sampled || (isOfSeveral && total > maxScanned));
  }

  private async withLeads([counts, drawn, bounds]: MapParts, filter: ScopedFilter, actor: Actor): Promise<LeadMap> {
    const squares = drawn.squares.filter((square) => square.count === 1);
    const singleLeads = await this.findSingleLeads(squares, filter, actor);
    return {
      total: counts.total,
      withoutCoordinates: counts.total - counts.located,
      sampled: drawn.sampled,
      bounds,
      clusters: drawn.squares.filter((square) => !singleLeads.has(square)),
      leads: [...singleLeads.values()],
    };
  }

  private fromScan(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<MapParts> {
    return Promise.all([this.counts(filter, actor), this.scanned(filter, actor, box, zoom), this.frame(filter, actor)]);
  }

  /** Uses the grid for more than `maxScanned` leads. */
  private async fromGridOrScan(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<MapParts> {
    const counts = await this.totals.counted(filter, actor);
    const isFromGrid = counts.located > maxScanned;
    const [drawn, gridFrame] = await Promise.all([
      isFromGrid ? this.squaresOrScan(filter, actor, box, zoom) : this.scanned(filter, actor, box, zoom),
      isFromGrid ? this.grid.frame(filter, actor) : null,
    ]);
    return [counts, drawn, gridFrame ?? (await this.frame(filter, actor))];
  }

  /** Below the finest level of the grid, a scan draws smaller squares, unless it could draw only a sample. */
  private async squaresOrScan(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<DrawnSquares> {
    const isFine = !levelFor(zoom);
    if (isFine && (await this.grid.countIn(box, zoom)) <= maxByPosition) return this.scanned(filter, actor, box, zoom);
    const drawn = await this.grid.squares(filter, actor, box, zoom);
    const count = drawn.squares.reduce((sum, square) => sum + square.count, 0);
    return isFine && count <= maxSampled ? this.scanned(filter, actor, box, zoom) : drawn;
  }

  /** Builds squares from the newest leads of the box. */
  private async scanned(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<DrawnSquares> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    // The index of positions is faster for a few leads of many users. Otherwise the index of the filter is faster.
    const whose = owners(filter, actor);
    const isNarrow = (whose === 'all' || isBranch(whose)) && (await this.grid.countIn(box, zoom)) <= maxByPosition;
    const sampleSize = isNarrow ? maxScanned : await this.totals.sampleSize(filter, actor);
    const inside = partsOf(box).map((part) => (isNarrow ? inBox(part, parameters) : inRange(part, parameters)));
    const side = `${parameters.add(squareDegrees(zoom))}::float8`;
    const rows = await this.database.query<GridSquare & { scanned: number }>(
      `with seen as materialized (
         select latitude, longitude, status from user_businesses
         where ${isLocated} and (${inside.join(' or ')}) and ${where}
         order by assigned_at desc, id desc limit ${sampleSize + 1}
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
         json_object_agg(status, leads) as statuses, (select count(*)::int from seen) as scanned
       from statuses group by x, y`,
      parameters.values,
    );
    const squares = rows.map(({ scanned: _scanned, ...square }) => square);
    return { squares, sampled: (rows[0]?.scanned ?? 0) > sampleSize };
  }

  private async findSingleLeads(
    squares: GridSquare[],
    filter: ScopedFilter,
    actor: Actor,
  ): Promise<Map<GridSquare, MapLead>> {
    if (squares.length === 0) return new Map();
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const latitudes = parameters.add(squares.map((square) => square.latitude));
    const longitudes = parameters.add(squares.map((square) => square.longitude));
    const isNear = isInBox({
      west: `at.x - ${samePositionDegrees}`,
      south: `at.y - ${samePositionDegrees}`,
      east: `at.x + ${samePositionDegrees}`,
      north: `at.y + ${samePositionDegrees}`,
    });
    const rows = await this.database.query<{ position: number; lead: MapLead }>(
      `select position::int, lead
       from unnest(${latitudes}::float8[], ${longitudes}::float8[]) with ordinality as at (y, x, position)
       cross join lateral (
         select ${mapLead} as lead from user_businesses
         where ${isLocated} and ${isNear} and ${where} limit 1
       ) as there`,
      parameters.values,
    );
    return new Map(rows.map(({ position, lead }) => [squares[position - 1]!, lead]));
  }

  private counts(filter: ScopedFilter, actor: Actor): Promise<Counted> {
    if (isCounted(filter)) return this.totals.counted(filter, actor);
    const key = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.cache.of(
      'map counts',
      key,
      () => this.countedNow(filter, actor),
      ({ total }) => total > maxScanned,
    );
  }

  /** A partial index has the few leads without a position. */
  private async countedNow(filter: ScopedFilter, actor: Actor): Promise<Counted> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [{ total }, [row]] = await Promise.all([
      this.totals.of(filter, actor, true),
      this.database.query<{ without: number }>(
        `select count(*)::int as without from user_businesses where ${isUnlocated} and ${where}`,
        parameters.values,
      ),
    ]);
    return { total, located: total - row!.without };
  }

  /** Returns a box around the newest matching leads, for the map's Reset View. */
  private async frame(filter: ScopedFilter, actor: Actor): Promise<Box | null> {
    const sampleSize = await this.totals.sampleSize(filter, actor);
    const key = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.cache.of(
      'map frame',
      key,
      () => this.framedNow(filter, actor, sampleSize),
      () => sampleSize < maxScanned,
    );
  }

  private async framedNow(filter: ScopedFilter, actor: Actor, sampleSize: number): Promise<Box | null> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<Box>(
      `select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
       from (
         select longitude, latitude from user_businesses where ${isLocated} and ${where}
         order by assigned_at desc, id desc limit ${sampleSize}
       ) as newest`,
      parameters.values,
    );
    return row?.west == null ? null : row;
  }
}

function inBox({ west, south, east, north }: Box, parameters: Parameters): string {
  const side = (degrees: number) => `${parameters.add(degrees)}::float8`;
  return isInBox({ west: side(west), south: side(south), east: side(east), north: side(north) });
}

/** The same condition for rows that another index finds. */
function inRange({ west, south, east, north }: Box, parameters: Parameters): string {
  const [left, right, low, high] = [west, east, south, north].map((degrees) => parameters.add(degrees));
  return `longitude between ${left}::float8 and ${right}::float8 and latitude between ${low}::float8 and ${high}::float8`;
}
