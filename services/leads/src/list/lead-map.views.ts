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
import { hasStoredTotal, LeadTotals, maxSampled, maxScanned, type Counted, type Total } from './lead-totals.js';
import { boxOnEarth, squareDegrees, isScreenful, levelFor, partsOf, type Box } from './map-box.rules.js';

type LeadMap = OutputOf<typeof getLeadMap>;
type MapLead = LeadMap['leads'][number];

type MapCounts = Counted & Total;
type MapParts = [MapCounts, DrawnSquares, around: Box | null];

/** Up to this many leads in the box, the query uses the index of positions and filters afterwards. */
const maxByPosition = 30_000;
/** If a sample of the box has fewer leads of the filter, the newest of them are drawn. */
const minDrawn = 100;
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
    return this.cache.of('map', key, read, (map) => map.sampled || (isOfSeveral && hasManyLeads(map)));
  }

  private async withLeads([counts, drawn, bounds]: MapParts, filter: ScopedFilter, actor: Actor): Promise<LeadMap> {
    const squares = drawn.squares.filter((square) => square.count === 1);
    const singleLeads = await this.findSingleLeads(squares, filter, actor);
    return {
      total: counts.total,
      totalIsExact: counts.totalIsExact,
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
    return [{ ...counts, totalIsExact: true }, drawn, gridFrame ?? (await this.frame(filter, actor))];
  }

  /** Below the finest level of the grid, a scan of few leads draws smaller squares. */
  private async squaresOrScan(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<DrawnSquares> {
    const isFine = !levelFor(zoom) && (await this.grid.countIn(box, zoom)) <= maxByPosition;
    return isFine ? this.scanned(filter, actor, box, zoom) : this.grid.squares(filter, actor, box, zoom);
  }

  /** Draws the leads of the box if there are few, else those of a sample that are in the box. */
  private async scanned(filter: ScopedFilter, actor: Actor, box: Box, zoom: number): Promise<DrawnSquares> {
    const whose = owners(filter, actor);
    const isOfMany = whose === 'all' || isBranch(whose);
    const [size, leadsInBox] = await Promise.all([this.totals.sampleSize(filter, actor), this.grid.countIn(box, zoom)]);
    const hasMany = size === maxSampled;
    const newest = (conditions: string, limit: number) =>
      `select latitude, longitude, status from user_businesses where ${conditions}
       order by assigned_at desc, id desc limit ${limit + 1}`;
    const draw = async (leadsOf: (where: string, parameters: Parameters) => string, limit: number) => {
      const parameters = new Parameters();
      return this.drawn(leadsOf(leadConditions(filter, actor, parameters), parameters), box, zoom, parameters, limit);
    };
    // For few leads of one owner, the index of the filter is faster than that of positions.
    if ((isOfMany || hasMany) && leadsInBox <= maxByPosition)
      return draw((where, parameters) => newest(`${where} and ${isInside(box, parameters)}`, maxScanned), maxScanned);
    if (isOfMany && hasMany) {
      const sample = await draw((where, parameters) => this.grid.sample(box, where, parameters), -1);
      if (leadsIn(sample) >= minDrawn) return sample;
      const ofNewest = await draw((where) => newest(where, size), size);
      return leadsIn(ofNewest) > leadsIn(sample) ? ofNewest : sample;
    }
    return draw((where) => newest(`${isLocated} and ${where}`, size), size);
  }

  /** Draws the leads that are in the box. They are a sample if there are more than `max` in all. */
  private async drawn(
    leads: string,
    box: Box,
    zoom: number,
    parameters: Parameters,
    max: number,
  ): Promise<DrawnSquares> {
    const side = `${parameters.add(squareDegrees(zoom))}::float8`;
    const rows = await this.database.query<{ square: GridSquare | null; scanned: number }>(
      `with scanned as materialized (${leads}),
       statuses as (
         select floor(longitude / ${side}) as x, floor(latitude / ${side}) as y, status, count(*)::int as leads,
           sum(latitude) as latitude, sum(longitude) as longitude,
           min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
         from scanned where ${isInRange(box, parameters)} group by 1, 2, 3
       ),
       squares as (
         select json_build_object(
           'latitude', sum(latitude) / sum(leads), 'longitude', sum(longitude) / sum(leads), 'count', sum(leads),
           'bounds', json_build_object('west', min(west), 'south', min(south), 'east', max(east), 'north', max(north)),
           'statuses', json_object_agg(status, leads)
         ) as square
         from statuses group by x, y
       )
       select square, scanned from (select count(*)::int as scanned from scanned) as counted left join squares on true`,
      parameters.values,
    );
    return { squares: rows.flatMap(({ square }) => square ?? []), sampled: rows[0]!.scanned > max };
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

  private async counts(filter: ScopedFilter, actor: Actor): Promise<MapCounts> {
    if (isCounted(filter)) return { ...(await this.totals.counted(filter, actor)), totalIsExact: true };
    const key = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.cache.of('map counts', key, () => this.countedNow(filter, actor), hasManyLeads);
  }

  private async countedNow(filter: ScopedFilter, actor: Actor): Promise<MapCounts> {
    const [{ total, totalIsExact }, without] = await Promise.all([
      this.totals.of(filter, actor, hasStoredTotal(filter)),
      this.countUnlocated(filter, actor),
    ]);
    return { total, located: total - without.total, totalIsExact: totalIsExact && without.totalIsExact };
  }

  /** Counts those in a sample if there may be many. */
  private async countUnlocated(filter: ScopedFilter, actor: Actor): Promise<Total> {
    // The counters apply the filters that they know, so these are at least as many.
    const [size, all] = await Promise.all([this.totals.sampleSize(filter, actor), this.totals.counted(filter, actor)]);
    const areFew = size === maxScanned || all.total - all.located <= maxScanned;
    const leads = areFew ? 'user_businesses' : await this.totals.somePages();
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from ${leads} where ${isUnlocated} and ${where}`,
      parameters.values,
    );
    return { total: row!.total, totalIsExact: areFew };
  }

  /** Returns a box around the leads that a map of the world draws, for the map's Reset View. */
  private async frame(filter: ScopedFilter, actor: Actor): Promise<Box | null> {
    const sampleSize = await this.totals.sampleSize(filter, actor);
    const key = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.cache.of(
      'map frame',
      key,
      async () => around(await this.scanned(filter, actor, boxOnEarth(), worldZoom)),
      () => sampleSize < maxScanned,
    );
  }
}

const leadsIn = ({ squares }: DrawnSquares) => squares.reduce((sum, { count }) => sum + count, 0);

const hasManyLeads = ({ total, totalIsExact }: Total) => !totalIsExact || total > maxScanned;

function around({ squares }: DrawnSquares): Box | null {
  if (squares.length === 0) return null;
  const all = (side: keyof Box) => squares.map(({ bounds }) => bounds[side]);
  return {
    west: Math.min(...all('west')),
    south: Math.min(...all('south')),
    east: Math.max(...all('east')),
    north: Math.max(...all('north')),
  };
}

const isInside = (box: Box, parameters: Parameters): string => {
  const side = (degrees: number) => `${parameters.add(degrees)}::float8`;
  const parts = partsOf(box).map(({ west, south, east, north }) =>
    isInBox({ west: side(west), south: side(south), east: side(east), north: side(north) }),
  );
  return `(${parts.join(' or ')})`;
};

/** The same condition for rows that another index finds. */
const isInRange = (box: Box, parameters: Parameters): string =>
  partsOf(box)
    .map(({ west, south, east, north }) => {
      const [left, right, low, high] = [west, east, south, north].map(
        (degrees) => `${parameters.add(degrees)}::float8`,
      );
      return `longitude between ${left} and ${right} and latitude between ${low} and ${high}`;
    })
    .join(' or ');
