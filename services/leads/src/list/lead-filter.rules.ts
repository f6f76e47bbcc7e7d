import {
  closedStatuses,
  isPool,
  leadStatuses,
  noTerritory,
  poolOfTeam,
  type Actor,
  type LeadStatus,
} from '@lead-finder/contracts';
import type { leadFilter } from '@lead-finder/contracts';
import type { z } from 'zod';
import { leadPoint } from '../lead/lead-point.js';
import { ownersFor, type Owners } from '../lead/lead.policy.js';
import { fieldConditions, type EntryCounts } from './field-entries.rules.js';
import { Parameters } from './parameters.js';

type ListFilter = z.output<typeof leadFilter>;
/** `entries` is known of pages, which stop after the first leads. */
type LeadFilter = ListFilter & { entries?: EntryCounts | undefined };
export type ScopedFilter = LeadFilter & { scope: 'all' | 'own' };

/** The user id of rows that count the leads of all users. */
export const allUsers = 0;

/** Returns whose leads the filter selects. */
export function owners({ scope, mine, userId, pool }: ScopedFilter, actor: Actor): Owners {
  const seen = scope === 'own' || mine ? [actor.id] : ownersFor(actor, 'see');
  const owner = userId ?? ownerOfPool(pool);
  if (owner === undefined)
    return seen === 'all' || pool === undefined ? seen : seen.filter((id) => isPool(id) === pool);
  return seen === 'all' || seen.includes(owner) ? [owner] : [];
}

/** Undefined if the filter names no single pool. */
const ownerOfPool = (pool: ListFilter['pool']): number | undefined =>
  typeof pool === 'boolean' || pool === undefined ? undefined : poolOfTeam(pool === 'organisation' ? null : pool);

export const isBranch = (whose: Owners): boolean => whose !== 'all' && whose.length > 1;

/** All pools together have no stored counts, as a branch has none: those of each owner are summed up. */
const isOfAllPools = (whose: Owners, { pool }: ListFilter): boolean => whose === 'all' && pool === true;
export const isSummed = (whose: Owners, filter: ListFilter): boolean => isBranch(whose) || isOfAllPools(whose, filter);

/** The stored counts: per user and status (totals), of states, counties and tags (values), and per square (grid). */
export type StoredCounts = 'totals' | 'values' | 'grid';

interface FilterRule {
  /** The condition on a lead, or undefined if the filter selects all leads. Its columns are also in `counts`. */
  condition: (filter: LeadFilter, parameters: Parameters) => string | undefined;
  /** The stored counts that have its columns. Other queries with this filter scan the leads. */
  counts: readonly StoredCounts[] | ((filter: LeadFilter) => readonly StoredCounts[]);
  /** Shown as a checkbox of the list. Alone it is no search for certain leads. */
  isCheckbox?: true;
}

const everyCount: readonly StoredCounts[] = ['totals', 'values', 'grid'];

/** All filters, in the order of their conditions: PostgreSQL evaluates conditions without an index in this order. */
const rules: Record<Exclude<keyof ListFilter, 'sort'>, FilterRule> = {
  userId: {
    condition: ({ userId }, parameters) => (userId === undefined ? undefined : `user_id = ${parameters.add(userId)}`),
    counts: everyCount,
  },
  mine: { condition: () => undefined, counts: everyCount },
  status: {
    condition: ({ status }, parameters) => (status?.length ? statusCondition(status, parameters) : undefined),
    counts: everyCount,
  },
  hideClosed: {
    // A chosen status wins (docs/product/lead-list.md#closed-leads).
    condition: ({ hideClosed, status }, parameters) =>
      hideClosed && !status?.length ? statusCondition(openStatuses, parameters) : undefined,
    counts: everyCount,
    isCheckbox: true,
  },
  archived: {
    condition: ({ archived = 'false' }) => ({ true: 'archived', any: undefined, false: 'not archived' })[archived],
    counts: ['totals', 'values'],
    isCheckbox: true,
  },
  existingCustomers: {
    condition: ({ existingCustomers }) => (existingCustomers ? undefined : 'not existing_customer'),
    counts: ['totals', 'values'],
    isCheckbox: true,
  },
  imported: {
    condition: ({ imported }) => (imported === undefined ? undefined : imported ? 'imported' : 'not imported'),
    counts: ['totals'],
  },
  pool: {
    // Which pool it is follows from the owners.
    condition: ({ pool }) => (pool === undefined ? undefined : pool === false ? 'user_id > 0' : 'user_id < 0'),
    // The squares of all users have the leads in pools, too.
    counts: ({ pool }) => (pool === false ? ['totals'] : ['totals', 'grid']),
  },
  tag: {
    condition: ({ tag }, parameters) => (tag?.length ? tagCondition(tag, parameters) : undefined),
    counts: [],
  },
  state: {
    condition: ({ state }, parameters) => (state === undefined ? undefined : `state = ${parameters.add(state)}`),
    counts: [],
  },
  located: {
    condition: ({ located }) => (located === undefined ? undefined : located ? isLocated : isUnlocated),
    counts: [],
  },
  county: {
    condition: ({ county }, parameters) => (county === undefined ? undefined : `county = ${parameters.add(county)}`),
    counts: [],
  },
  territory: {
    condition: ({ territory }, parameters) =>
      territory?.length ? territoryCondition(territory, parameters) : undefined,
    counts: [],
  },
  field: {
    condition: ({ field, userId, entries }, parameters) => {
      const isOfOne = userId !== undefined && !isPool(userId);
      return field?.length ? fieldConditions(field, entries, parameters, isOfOne) : undefined;
    },
    counts: [],
  },
  // The name costs most, so it comes last.
  q: { condition: ({ q }, parameters) => (q ? nameCondition(q, parameters) : undefined), counts: [] },
};

