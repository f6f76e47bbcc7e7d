import type { Actor, OutputOf, Person, getLeadFacets } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { person } from '../lead/lead-columns.js';
import { KeptAnswers } from './kept-answers.js';
import { countedConditions, isCounted, leadConditions, owners, Parameters, type ScopedFilter } from './lead-filter.rules.js';
import { everybody } from './lead-totals.js';
import { isInValues, LeadValues } from './lead-values.js';

type Facets = OutputOf<typeof getLeadFacets>;
type Values = Facets['states'];

/** The most frequent ones; `q` finds the others by name (decisions, section 2). */
const mostValues = 50;
const mostTags = 500;
/** So many of the newest leads are looked at where no kept numbers answer (design, section 3a, point 4). */
const mostLooked = 20_000;

/**
 * What the filter panel offers. Each facet is counted under all filters but its own, so that a chosen value leaves its
 * alternatives to choose from.
 */
@Injectable()
export class LeadFacetViews {
  constructor(
    private readonly database: Database,
    private readonly values: LeadValues,
    private readonly kept: KeptAnswers,
  ) {}

  of(filter: ScopedFilter, actor: Actor): Promise<Facets> {
    const about = { ...filter, sort: undefined, whose: owners(filter, actor) };
    return this.kept.of('facets', about, () => this.looked(filter, actor));
  }

  private async looked({ q, ...filter }: ScopedFilter, actor: Actor): Promise<Facets> {
    const [states, counties, tags, users] = await Promise.all([
      this.named('state', { ...filter, state: undefined }, actor, q),
      this.named('county', { ...filter, county: undefined }, actor, q),
      this.named('tag', { ...filter, tag: undefined }, actor, q),
      this.users({ ...filter, userId: undefined }, actor, q),
    ]);
    const sampled = !isInValues({ ...filter, userId: undefined }) && (await this.isMuch(filter, actor));
    return { states, counties, tags, users, sampled };
  }

  /** The tags of all leads that one may see, archived ones and customers too; commonest first. */
  async tags(actor: Actor, q: string | undefined): Promise<string[]> {
    const all: ScopedFilter = { scope: 'all', archived: 'any', existingCustomers: true, sort: 'newest' };
    const tags = await this.values.of('tag', all, actor, q?.trim(), mostTags);
    return tags.map((tag) => tag.value);
  }

  /** Whether there are more than what was looked at. */
  private async isMuch(filter: ScopedFilter, actor: Actor): Promise<boolean> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [last] = await this.database.query(
      `select 1 from user_businesses where ${where} limit 1 offset ${mostLooked}`,
      parameters.values,
    );
    return last !== undefined;
  }

  private named(kind: 'state' | 'county' | 'tag', filter: ScopedFilter, actor: Actor, q?: string): Promise<Values> {
    if (isInValues(filter)) return this.values.of(kind, filter, actor, q, mostValues);
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const value = kind === 'tag' ? 'unnest(tags)' : kind;
    const column = kind === 'tag' ? 'tags' : kind;
    return this.database.query(
      `select mode() within group (order by value) as value, count(*)::int as count
       from (select ${value} as value from (${newest(column, where)}) as looked) as matching
       where value is not null and ${contains('value', q, parameters)}
       group by lower(value) order by count(*) desc, lower(value) limit ${mostValues}`,
      parameters.values,
    );
  }

  private async users(filter: ScopedFilter, actor: Actor, q?: string): Promise<Facets['users']> {
    const parameters = new Parameters();
    const owned = isCounted(filter)
      ? ownedByCounters(filter, actor, parameters)
      : ownedByLeads(filter, actor, parameters);
    const rows = await this.database.query<{ person: Person; count: number }>(
      `select ${person('a', 'owned.user_id')} as person, owned.count
       from (${owned}) as owned
       left join assignees a on a.id = owned.user_id
       where owned.count > 0 and ${contains("concat_ws(' ', a.username, a.full_name)", q, parameters)}
       order by owned.count desc, owned.user_id limit ${mostValues}`,
      parameters.values,
    );
    return rows.map((row) => ({ ...row.person, count: row.count }));
  }
}

function ownedByLeads(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const where = leadConditions(filter, actor, parameters);
  return `select user_id, count(*)::int as count from (${newest('user_id', where)}) as looked group by user_id`;
}

const newest = (column: string, where: string) =>
  `select ${column} from user_businesses where ${where} order by assigned_at desc, id desc limit ${mostLooked}`;

function ownedByCounters(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const conditions = countedConditions(filter, actor, parameters);
  const where = [...conditions, `user_id <> ${everybody}`].join(' and ');
  return `select user_id, sum(leads)::int as count
    from (
      select user_id, leads from lead_counts where ${where}
      union all
      select user_id, leads from lead_count_changes where ${where}
    ) as counts group by user_id`;
}

const contains = (column: string, q: string | undefined, parameters: Parameters) =>
  q ? `strpos(lower(${column}), lower(${parameters.add(q)})) > 0` : 'true';
