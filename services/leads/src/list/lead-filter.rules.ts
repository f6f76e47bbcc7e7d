import { closedStatuses, leadStatuses, type Actor, type LeadStatus } from '@lead-finder/contracts';
import type { leadFilter } from '@lead-finder/contracts';
import type { z } from 'zod';
import { mayAny } from '../lead/lead.policy.js';

export type ScopedFilter = z.output<typeof leadFilter> & { scope: 'all' | 'own' };

/** In what is kept by person, this one stands for all. */
export const allUsers = 0;

/** Values of a statement; `add` answers the place where each stands. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Whose leads a filter means: everybody's, one person's, or nobody's. */
export function owners(filter: ScopedFilter, actor: Actor): 'all' | 'none' | number {
  if (filter.scope === 'all' && mayAny(actor, 'see')) return filter.userId ?? 'all';
  return filter.userId === undefined || filter.userId === actor.id ? actor.id : 'none';
}

/** A chosen status wins over hideClosed (decisions, section 2); undefined for every status. */
export function chosenStatuses({ status, hideClosed }: ScopedFilter): readonly LeadStatus[] | undefined {
  if (status?.length) return status;
  return hideClosed ? leadStatuses.filter((each) => !closedStatuses.includes(each)) : undefined;
}

/** What the counters know by themselves; the total of any other filter has to be counted. */
export const isCounted = (filter: ScopedFilter): boolean =>
  !filter.q &&
  !filter.tag?.length &&
  filter.state === undefined &&
  filter.county === undefined &&
  filter.located === undefined;

/** Whether somebody looks for certain leads; the list's checkboxes alone make no such choice. */
export const isFiltered = (filter: ScopedFilter): boolean =>
  !isCounted(filter) || filter.userId !== undefined || Boolean(filter.status?.length) || filter.imported !== undefined;

/**
 * The columns that counters and leads both have. A list holds no archived leads and no existing customers unless they
 * are asked for (decisions, section 9).
 */
export function countedConditions(filter: ScopedFilter, actor: Actor, parameters: Parameters): string[] {
  const whose = owners(filter, actor);
  const statuses = chosenStatuses(filter);
  const archived = { true: ['archived'], any: [], false: ['not archived'] }[filter.archived ?? 'false'];
  return [
    ...(whose === 'none' ? ['false'] : []),
    ...(typeof whose === 'number' ? [`user_id = ${parameters.add(whose)}`] : []),
    ...(statuses ? [statusCondition(statuses, parameters)] : []),
    ...archived,
    ...(filter.existingCustomers ? [] : ['not existing_customer']),
    ...(filter.imported === undefined ? [] : [filter.imported ? 'imported' : 'not imported']),
  ];
}

/** One status by itself is read in the order of the list by its index, which has none for an array. */
const statusCondition = (statuses: readonly LeadStatus[], parameters: Parameters) =>
  statuses.length === 1 ? `status = ${parameters.add(statuses[0])}` : `status = any (${parameters.add(statuses)})`;

/** Every condition of a list, on user_businesses alone. */
export function leadConditions(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const conditions = countedConditions(filter, actor, parameters);
  if (filter.tag?.length) conditions.push(tagCondition(filter.tag, parameters));
  if (filter.state !== undefined) conditions.push(`state = ${parameters.add(filter.state)}`);
  if (filter.located === false) conditions.push('(latitude is null or longitude is null)');
  if (filter.located) conditions.push('latitude is not null', 'longitude is not null');
  if (filter.county !== undefined) conditions.push(`county = ${parameters.add(filter.county)}`);
  // PostgreSQL checks in this order what no index answers, and a name takes longest.
  if (filter.q) conditions.push(nameCondition(filter.q, parameters));
  return conditions.length > 0 ? conditions.join(' and ') : 'true';
}

/** Any of these tags, without case. */
export const tagCondition = (tags: readonly string[], parameters: Parameters): string =>
  `tag_keys && lower_all(${parameters.add(tags.map((tag) => tag.trim()))}::text[])`;

/** What may stand before a word. The trigram index answers such patterns, but no regular expression this short. */
const wordStarts = ['', ...[' ', '-', "'", '’', '"', '(', '&', '/', '.', ',', '#'].map((sign) => `%${sign}`)];

/** So long a text is looked for anywhere in a name (decisions, section 2). */
const containedFrom = 3;

export const isShortWord = ({ q }: Pick<ScopedFilter, 'q'>): boolean => Boolean(q) && [...q!].length < containedFrom;

/** Contains, without case; below three characters a word of the name begins with it (decisions, section 2). */
export const nameCondition = (q: string, parameters: Parameters): string =>
  isShortWord({ q })
    ? `name ilike any (${wordPatterns(q, parameters)})`
    : `name ilike ${parameters.add(`%${literal(q)}%`)}`;

/** The same for names that are looked at one by one: for a short word it takes a tenth, but no index answers it. */
export const scannedNameCondition = (q: string, parameters: Parameters): string =>
  isShortWord({ q })
    ? `lower(name) like any (lower_all(${wordPatterns(q, parameters)}::text[]))`
    : nameCondition(q, parameters);

const wordPatterns = (q: string, parameters: Parameters) =>
  parameters.add(wordStarts.map((start) => `${start}${literal(q)}%`));

const literal = (q: string) => q.replace(/[\\%_]/g, '\\$&');
