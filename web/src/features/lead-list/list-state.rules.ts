import { type LeadFilter, pageSizes } from '@lead-finder/contracts';
import { columnsKind } from './columns/columns.rules';
import { choice, pageNumber, text, type ValueKind } from './filters/filter-values.rules';
import { type ChipNames, type FilterName, type FilterValues, pageFilters } from './filters/lead-filters';

export const listViews = ['list', 'table', 'map'] as const;
export type ListView = (typeof listViews)[number];

const sorts = ['newest', 'oldest'] as const;

/**
 * The filters, view, sort and page of the list, in the address and in the browser
 * (docs/product/lead-list.md#saved-state).
 */
export interface ListState extends FilterValues {
  view: ListView;
  page: number;
  /** The cursor of the page. Empty for the first pages, which their number finds. */
  at: string;
  pageSize: number;
  sort: (typeof sorts)[number];
  /** The columns of the table, in their order. */
  columns: string[];
  /** The key of the saved view that the list was opened with, or empty. */
  saved: string;
}

type Field = keyof ListState;
const kinds: [Field, ValueKind<unknown> & { parameter?: string }][] = [
  ['view', choice(listViews)],
  ['page', pageNumber],
  ['at', text],
  ['pageSize', choice(pageSizes)],
  ['sort', choice(sorts)],
  ['columns', { ...columnsKind, parameter: 'column' }],
  ['saved', text],
  ...pageFilters,
];

/** The pages that their number finds quickly. Those behind them have a cursor. */
export const numberedPages = 100;
/** docs/product/lead-list.md#pagination */
const maxSkipped = 100_000;

/** A page without its cursor is no further than its number reaches under any filter. */
function reachable(state: ListState): ListState {
  const at = state.page > numberedPages ? state.at : '';
  const page = at ? state.page : Math.min(state.page, Math.floor(maxSkipped / state.pageSize) + 1);
  return { ...state, page, at };
}

const stateOf = (valueOf: (kind: ValueKind<unknown>, parameter: string) => unknown) =>
  reachable(
    Object.fromEntries(
      kinds.map(([field, kind]) => [field, valueOf(kind, kind.parameter ?? field)]),
    ) as object as ListState,
  );

export const defaultListState = stateOf(({ fallback }) => fallback);

/** Builds a state from storage, perhaps of an older version. An invalid value becomes the default. */
export function sanitized(raw: unknown): ListState {
  const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  return stateOf((kind, parameter) => kind.read(given[parameter]));
}

/** The state as the storage holds it. */
export const toStorage = (state: ListState): Record<string, unknown> =>
  Object.fromEntries(
    kinds.map(([field, { parameter = field, store = (value: unknown) => value }]) => [parameter, store(state[field])]),
  );

/** Undefined if the address has no field of the list. The remembered state then applies. */
export function fromQuery(query: string): ListState | undefined {
  const params = new URLSearchParams(query);
  if (!Object.keys(toStorage(defaultListState)).some((parameter) => params.has(parameter))) return undefined;
  return stateOf((kind, parameter) =>
    params.has(parameter) ? kind.read(kind.fromAddress(params.getAll(parameter))) : kind.fallback,
  );
}

/** The fields that differ from the defaults, for a short address. */
export function toQuery(state: ListState): string {
  const params = new URLSearchParams();
  const usual = toStorage(defaultListState);
  for (const [parameter, value] of Object.entries(toStorage(state))) {
    if (String(value) === String(usual[parameter])) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(parameter, String(one));
  }
  return params.toString();
}

/** Applies a change. Any change except of page and view returns to page 1 (docs/product/lead-list.md#pagination). */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  const fields = Object.keys(change) as Field[];
  const staysOnPage = fields.every((field) => ['page', 'at', 'view', 'columns', 'saved'].includes(field));
  const { page, at = '' } = 'page' in change ? change : state;
  return reachable({ ...state, ...change, page: staysOnPage ? (page ?? 1) : 1, at });
}

/** Resets all filters and preserves view, columns, sort, page size and whose leads they are. */
export const withoutFilters = ({ view, columns, sort, pageSize, mine }: ListState): ListState => ({
  ...defaultListState,
  view,
  columns,
  sort,
  pageSize,
  mine,
});

/** The change that sets one filter. */
export const changeOf = (name: FilterName, value: unknown) => ({ [name]: value }) as Partial<ListState>;

const applied = ({ view }: ListState) => pageFilters.filter(([, one]) => view !== 'map' || !one.isIgnoredByMap);

/** The filters as every list call takes them. Undefined fields are not sent. */
export const filterOf = (state: ListState): LeadFilter => ({
  ...Object.fromEntries(applied(state).map(([name, { send }]) => [name, send(state[name])])),
  sort: state.sort,
});

export interface FilterChip {
  label: string;
  text: string;
  without: Partial<ListState>;
}

/** The filters in use, each with the state without it. The three checkboxes show their own state. */
export const chipsOf = (state: ListState, names: ChipNames): FilterChip[] =>
  applied(state).flatMap(([name, { label = '', chips = () => [] }]) =>
    chips(state[name], names).map((chip) => ({ label, ...chip, without: changeOf(name, chip.without) })),
  );

/** The last page. After the deletion of its rows the list must not stay on an empty page. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
