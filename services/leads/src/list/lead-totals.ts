import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { KeptAnswers } from './kept-answers.js';
import {
  countedConditions,
  isCounted,
  leadConditions,
  owners,
  Parameters,
  type ScopedFilter,
} from './lead-filter.rules.js';

export interface Total {
  total: number;
  totalIsExact: boolean;
}

/** Up to here every total is exact (decisions, section 2). */
const mostCounted = 10_000;
/** In lead_counts this user stands for everybody. */
export const everybody = 0;

@Injectable()
export class LeadTotals {
  constructor(
    private readonly database: Database,
    private readonly kept: KeptAnswers,
  ) {}

  /** Exact where the counters answer, where `exact` asks for it, and up to 10,000; else 10000 and not exact. */
  async of(filter: ScopedFilter, actor: Actor, exact = false): Promise<Total> {
    if (isCounted(filter)) return { total: (await this.counted(filter, actor)).total, totalIsExact: true };
    const about = [filter, owners(filter, actor), exact];
    return this.kept.of('total', about, () => this.looked(filter, actor, exact));
  }

  private async looked(filter: ScopedFilter, actor: Actor, exact: boolean): Promise<Total> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const limit = exact ? '' : `limit ${mostCounted + 1}`;
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::int as count from (select 1 from user_businesses where ${where} ${limit}) as matching`,
      parameters.values,
    );
    const isCapped = !exact && row!.count > mostCounted;
    return isCapped ? { total: mostCounted, totalIsExact: false } : { total: row!.count, totalIsExact: true };
  }

  /** Both from the counters, for a filter that they know. */
  async counted(filter: ScopedFilter, actor: Actor): Promise<{ total: number; located: number }> {
    const parameters = new Parameters();
    const conditions = countedConditions(filter, actor, parameters);
    const where = conditions.length > 0 ? conditions.join(' and ') : 'true';
    const folded = owners(filter, actor) === 'everybody' ? `user_id = ${everybody}` : `user_id <> ${everybody}`;
    const [row] = await this.database.query<{ total: number; located: number }>(
      `select coalesce(sum(leads), 0)::int as total, coalesce(sum(leads) filter (where located), 0)::int as located
       from (
         select leads, located from lead_counts where ${folded} and ${where}
         union all
         select leads, located from lead_count_changes where ${where}
       ) as counts`,
      parameters.values,
    );
    return row!;
  }

  /** Adds up what changes left since the last time; one replica at a time. */
  async fold(): Promise<void> {
    await this.database.query(
      `with changes as (delete from lead_count_changes returning *),
       told as (update lead_folds set folds = folds + 1 where exists (select 1 from changes))
       insert into lead_counts (user_id, status, archived, existing_customer, imported, located, leads)
       select whose, status, archived, existing_customer, imported, located, sum(leads)
       from changes cross join lateral unnest(array[${everybody}, user_id]) as whose
       group by 1, 2, 3, 4, 5, 6 having sum(leads) <> 0
       on conflict (user_id, status, archived, existing_customer, imported, located)
         do update set leads = lead_counts.leads + excluded.leads`,
    );
  }
}
