import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { QueryCache } from './query-cache.js';
import {
  allUsers,
  isBranch,
  isCounted,
  leadConditions,
  owners,
  storedConditions,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { leadsOf, LeadValues, onlyValue } from './lead-values.js';
import type { RolledUpCounts } from './waiting-changes.js';

export interface Total {
  total: number;
  totalIsExact: boolean;
}

export interface Counted {
  total: number;
  located: number;
}

/** The number of leads that a query scans if no stored count has the result. */
export const maxScanned = 20_000;
/** The number of newest leads to sample if a filter has more than `maxScanned`. */
export const maxSampled = 5_000;

/** Up to this number every total is exact (docs/product/lead-list.md#totals). */
const maxCounted = 10_000;
/** About 28,000 leads. */
const sampledPages = 1_000;

@Injectable()
export class LeadTotals implements RolledUpCounts {
  readonly changes = 'lead_count_changes';
  readonly partition = 'user_id';

  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly values: LeadValues,
  ) {}

  /** Exact for filters with stored counts, with `exact`, and up to 10,000; otherwise 10,000 and not exact. */
  async of(filter: ScopedFilter, actor: Actor, exact = false): Promise<Total> {
    if (isCounted(filter)) return { total: (await this.counted(filter, actor)).total, totalIsExact: true };
    const whose = owners(filter, actor);
    const value = onlyValue(filter);
    if (value && !isBranch(whose)) return capped(await this.values.count(value, filter, actor), exact);
    const count = async () =>
      value && exact
        ? { total: await this.values.count(value, filter, actor), totalIsExact: true }
        : this.scanned(filter, actor, exact);
    const key = [{ ...filter, sort: undefined }, whose, exact];
    return this.cache.of('total', key, count, ({ totalIsExact }) => !totalIsExact);
  }

  /** Returns how many leads to scan: all of them, or a sample of the newest. */
  async sampleSize(filter: ScopedFilter, actor: Actor): Promise<number> {
    const { total, totalIsExact } = await this.of(filter, actor);
    return totalIsExact && total <= maxScanned ? maxScanned : maxSampled;
  }

  /** SQL for the leads of some pages of the table, always the same ones, so that PostgreSQL finds them in memory. */
  async somePages(): Promise<string> {
    const [row] = await this.database.prepared<{ percent: number }>(
      `select least(100, 100.0 * ${sampledPages} / greatest(relpages, 1))::float8 as percent
       from pg_class where oid = 'user_businesses'::regclass`,
      [],
    );
    return `user_businesses tablesample system (${row!.percent}) repeatable (1)`;
  }

  private async scanned(filter: ScopedFilter, actor: Actor, exact: boolean): Promise<Total> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const limit = exact ? '' : `limit ${maxCounted + 1}`;
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::int as count from (select 1 from user_businesses where ${where} ${limit}) as matching`,
      parameters.values,
    );
    return capped(row!.count, exact);
  }

  /** Reads the counters. They apply only the filters that they know (`isCounted`). */
  counted(filter: ScopedFilter, actor: Actor): Promise<Counted> {
    const whose = owners(filter, actor);
    const read = () => this.countedNow(filter, actor);
    return isBranch(whose) ? this.cache.of('counted', [{ ...filter, sort: undefined }, whose], read) : read();
  }

  private async countedNow(filter: ScopedFilter, actor: Actor): Promise<Counted> {
    const parameters = new Parameters();
    const [row] = await this.database.prepared<Counted>(
      `select coalesce(sum(leads), 0)::int as total, coalesce(sum(leads) filter (where located), 0)::int as located
       from ${countersOf(filter, actor, parameters)}`,
      parameters.values,
    );
    return row!;
  }

  async rollUp(taken: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `with changes as (${taken}),
       added as (
         insert into lead_counts (user_id, status, archived, existing_customer, imported, located, leads)
         select whose, status, archived, existing_customer, imported, located, sum(leads)
         from changes cross join lateral unnest(array[${allUsers}, user_id]) as whose
         group by 1, 2, 3, 4, 5, 6 having sum(leads) <> 0 order by 1 desc, 2, 3, 4, 5, 6
         on conflict (user_id, status, archived, existing_customer, imported, located)
           do update set leads = lead_counts.leads + excluded.leads
       )
       select count(*)::int as count from changes`,
    );
    return row!.count;
  }
}

/** Whether stored counts have the number of leads. */
export const hasStoredTotal = (filter: ScopedFilter): boolean => isCounted(filter) || onlyValue(filter) !== undefined;

/** SQL for the number of leads. `filter` must satisfy `hasStoredTotal`. */
export function storedTotal(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  return isCounted(filter)
    ? `(select coalesce(sum(leads), 0)::int from ${countersOf(filter, actor, parameters)})`
    : leadsOf(onlyValue(filter)!, filter, actor, parameters);
}

/** The stored counts of the leads, and their changes that wait. `filter` must satisfy `isCounted`. */
function countersOf(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const { stored, changed } = storedConditions('totals', filter, actor, parameters);
  return `(
    select leads, located from lead_counts where ${stored}
    union all
    select leads, located from lead_count_changes where ${changed}
  ) as counters`;
}

/** Returns a number of leads as the total of their list. */
export const capped = (count: number, exact: boolean): Total =>
  !exact && count > maxCounted ? { total: maxCounted, totalIsExact: false } : { total: count, totalIsExact: true };