const openStatuses = leadStatuses.filter((status) => !closedStatuses.includes(status));

/** The index returns a single status in the order of the list, but not an array of statuses. */
const statusCondition = (statuses: readonly LeadStatus[], parameters: Parameters) =>
  statuses.length === 1 ? `status = ${parameters.add(statuses[0])}` : `status = any (${parameters.add(statuses)})`;

export const isLocated = 'latitude is not null and longitude is not null';
export const isUnlocated = `${leadPoint} is null`;

/** The index of worked leads has each archived state and status in the order of the list. */
export function worked(filter: ScopedFilter): ScopedFilter[] {
  const { status, archived, hideClosed } = filter;
  const every = archived !== 'true' ? [] : hideClosed ? openStatuses : leadStatuses;
  const both = archived === 'any' ? (['true', 'false'] as const) : [archived];
  return [...new Set(status?.length ? status : every)].flatMap((one) =>
    both.map((each) => ({ ...filter, status: [one], archived: each })),
  );
}

const conditionOf = (rule: FilterRule, filter: LeadFilter) => rule.condition(filter, new Parameters());

/** The rules of the filters that select other leads than a list without filters. */
const rulesInUse = (filter: LeadFilter): FilterRule[] =>
  Object.values(rules).filter((rule) => conditionOf(rule, filter) !== conditionOf(rule, { sort: 'newest' }));

const hasCounts = ({ counts: all }: FilterRule, counts: StoredCounts, filter: LeadFilter): boolean =>
  (typeof all === 'function' ? all(filter) : all).includes(counts);

/** Whether these stored counts have the numbers of this filter. */
export const isCountedIn = (counts: StoredCounts, filter: LeadFilter): boolean =>
  rulesInUse(filter).every((rule) => hasCounts(rule, counts, filter));

/** Whether the counters have the total of this filter. */
export const isCounted = (filter: LeadFilter): boolean => isCountedIn('totals', filter);

/** Whether the user searches for certain leads. The list's checkboxes alone do not count as a search. */
export const isFiltered = (filter: LeadFilter): boolean => rulesInUse(filter).some(({ isCheckbox }) => !isCheckbox);

export const leadConditions = (filter: ScopedFilter, actor: Actor, parameters: Parameters): string =>
  conditionsOf(Object.values(rules), filter, actor, parameters);

/**
 * The conditions on stored counts, on their changes, and on the leads of owners that have no counts of values and squares.
 * They apply only the filters whose columns the counts have.
 */
export function storedConditions(counts: StoredCounts, filter: ScopedFilter, actor: Actor, parameters: Parameters) {
  const known = Object.values(rules).filter((rule) => hasCounts(rule, counts, filter));
  const whose = owners(filter, actor);
  if (counts === 'totals' || (whose === 'all' && !isOfAllPools(whose, filter))) {
    const changed = conditionsOf(known, filter, actor, parameters);
    const rows = whose === 'all' && filter.pool === undefined ? `user_id = ${allUsers}` : `user_id <> ${allUsers}`;
    return { stored: `${rows} and ${changed}`, changed, scanned: 'false' };
  }
  const { counted, others } =
    whose === 'all'
      ? someOwners(allPools)
      : whose.length === 1
        ? oneOwner(whose[0]!, parameters)
        : someOwners(`${parameters.add(whose)}::bigint[]`);
  const stored = `${counted} and ${withoutOwner(known, filter, parameters)}`;
  return { stored, changed: stored, scanned: `${others} and ${filterConditions(filter, parameters)}` };
}

