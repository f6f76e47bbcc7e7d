import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { countedConditions, allUsers, isCounted, owners, Parameters, type ScopedFilter } from './lead-filter.rules.js';

type Kind = 'state' | 'county' | 'tag';

export interface CountedValue {
  value: string;
  count: number;
}

/** Whether the stored counts of states, counties and tags apply to this filter. */
export const isInValues = (filter: ScopedFilter): boolean => isCounted(filter) && filter.imported === undefined;

/** Returns the only state, county or tag that a filter adds to counted conditions, else undefined. */
export function onlyValue({
  q,
  located,
  imported,
  state,
  county,
  tag,
}: ScopedFilter): { kind: Kind; value: string } | undefined {
  if (q || located !== undefined || imported !== undefined) return undefined;
  const named: { kind: Kind; value: string }[] = (tag ?? []).map((value) => ({ kind: 'tag', value: value.trim() }));
  if (state !== undefined) named.push({ kind: 'state', value: state });
  if (county !== undefined) named.push({ kind: 'county', value: county });
  return named.length === 1 ? named[0] : undefined;
}

/** Counts of leads per state, county and tag, without a scan of leads. */
@Injectable()
export class LeadValues {
  constructor(private readonly database: Database) {}

  /** Returns the most frequent values. Spellings that differ in case count as one, the most frequent one. */
  async of(kind: Kind, filter: ScopedFilter, actor: Actor, q: string | undefined, limit: number) {
    const parameters = new Parameters();
    const conditions = [...countedConditions(filter, actor, parameters), `kind = '${kind}'`];
    if (q) conditions.push(`strpos(lower(value), lower(${parameters.add(q)})) > 0`);
    const where = conditions.join(' and ');
    const rolledUp = owners(filter, actor) === 'all' ? `user_id = ${allUsers}` : `user_id <> ${allUsers}`;
    return this.database.query<CountedValue>(
      `select (array_agg(value order by leads desc, value))[1] as value, sum(leads)::int as count
       from (
         select value, sum(leads) as leads from (
           select value, leads from lead_values where ${rolledUp} and ${where}
           union all
           select value, leads from lead_value_changes where ${where}
         ) as changes group by value having sum(leads) > 0
       ) as spelled
       group by lower(value) order by sum(leads) desc, lower(value) limit ${limit}`,
      parameters.values,
    );
  }

  async count({ kind, value }: { kind: Kind; value: string }, filter: ScopedFilter, actor: Actor): Promise<number> {
    const parameters = new Parameters();
    const asked = parameters.add(value);
    // Tags match in any case, states and counties exactly.
    const same = kind === 'tag' ? `lower(value) = lower(${asked})` : `value = ${asked}`;
    const where = [...countedConditions(filter, actor, parameters), `kind = '${kind}'`, same].join(' and ');
    const rolledUp = owners(filter, actor) === 'all' ? `user_id = ${allUsers}` : `user_id <> ${allUsers}`;
    const [row] = await this.database.query<{ count: number }>(
      `select coalesce(sum(leads), 0)::int as count from (
         select leads from lead_values where ${rolledUp} and ${where}
         union all
         select leads from lead_value_changes where ${where}
       ) as counts`,
      parameters.values,
    );
    return row!.count;
  }

  /** Rolls up all waiting changes. Only one replica may run it at a time. */
  async rollUp(): Promise<void> {
    await this.database.query(
      `with changes as (delete from lead_value_changes returning *),
       counted as (update lead_folds set folds = folds + (select count(*) from changes))
       insert into lead_values (user_id, kind, value, status, archived, existing_customer, leads)
       select whose, kind, value, status, archived, existing_customer, sum(leads)
       from changes cross join lateral unnest(array[${allUsers}, user_id]) as whose
       group by 1, 2, 3, 4, 5, 6 having sum(leads) <> 0
       on conflict (user_id, kind, value, status, archived, existing_customer)
         do update set leads = lead_values.leads + excluded.leads`,
    );
    await this.database.query('delete from lead_values where leads = 0');
  }
}
