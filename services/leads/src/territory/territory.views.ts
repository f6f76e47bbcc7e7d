import {
  maxTerritories,
  resolveTeams,
  type Actor,
  type Territory,
  type TerritoryFeature,
  type TerritoryName,
  type TerritoryOverlap,
  type TerritoryTree,
} from '@lead-finder/contracts';
import { Bus, Database, notFound, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isInBox } from '../lead/lead-point.js';
import { isLocated, owners, type ScopedFilter } from '../list/lead-filter.rules.js';
import { LeadTotals, maxScanned } from '../list/lead-totals.js';
import { QueryCache } from '../list/query-cache.js';

/** docs/product/territories.md#names */
const maxNamed = 20_000;
/** The leads of which an overlap is counted, and up to which number. */
const maxCompared = 100_000;
const maxCounted = 10_000;
const maxOverlaps = 20;
const cornersPerMessage = 10_000;
const featuresPerMessage = 50;

/** Those above or below each other are no overlaps: the lower one wins, as it is meant. */
const isApart = 'one.id <> all (other.path) and other.id <> all (one.path)';
const overlapping = `array(
  select other.id from territories other where ${isApart} and (
    exists (select from territory_overlaps o
      where o.territory_id = least(one.id, other.id) and o.other_id = greatest(one.id, other.id))
    or other.id in (
      select theirs.territory_id from territory_places own join territory_places theirs using (place) where own.territory_id = one.id
    )
  ) order by other.rank
)`;
const columns = `one.id, one.name, one.parent_id as "parentId", one.priority, one.corners, one.bounds, one.zips, one.counties,
  one.states, one.version,
  array(select user_id from territory_people where territory_id = one.id order by user_id) as "userIds",
  array(select team_id from territory_teams where territory_id = one.id order by team_id) as "teamIds",
  ${overlapping} as overlaps`;

type Row = Omit<Territory, 'leads'>;
const everyLead: ScopedFilter = { scope: 'all', archived: 'any', existingCustomers: true, sort: 'newest' };