/** PostgreSQL plans with the number of rows of this user, and reads nothing if the owner is not among those. */
function oneOwner(owner: number, parameters: Parameters) {
  const id = parameters.add(owner);
  const isCounted = `(select count(*) > 0 from counted_owners where user_id = ${id})`;
  return { counted: `user_id = ${id} and ${isCounted}`, others: `user_id = ${id} and not ${isCounted}` };
}

/** PostgreSQL reads their ids once for a statement. */
const allPools = 'array(select id from assignees where id < 0)';

function someOwners(ids: string) {
  const uncounted = `select id from unnest(${ids}) as id where not exists (select from counted_owners where user_id = id)`;
  return {
    counted: `user_id = any (array(select user_id from counted_owners where user_id = any (${ids})))`,
    others: `user_id = any (array(${uncounted}))`,
  };
}

/** In this form PostgreSQL hashes the users, plans at once, and reads no further than it must. */
export const inHashed = (users: readonly number[], parameters: Parameters): string =>
  `(user_id in (select unnest(${parameters.add(users)}::bigint[]))) is true`;

/** The conditions without those on the owner. */
export const filterConditions = (filter: ScopedFilter, parameters: Parameters): string =>
  withoutOwner(Object.values(rules), filter, parameters);

const withoutOwner = (all: readonly FilterRule[], filter: ScopedFilter, parameters: Parameters): string =>
  conditionList(all, { ...filter, userId: undefined }, parameters).join(' and ') || 'true';

const conditionList = (all: readonly FilterRule[], filter: ScopedFilter, parameters: Parameters): string[] =>
  all.flatMap((rule) => rule.condition(filter, parameters) ?? []);

function conditionsOf(all: readonly FilterRule[], filter: ScopedFilter, actor: Actor, parameters: Parameters): string {
  const whose = owners(filter, actor);
  if (whose !== 'all' && whose.length === 0) return 'false';
  const one = whose !== 'all' && whose.length === 1 ? whose[0] : undefined;
  const ofBranch = isBranch(whose) ? [`user_id = any (${parameters.add(whose)})`] : [];
  return [...ofBranch, ...conditionList(all, { ...filter, userId: one }, parameters)].join(' and ') || 'true';
}

/** A lead has a row for its territory, one for each above, and one for 0 if it is in none. */
function territoryCondition(territories: readonly (number | 'none')[], parameters: Parameters): string {
  const ids = territories.map((each) => (each === noTerritory ? 0 : each));
  const chosen = ids.length === 1 ? `= ${parameters.add(ids[0])}` : `= any (${parameters.add(ids)})`;
  return `id in (select lead_id from lead_territories where territory_id ${chosen})`;
}

export const tagCondition = (tags: readonly string[], parameters: Parameters): string =>
  `tag_keys && lower_all(${parameters.add(tags.map((tag) => tag.trim()))}::text[])`;

const containedFrom = 3;

export const isShortWord = ({ q }: Pick<ScopedFilter, 'q'>): boolean => Boolean(q) && [...q!].length < containedFrom;

/** Characters before a word. */
const signs = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** From U+0800 on, the trigram index takes no characters of a regular expression, but those of patterns. */
const farSigns = '’“';
const farLetter = /[\u{800}-\u{10ffff}]/u;

/**
 * Below three characters, `q` must begin a word (docs/product/lead-list.md#search-by-name). The index is searched once for the
 * expression and once for each pattern.
 */
export function nameCondition(q: string, parameters: Parameters): string {
  if (!isShortWord({ q })) return contains(q, parameters);
  const patterns = (starts: string[]) =>
    `name ilike any (${parameters.add(starts.map((start) => `${start}${literal(q)}%`))})`;
  const behind = (each: string) => [...each].map((sign) => `%${literal(sign)}`);
  if (farLetter.test(q)) return patterns(['', ...behind(signs + farSigns)]);
  return `(name ~* ${parameters.add(wordBehind(signs, q))} or ${patterns(behind(farSigns))})`;
}

/** The same condition for a scan of names without an index. */
export const scannedNameCondition = (q: string, parameters: Parameters): string =>
  isShortWord({ q }) ? `name ~* ${parameters.add(wordBehind(signs + farSigns, q))}` : contains(q, parameters);

const wordBehind = (before: string, word: string) => `(^|[${escaped(before)}])${escaped(word)}`;

/** PostgreSQL rejects a backslash before what its locale takes for a letter. */
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

const contains = (q: string, parameters: Parameters) => `name ilike ${parameters.add(`%${literal(q)}%`)}`;

export const literal = (q: string) => q.replace(/[\\%_]/g, '\\$&');
