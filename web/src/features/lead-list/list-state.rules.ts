import type { LeadFilter } from '@lead-finder/contracts';
import { type LeadStatus, leadStatuses, statusLabel } from '../../ui/lead-status';

export const listViews = ['list', 'table', 'map'] as const;
export type ListView = (typeof listViews)[number];

/** docs/product/lead-list.md#defaults-of-the-list */
export const pageSizes = [10, 20, 40, 60, 100] as const;
const sorts = ['newest', 'oldest'] as const;

/**
 * The filters, view, sort and page of the list, in the address and in the browser
 * (docs/product/lead-list.md#saved-state).
 */
export interface ListState {
  view: ListView;
  page: number;
  pageSize: number;
  sort: (typeof sorts)[number];
  q: string;
  /** Null for the leads of all users. */
  userId: number | null;
  status: LeadStatus[];
  tag: string[];
  state: string;
  county: string;
  hideClosed: boolean;
  archived: boolean;
  existingCustomers: boolean;
  /** True for only the leads without coordinates. */
  unlocated: boolean;
}

export const defaultListState: ListState = {
  view: 'list',
  page: 1,
  pageSize: 10,
  sort: 'newest',
  q: '',
  userId: null,
  status: [],
  tag: [],
  state: '',
  county: '',
  hideClosed: true,
  archived: false,
  existingCustomers: false,
  unlocated: false,
};

type Field = keyof ListState;
const fields = Object.keys(defaultListState) as Field[];
const repeatedFields: readonly Field[] = ['status', 'tag'];

/** Builds a state from an address or from storage of an older version. An invalid value becomes the default. */
export function sanitized(raw: unknown): ListState {
  const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<Field, unknown>;
  const fallback = defaultListState;
  return {
    view: oneOf(listViews, given.view, fallback.view),
    page: positive(given.page) ?? fallback.page,
    pageSize: oneOf(pageSizes, given.pageSize, fallback.pageSize),
    sort: oneOf(sorts, given.sort, fallback.sort),
    q: text(given.q),
    userId: positive(given.userId),
    status: leadStatuses.filter((status) => list(given.status).includes(status)),
    tag: list(given.tag).filter((tag) => tag !== ''),
    state: text(given.state),
    county: text(given.county),
    hideClosed: flag(given.hideClosed, fallback.hideClosed),
    archived: flag(given.archived, fallback.archived),
    existingCustomers: flag(given.existingCustomers, fallback.existingCustomers),
    unlocated: flag(given.unlocated, fallback.unlocated),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const flag = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);
const positive = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
const oneOf = <T>(known: readonly T[], value: unknown, fallback: T): T =>
  known.includes(value as T) ? (value as T) : fallback;

/** Undefined if the address has no field of the list. The remembered state then applies. */
export function fromQuery(query: string): ListState | undefined {
  const params = new URLSearchParams(query);
  const named = fields.filter((field) => params.has(field));
  if (named.length === 0) return undefined;
  return sanitized(Object.fromEntries(named.map((field) => [field, valueOf(field, params)])));
}

function valueOf(field: Field, params: URLSearchParams): unknown {
  if (repeatedFields.includes(field)) return params.getAll(field);
  const value = params.get(field) ?? '';
  if (typeof defaultListState[field] === 'boolean') return value === 'true';
  return field === 'page' || field === 'pageSize' || field === 'userId' ? Number(value) : value;
}

/** The fields that differ from the defaults, for a short address. */
export function toQuery(state: ListState): string {
  const params = new URLSearchParams();
  for (const field of fields) {
    const value = state[field];
    if (String(value) === String(defaultListState[field]) || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(field, String(one));
  }
  return params.toString();
}

/** Applies a change. Any change except of page and view returns to page 1 (docs/product/lead-list.md#pagination). */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  const staysOnPage = (Object.keys(change) as Field[]).every((field) => field === 'page' || field === 'view');
  return { ...state, ...change, page: staysOnPage ? (change.page ?? state.page) : 1 };
}

/** Resets all filters and keeps view, sort and page size. */
export const withoutFilters = ({ view, sort, pageSize }: ListState): ListState => ({
  ...defaultListState,
  view,
  sort,
  pageSize,
});

/** The filters as every list call takes them. Undefined fields are not sent. */
export const filterOf = (state: ListState): LeadFilter => ({
  q: state.q.trim() || undefined,
  userId: state.userId ?? undefined,
  status: state.status,
  tag: state.tag,
  state: state.state || undefined,
  county: state.county || undefined,
  hideClosed: state.hideClosed || undefined,
  existingCustomers: state.existingCustomers || undefined,
  archived: state.archived ? 'any' : undefined,
  located: state.unlocated && state.view !== 'map' ? false : undefined,
  sort: state.sort,
});

export interface FilterChip {
  label: string;
  text: string;
  without: Partial<ListState>;
}

/** The filters in use, each with the state without it. The three checkboxes show their own state. */
export function chipsOf(state: ListState, nameOfUser: (id: number) => string): FilterChip[] {
  const chips: FilterChip[] = [];
  if (state.q.trim()) chips.push({ label: 'Name', text: state.q.trim(), without: { q: '' } });
  if (state.userId !== null) {
    chips.push({ label: 'Assigned', text: nameOfUser(state.userId), without: { userId: null } });
  }
  if (state.status.length > 0) {
    chips.push({ label: 'Status', text: state.status.map(statusLabel).join(', '), without: { status: [] } });
  }
  for (const tag of state.tag) {
    chips.push({ label: 'Tag', text: tag, without: { tag: state.tag.filter((other) => other !== tag) } });
  }
  if (state.state) chips.push({ label: 'State', text: state.state, without: { state: '' } });
  if (state.unlocated && state.view !== 'map') {
    chips.push({ label: 'Map', text: 'Without coordinates', without: { unlocated: false } });
  }
  if (state.county) chips.push({ label: 'County', text: state.county, without: { county: '' } });
  return chips;
}

/** The last page. After the deletion of its rows the list must not stay on an empty page. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
