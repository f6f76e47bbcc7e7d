import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { countersOfChange } from './counted-owners.js';
import { isCountedIn, storedConditions, type ScopedFilter } from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { deleteEmpty, type RolledUpCounts } from './waiting-changes.js';

type Kind = 'state' | 'county' | 'tag';

export interface CountedValue {
  value: string;
  count: number;
}

interface OnlyValue {
  kind: Kind;
  value: string;
}

/** Returns the only state, county or tag that a filter adds to counted conditions, else undefined. */
export function onlyValue({ state, county, tag, ...rest }: ScopedFilter): OnlyValue | undefined {
  if (!isCountedIn('values', rest)) return undefined;
  const named: OnlyValue[] = (tag ?? []).map((value) => ({ kind: 'tag', value: value.trim() }));
  if (state !== undefined) named.push({ kind: 'state', value: state });
  if (county !== undefined) named.push({ kind: 'county', value: county });
  return named.length === 1 ? named[0] : undefined;
}

const valueOf: Record<Kind, string> = {
  state: 'select state as value from seen',
  county: 'select county as value from seen',
  tag: 'select unnest(tags) as value from seen',
};

/** SQL for the number of leads with a value. */
export function leadsOf(
  { kind, value }: OnlyValue,
  filter: ScopedFilter,
  actor: Actor,
  parameters: Parameters,
): string {
  const asked = parameters.add(value);
  // Tags match in any case, states and counties exactly.
  const same = kind === 'tag' ? `lower(value) = lower(${asked})` : `value = ${asked}`;
  const { stored, changed, scanned } = storedConditions('values', filter, actor, parameters);
  return `(
    with seen as (select state, county, tags from user_businesses where ${scanned})
    select coalesce(sum(leads), 0)::int from (
      select leads from lead_values where ${stored} and kind = '${kind}' and ${same}
      union all
      select leads from lead_value_changes where ${changed} and kind = '${kind}' and ${same}
      union all
      select 1 from (${valueOf[kind]}) as named where ${same}
    ) as counts
  )`;
}

/** Counts of leads per state, county and tag, without a scan of leads. */
@Injectable()
export class LeadValues implements RolledUpCounts {
  readonly changes = 'lead_value_changes';
  readonly partition = 'hashtext(value)';

  constructor(private readonly database: Database) {}

  /** Returns the most frequent values. Spellings that differ in case count as one, the most frequent one. */
  async of<K extends Kind>(kinds: K[], filter: ScopedFilter, actor: Actor, q: string | undefined, limit: number) {
    const parameters = new Parameters();
    const { stored, changed, scanned } = storedConditions('values', filter, actor, parameters);
    const matching = q ? `strpos(lower(value), lower(${parameters.add(q)})) > 0` : 'true';
    const each = kinds.map((kind) => {
      const wanted = `kind = '${kind}' and ${matching}`;
      return `(select coalesce(json_agg(found), '[]') from (
        select (array_agg(value order by leads desc, value))[1] as value, sum(leads)::int as count
        from (
          select value, sum(leads) as leads from (
            select value, leads from lead_values where ${stored} and ${wanted}
            union all
            select value, leads from lead_value_changes where ${changed} and ${wanted}
            union all
            select value, 1 from (${valueOf[kind]}) as named where value is not null and ${matching}
          ) as changes group by value having sum(leads) > 0
        ) as spelled
        group by lower(value) order by sum(leads) desc, lower(value) limit ${limit}
      ) as found) as ${kind}`;
    });
    const [row] = await this.database.query<Record<K, CountedValue[]>>(
      `with seen as materialized (select state, county, tags from user_businesses where ${scanned}) select ${each.join(', ')}`,
      parameters.values,
    );
    return row!;
  }

  async count(value: OnlyValue, filter: ScopedFilter, actor: Actor): Promise<number> {
    const parameters = new Parameters();
    const [row] = await this.database.prepared<{ count: number }>(
      `select ${leadsOf(value, filter, actor, parameters)} as count`,
      parameters.values,
    );
    return row!.count;
  }

  async rollUp(taken: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `with changes as (${taken}),
       added as (
         insert into lead_values (user_id, kind, value, status, archived, existing_customer, leads)
         select whose, kind, value, status, archived, existing_customer, sum(leads)
         from changes cross join lateral ${countersOfChange} as whose
         group by 1, 2, 3, 4, 5, 6 having sum(leads) <> 0 order by 1, 2, 3, 4, 5, 6
         on conflict (user_id, kind, value, status, archived, existing_customer)
           do update set leads = lead_values.leads + excluded.leads
       )
       select count(*)::int as count from changes`,
    );
    await deleteEmpty(this.database, 'lead_values');
    return row!.count;
  }
}
