import type { Actor, OutputOf, getLeadFacets } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { QueryCache } from './query-cache.js';
import {
  allUsers,
  isBranch,
  isCounted,
  isCountedIn,
  leadConditions,
  owners,
  storedConditions,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { LeadTotals, maxSampled } from './lead-totals.js';
import { LeadValues, type CountedValue } from './lead-values.js';

type Facets = Omit<OutputOf<typeof getLeadFacets>, 'sampled'>;
type Facet = keyof Facets;

/** The number of most frequent values in a facet; `q` finds the others (docs/product/lead-list.md#facets). */
const maxValues = 50;
const maxTags = 500;
/** If fewer leads of a sample match, the newest that match are counted. */
const minSeen = 500;

/** Those of owners: users and pools. */
const ownerFacets = { users: usersOf, pools: poolsOf } as const;
type OwnerFacet = keyof typeof ownerFacets;
const isOfOwners = (facet: Facet): facet is OwnerFacet => facet in ownerFacets;
const kinds = { states: 'state', counties: 'county', tags: 'tag' } as const;
type ValueFacet = keyof typeof kinds;
const isStored = (facet: Facet, filter: ScopedFilter) =>
  isOfOwners(facet) ? isCounted(filter) : isCountedIn('values', filter);

/** Each facet applies all filters but its own, so that it shows alternatives of a chosen value. */
@Injectable()
export class LeadFacetViews {
  constructor(
    private readonly database: Database,
    private readonly values: LeadValues,
    private readonly totals: LeadTotals,
    private readonly cache: QueryCache,
  ) {}

  of(filter: ScopedFilter, actor: Actor): Promise<OutputOf<typeof getLeadFacets>> {
    const whose = owners(filter, actor);
    const key = { ...filter, sort: undefined, whose };
    return this.cache.of(
      'facets',
      key,
      () => this.counted(filter, actor),
      ({ sampled }) => sampled || isBranch(whose),
    );
  }

  /** Returns the tags of all visible leads, also archived ones and customers, most frequent first. */
  tags(actor: Actor, q: string | undefined): Promise<CountedValue[]> {
    const all: ScopedFilter = { scope: 'all', archived: 'any', existingCustomers: true, sort: 'newest' };
    const whose = owners(all, actor);
    const read = async () => (await this.values.of(['tag'], all, actor, q?.trim(), maxTags)).tag;
    return isBranch(whose) ? this.cache.of('tags', [whose, q], read, () => true) : read();
  }

  private async counted({ q, ...filter }: ScopedFilter, actor: Actor): Promise<OutputOf<typeof getLeadFacets>> {
    const filters: Record<Facet, ScopedFilter> = {
      states: { ...filter, state: undefined },
      counties: { ...filter, county: undefined },
      tags: { ...filter, tag: undefined },
      users: { ...filter, userId: undefined },
      pools: { ...filter, userId: undefined, pool: undefined },
    };
    const facets = Object.keys(filters) as Facet[];
    const withSameFilter = (some: Facet[]) => groups(some, (facet) => JSON.stringify(filters[facet]));
    const stored = facets.filter((facet) => isStored(facet, filters[facet]));
    const results = await Promise.all([
      ...withSameFilter(stored.filter(isOfOwners)).map((same) =>
        this.storedOwners(same as OwnerFacet[], filters[same[0]!], actor, q),
      ),
      ...withSameFilter(stored.filter((facet) => !isOfOwners(facet))).map((same) =>
        this.storedValues(same as ValueFacet[], filters[same[0]!], actor, q),
      ),
      ...withSameFilter(facets.filter((facet) => !stored.includes(facet))).map((same) =>
        this.scanned(same, filters[same[0]!], actor, q),
      ),
    ]);
    const sampled = results.some((result) => result.sampled);
    return Object.assign({ states: [], counties: [], tags: [], users: [], pools: [] }, ...results, { sampled });
  }

  private async storedValues(
    facets: ValueFacet[],
    filter: ScopedFilter,
    actor: Actor,
    q?: string,
  ): Promise<FacetResults> {
    const found = await this.values.of(
      facets.map((facet) => kinds[facet]),
      filter,
      actor,
      q,
      maxValues,
    );
    return Object.fromEntries(facets.map((facet) => [facet, found[kinds[facet]]]));
  }

  private async storedOwners(
    facets: OwnerFacet[],
    filter: ScopedFilter,
    actor: Actor,
    q?: string,
  ): Promise<FacetResults> {
    const parameters = new Parameters();
    const where = `${storedConditions('totals', filter, actor, parameters).changed} and user_id <> ${allUsers}`;
    const counts = `select user_id, leads from lead_counts where ${where}
      union all select user_id, leads from lead_count_changes where ${where}`;
    const each = facets.map((facet) => `${ownerFacets[facet]('owned', q, parameters)} as ${facet}`);
    const [row] = await this.database.query<FacetResults>(
      `with owned as materialized (
         select user_id, sum(leads)::int as count from (${counts}) as counts group by user_id
       )
       select ${each.join(', ')}`,
      parameters.values,
    );
    return row!;
  }

  /** Counts facets with the same filter in one scan: of a sample if many leads match, else of the newest. */
  private async scanned(facets: Facet[], filter: ScopedFilter, actor: Actor, q?: string): Promise<FacetResults> {
    const size = await this.totals.sampleSize(filter, actor);
    const whose = owners(filter, actor);
    if (size === maxSampled && (whose === 'all' || isBranch(whose))) {
      const { seen, ...found } = await this.countedIn(await this.totals.somePages(), '', facets, filter, actor, q);
      if (seen >= minSeen) return { ...found, sampled: true };
    }
    const newest = `order by assigned_at desc, id desc limit ${size + 1}`;
    const { seen, ...found } = await this.countedIn('user_businesses', newest, facets, filter, actor, q);
    return { ...found, sampled: seen > size };
  }

  private async countedIn(
    leads: string,
    limited: string,
    facets: Facet[],
    filter: ScopedFilter,
    actor: Actor,
    q: string | undefined,
  ): Promise<FacetResults & { seen: number }> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const each = facets.map((facet) => {
      const owned = '(select user_id, count(*)::int as count from seen group by user_id)';
      const found = isOfOwners(facet)
        ? ownerFacets[facet](owned, q, parameters)
        : valuesOf(kinds[facet], q, parameters);
      return `${found} as ${facet}`;
    });
    const [row] = await this.database.query<FacetResults & { seen: number }>(
      `with seen as materialized (
         select user_id, state, county, tags from ${leads} where ${where} ${limited}
       )
       select (select count(*)::int from seen) as seen, ${each.join(', ')}`,
      parameters.values,
    );
    return row!;
  }
}