@Injectable()
export class TerritoryViews {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly totals: LeadTotals,
    private readonly cache: QueryCache,
  ) {}

  async tree(context: ActorContext): Promise<TerritoryTree> {
    const [rows, people, teams, { total, located }, [scan]] = await Promise.all([
      this.database.query<Row>(`select ${columns} from territories one order by rank limit ${maxTerritories}`),
      this.database.query<TerritoryTree['people'][number]>(
        `select id, coalesce(username, 'user ' || id) as username, coalesce(full_name, 'User ' || id) as "fullName", active
         from assignees where id in (select user_id from territory_people) order by lower(full_name), id`,
      ),
      this.teams(context),
      this.totals.counted(everyLead, context.actor),
      this.database.query<{ afterId: number | null }>('select after_id as "afterId" from territory_scan'),
    ]);
    const leads = await this.leads(scan ? scan.afterId : undefined, total);
    return {
      territories: rows.map((row) => ({ ...row, leads: leads.get(row.id) ?? 0 })),
      people,
      teams,
      leads: total,
      withoutTerritory: leads.get(0) ?? 0,
      withoutCoordinates: total - located,
      updating: scan !== undefined && scan.afterId !== null,
    };
  }

  async one(id: number): Promise<Territory> {
    const [row] = await this.database.query<Row & { leads: number }>(
      `select ${columns}, (select count(*)::int from lead_territories where territory_id = one.id) as leads
       from territories one where id = $1`,
      [id],
    );
    if (!row) throw notFound('Territory');
    return row;
  }

  /** Of other users than administrators those of their leads, and those above. */
  async names(actor: Actor): Promise<TerritoryName[]> {
    const whose = owners(everyLead, actor);
    const named = 'select id, name, parent_id as "parentId" from territories';
    if (whose === 'all') return this.database.query(`${named} order by rank limit ${maxTerritories}`);
    const read = () =>
      this.database.query<TerritoryName>(
        `${named} where id in (
           select territory_id from (
             select id from user_businesses where user_id = any ($1) order by assigned_at desc, id desc limit ${maxNamed}
           ) as seen join lead_territories on lead_id = seen.id
         ) order by rank`,
        [whose],
      );
    return this.cache.of('territory names', whose, read, () => true);
  }

  async overlaps(id: number): Promise<TerritoryOverlap[]> {
    const found = await this.database.query<Omit<TerritoryOverlap, 'leads' | 'leadsAreExact'> & { area: boolean }>(
      `select other.id, other.name, other.rank < one.rank as wins,
         exists (select from territory_overlaps o
           where o.territory_id = least(one.id, other.id) and o.other_id = greatest(one.id, other.id)) as area,
         array(select unnest(one.zips) intersect select unnest(other.zips) order by 1)
           || array(select unnest(one.counties) intersect select unnest(other.counties) order by 1)
           || array(select unnest(one.states) intersect select unnest(other.states) order by 1) as places
       from territories one join territories other on other.id = any (${overlapping})
       where one.id = $1 order by other.rank limit ${maxOverlaps}`,
      [id],
    );
    if (found.length === 0) await this.one(id);
    const overlaps: TerritoryOverlap[] = [];
    for (const { area, ...each } of found) {
      const leads = area ? await this.leadsInBoth(id, each.id) : 0;
      overlaps.push({
        ...each,
        wins: !each.wins,
        leads: Math.min(leads, maxCounted),
        leadsAreExact: leads <= maxCounted,
      });
    }
    return overlaps;
  }

  /** Each feature after its parent, and those with the same parent by priority. */
  async shapes(after: number): Promise<{ features: TerritoryFeature[]; next: number | null }> {
    const rows = await this.database.query<TerritoryFeature & { at: number; corners: number }>(
      `select at, corners, 'Feature' as type, shape as geometry, json_build_object(
           'id', id, 'name', name, 'parent', parent, 'priority', priority, 'zips', zips, 'counties', counties, 'states', states
         ) as properties
       from (
         select *, (row_number() over (order by array(
             select above.priority from territories above where above.id = any (t.path) order by cardinality(above.path)
           )))::int as at,
           (select string_agg(above.name, ' / ' order by cardinality(above.path)) from territories above
            where above.id = any (t.path) and above.id <> t.id) as parent
         from territories t
       ) as numbered where at > $1 order by at limit ${featuresPerMessage}`,
      [after],
    );
    let corners = 0;
    const fitting = rows.filter((row, index) => (corners += row.corners) <= cornersPerMessage || index === 0);
    const next = fitting.length < rows.length || rows.length === featuresPerMessage ? fitting.at(-1)!.at : null;
    return { features: fitting.map(({ type, geometry, properties }) => ({ type, geometry, properties })), next };
  }

  /** Null without territories. The numbers of many leads are read again after half a minute. */
  private async leads(afterId: number | null | undefined, total: number): Promise<Map<number, number>> {
    if (afterId === undefined) return new Map();
    const read = () =>
      this.database.query<{ id: number; leads: number }>(
        'select territory_id as id, count(*)::int as leads from lead_territories group by territory_id',
      );
    const rows = await this.cache.of('leads of territories', afterId, read, () => total > maxScanned);
    return new Map(rows.map(({ id, leads }) => [id, leads]));
  }

  private async teams(context: ActorContext): Promise<TerritoryTree['teams']> {
    const rows = await this.database.query<{ id: number }>('select distinct team_id as id from territory_teams');
    if (rows.length === 0) return [];
    const asService = { ...context, actor: null };
    const { teams } = await this.bus.call(resolveTeams, { ids: rows.map(({ id }) => id) }, asService);
    return teams;
  }

  private async leadsInBoth(id: number, otherId: number): Promise<number> {
    const inPart = (parameter: string) => `exists (
      select from territory_parts where territory_id = ${parameter}
        and box(part) @> box(point(longitude, latitude), point(longitude, latitude)) and part @> point(longitude, latitude))`;
    const side = (name: string, of: 'least' | 'greatest') =>
      `${of}((one.bounds->>'${name}')::float8, (other.bounds->>'${name}')::float8)`;
    const of = (name: string) => `(select ${name} from shared)`;
    const isInShared = isInBox({ west: of('west'), south: of('south'), east: of('east'), north: of('north') });
    const [row] = await this.database.query<{ leads: number }>(
      `with shared as materialized (
         select ${side('west', 'greatest')} as west, ${side('south', 'greatest')} as south, ${side('east', 'least')} as east,
           ${side('north', 'least')} as north
         from territories one, territories other where one.id = $1 and other.id = $2
       )
       select count(*)::int as leads from (
         select from (
           select longitude, latitude from user_businesses
           where ${isLocated} and ${isInShared} limit ${maxCompared}
         ) as near where ${inPart('$1')} and ${inPart('$2')} limit ${maxCounted + 1}
       ) as counted`,
      [id, otherId],
    );
    return row!.leads;
  }
}
