import type { CustomFieldDefinition, LeadFilter, PoolChoice, TerritoryName } from '@lead-finder/contracts';
import type { ReactNode } from 'react';
import { territoryText } from '../../../lib/territories';
import { leadStatuses, statusLabel } from '../../../ui/lead-status';
import { CustomFieldFilters } from './custom-field-filters';
import { CountyField, StateField, TagField } from './facet-fields';
import { choices, type FieldProps, flag, id, pool, text, texts, type ValueKind } from './filter-values.rules';
import { fieldChips, fieldConditions } from './field-filters.rules';
import { AssignedUserField, NameField, PoolField, StatusField } from './lead-fields';
import { TerritoryField } from './territory-field';

interface Chip<V> {
  /** Omitted if all chips of the filter have its label. */
  label?: string;
  text: string;
  /** The value without what the chip shows. */
  without: V;
}

/** What chips name. */
export interface ChipNames {
  user: (id: number) => string;
  pool: (pool: PoolChoice) => string;
  fields: readonly CustomFieldDefinition[];
  territories: readonly TerritoryName[];
}

/**
 * A filter on the page: its value in the list's state, the address, the storage and the requests, and its control. Its
 * functions are methods, so that TypeScript accepts filters with any value in one list.
 */
export interface PageFilter<V, Sent> extends ValueKind<V> {
  /** The parameter of the address and the key of the storage, if it is not the name of the filter. */
  parameter?: string;
  /** The value for the server. */
  send(value: V): Sent;
  isIgnoredByMap?: true;
  /** The label of the chips. */
  label?: string;
  chips?(value: V, names: ChipNames): Chip<V>[];
  /** The control in the filter panel. */
  Field?(props: FieldProps<V>): ReactNode;
  /** The label of the checkbox in the toolbar. */
  checkbox?: string;
}

const filter = <V, Sent>(
  kind: ValueKind<V>,
  rest: Omit<PageFilter<V, Sent>, keyof ValueKind<V>>,
): PageFilter<V, Sent> => ({ ...kind, ...rest });

const chipOf = (value: string): Chip<string>[] => (value ? [{ text: value, without: '' }] : []);
const sendText = (value: string) => value || undefined;
const sendFlag = (isOn: boolean) => isOn || undefined;

/** All filters of the contract, in the order of the panel and the chips; null if only API clients use it. */
export const leadFilters = {
  q: filter(text, {
    send: (q) => q.trim() || undefined,
    label: 'Name',
    chips: (q) => chipOf(q.trim()),
    Field: NameField,
  }),
  userId: filter(id, {
    send: (userId) => userId ?? undefined,
    label: 'Assigned',
    chips: (userId, names) => (userId === null ? [] : [{ text: names.user(userId), without: null }]),
    Field: AssignedUserField,
  }),
  pool: filter(pool, {
    send: (choice) => choice || undefined,
    chips: (choice, names) => (choice ? [{ text: names.pool(choice), without: false }] : []),
    Field: PoolField,
  }),
  status: filter(choices(leadStatuses), {
    send: (status) => status,
    label: 'Status',
    chips: (status) => (status.length === 0 ? [] : [{ text: status.map(statusLabel).join(', '), without: [] }]),
    Field: StatusField,
  }),
  tag: filter(texts, {
    send: (tags) => tags,
    label: 'Tag',
    chips: (tags) => tags.map((tag) => ({ text: tag, without: tags.filter((other) => other !== tag) })),
    Field: TagField,
  }),
  state: filter(text, { send: sendText, label: 'State', chips: chipOf, Field: StateField }),
  located: filter<false | null, false | undefined>(
    {
      fallback: null,
      read: (stored) => (stored === true ? false : null),
      fromAddress: flag(false).fromAddress,
      store: (located) => located === false,
    },
    {
      parameter: 'unlocated',
      send: (located) => located ?? undefined,
      isIgnoredByMap: true,
      label: 'Map',
      chips: (located) => (located === null ? [] : [{ text: 'Without coordinates', without: null }]),
    },
  ),
  county: filter(text, { send: sendText, label: 'County', chips: chipOf, Field: CountyField }),
  territory: filter(text, {
    send: (territory) => (territory ? [territory] : undefined),
    label: 'Territory',
    chips: (territory, { territories }) =>
      territory ? [{ text: territoryText(territories, territory), without: '' }] : [],
    Field: TerritoryField,
  }),
  field: filter(fieldConditions, {
    send: (conditions) => conditions,
    chips: (conditions, { fields }) => fieldChips(conditions, fields),
    Field: CustomFieldFilters,
  }),
  hideClosed: filter(flag(true), { send: sendFlag, checkbox: 'Hide Closed Leads' }),
  archived: filter(flag(false), { send: (isOn) => (isOn ? 'any' : undefined), checkbox: 'Show Archived' }),
  existingCustomers: filter(flag(false), { send: sendFlag, checkbox: 'Show Existing Customers' }),
  imported: null,
  mine: filter(flag(false), { send: sendFlag }),
} satisfies { [K in Exclude<keyof LeadFilter, 'sort'>]: PageFilter<unknown, LeadFilter[K]> | null };

type Filters = typeof leadFilters;
export type FilterName = { [K in keyof Filters]: Filters[K] extends null ? never : K }[keyof Filters];
/** The values of the filters in the state of the list. */
export type FilterValues = { [K in FilterName]: Filters[K]['fallback'] };

export const pageFilters = Object.entries(leadFilters).filter(([, one]) => one !== null) as [
  FilterName,
  PageFilter<unknown, unknown>,
][];