type FacetResults = Partial<OutputOf<typeof getLeadFacets>>;

function groups<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return [...found.values()];
}

/** SQL for the values in `seen`. It merges spellings that differ in case and shows the most frequent one. */
function valuesOf(kind: (typeof kinds)[keyof typeof kinds], q: string | undefined, parameters: Parameters): string {
  return `(select coalesce(json_agg(found), '[]') from (
    select mode() within group (order by value) as value, count(*)::int as count
    from (select ${kind === 'tag' ? 'unnest(tags)' : kind} as value from seen) as matching
    where value is not null and ${contains('value', q, parameters)}
    group by lower(value) order by count(*) desc, lower(value) limit ${maxValues}
  ) as found)`;
}

function usersOf(owned: string, q: string | undefined, parameters: Parameters): string {
  return `(select coalesce(json_agg(found), '[]') from (
    select owned.user_id as id, coalesce(a.username, 'user ' || owned.user_id) as username,
      coalesce(a.full_name, 'User ' || owned.user_id) as "fullName", owned.count
    from ${owned} as owned left join assignees a on a.id = owned.user_id
    where owned.user_id > 0 and owned.count > 0 and ${contains("concat_ws(' ', a.username, a.full_name)", q, parameters)}
    order by owned.count desc, owned.user_id limit ${maxValues}
  ) as found)`;
}

function poolsOf(owned: string, q: string | undefined, parameters: Parameters): string {
  return `(select coalesce(json_agg(found), '[]') from (
    select case owned.user_id when -1 then '"organisation"'::jsonb else to_jsonb(-owned.user_id - 1) end as pool,
      a.full_name as name, owned.count
    from ${owned} as owned join assignees a on a.id = owned.user_id
    where owned.user_id < 0 and owned.count > 0 and ${contains('a.full_name', q, parameters)}
    order by owned.count desc, owned.user_id desc limit ${maxValues}
  ) as found)`;
}

const contains = (column: string, q: string | undefined, parameters: Parameters) =>
  q ? `strpos(lower(${column}), lower(${parameters.add(q)})) > 0` : 'true';
