import { closedStatuses, leadStatuses, type Actor, type LeadStatus } from '@lead-finder/contracts';
import type { leadFilter } from '@lead-finder/contracts';
import type { z } from 'zod';
import { mayAny } from '../lead/lead.policy.js';

export type ScopedFilter = z.output<typeof leadFilter> & { scope: 'all' | 'own' };

/** The user id of rows that count the leads of all users. */
export const allUsers = 0;

/** Collects the values of a statement. `add` returns the placeholder of a value. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Returns whose leads the filter selects: those of all users, of one user, or none. */
export function owners(filter: ScopedFilter, actor: Actor): 'all' | 'none' | number {
  if (filter.scope === 'all' && mayAny(actor, 'see')) return filter.userId ?? 'all';
  return filter.userId === undefined || filter.userId === actor.id ? actor.id : 'none';
}

/** A chosen status wins over hideClosed (docs/product/lead-list.md#closed-leads). Undefined for all. */
export function chosenStatuses({ status, hideClosed }: ScopedFilter): readonly LeadStatus[] | undefined {
  if (status?.length) return status;
  return hideClosed ? leadStatuses.filter((each) => !closedStatuses.includes(each)) : undefined;
}

const hasCounters = () => false;

/** Whether a filter needs a scan instead of the counters. A new filter does not compile until it is classified here. */
const needsScan: Record<keyof ScopedFilter, (filter: ScopedFilter) => boolean> = {
  scope: hasCounters,
  userId: hasCounters,
  status: hasCounters,
  hideClosed: hasCounters,
  archived: hasCounters,
  existingCustomers: hasCounters,
  imported: hasCounters,
  sort: hasCounters,
  q: ({ q }) => Boolean(q),
  tag: ({ tag }) => Boolean(tag?.length),
  state: ({ state }) => state !== undefined,
  county: ({ county }) => county !== undefined,
  located: ({ located }) => located !== undefined,
};

/** Whether the counters have the total of this filter. */
export const isCounted = (filter: ScopedFilter): boolean => !Object.values(needsScan).some((needs) => needs(filter));

/** Whether the user searches for certain leads. The list's checkboxes alone do not count as a search. */
export const isFiltered = (filter: ScopedFilter): boolean =>
  !isCounted(filter) || filter.userId !== undefined || Boolean(filter.status?.length) || filter.imported !== undefined;

/** Conditions on columns that counters and leads share (docs/product/lead-list.md#archived-leads). */
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

/** The index returns a single status in the order of the list, but not an array of statuses. */
const statusCondition = (statuses: readonly LeadStatus[], parameters: Parameters) =>
  statuses.length === 1 ? `status = ${parameters.add(statuses[0])}` : `status = any (${parameters.add(statuses)})`;

export function leadConditions(filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const conditions = countedConditions(filter, actor, parameters);
  if (filter.tag?.length) conditions.push(tagCondition(filter.tag, parameters));
  if (filter.state !== undefined) conditions.push(`state = ${parameters.add(filter.state)}`);
  if (filter.located === false) conditions.push('(latitude is null or longitude is null)');
  if (filter.located) conditions.push('latitude is not null', 'longitude is not null');
  if (filter.county !== undefined) conditions.push(`county = ${parameters.add(filter.county)}`);
  // PostgreSQL evaluates conditions without an index in this order. The name costs most, so it comes last.
  if (filter.q) conditions.push(nameCondition(filter.q, parameters));
  return conditions.length > 0 ? conditions.join(' and ') : 'true';
}

export const tagCondition = (tags: readonly string[], parameters: Parameters): string =>
  `tag_keys && lower_all(${parameters.add(tags.map((tag) => tag.trim()))}::text[])`;

/** Characters before a word. The trigram index supports these patterns, but not such a short regular expression. */
const wordStarts = ['', ...[' ', '-', "'", '’', '"', '(', '&', '/', '.', ',', '#'].map((sign) => `%${sign}`)];

const containedFrom = 3;

export const isShortWord = ({ q }: Pick<ScopedFilter, 'q'>): boolean => Boolean(q) && [...q!].length < containedFrom;

/** Below three characters, `q` must begin a word (docs/product/lead-list.md#search-by-name). */
export const nameCondition = (q: string, parameters: Parameters): string =>
  isShortWord({ q })
    ? `name ilike any (${wordPatterns(q, parameters)})`
    : `name ilike ${parameters.add(`%${literal(q)}%`)}`;

/** The same condition for a scan of names without an index. For a short word it takes a tenth of the time. */
export const scannedNameCondition = (q: string, parameters: Parameters): string =>
  isShortWord({ q })
    ? `lower(name) like any (lower_all(${wordPatterns(q, parameters)}::text[]))`
    : nameCondition(q, parameters);

const wordPatterns = (q: string, parameters: Parameters) =>
  parameters.add(wordStarts.map((start) => `${start}${literal(q)}%`));

const literal = (q: string) => q.replace(/[\\%_]/g, '\\$&');
