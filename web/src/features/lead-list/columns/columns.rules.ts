import type { CustomFieldDefinition } from '@lead-finder/contracts';
import type { ValueKind } from '../filters/filter-values.rules';

/** The columns that every list has, besides the name and the actions (docs/product/lead-list.md#table-view). */
export const ownColumns = {
  assignee: 'Assigned To',
  status: 'Status',
  assigned: 'Date Assigned',
  address: 'Address',
  state: 'State',
  phone: 'Phone',
  email: 'Email',
  website: 'Website',
  contactPerson: 'Contact Person',
  tags: 'Tags',
  lastContacted: 'Last Contact',
  territory: 'Territory',
} as const;
export type OwnColumn = keyof typeof ownColumns;

export const defaultColumns: readonly string[] = ['assignee', 'status', 'assigned'];
const maxColumns = 20;

/** Keys of custom fields follow a prefix, so that they never equal a column of the product. */
const fieldPrefix = 'field.';
export const columnOfField = (key: string): string => fieldPrefix + key;

export const isOwnColumn = (id: string): id is OwnColumn => Object.hasOwn(ownColumns, id);

/** The chosen columns in their order. None stands for the default. */
export const columnsKind: ValueKind<string[]> = {
  fallback: [...defaultColumns],
  read: (stored) => {
    const given = Array.isArray(stored) ? stored : [];
    const known = given.filter(
      (id): id is string => typeof id === 'string' && (isOwnColumn(id) || /^field\.\w{1,50}$/.test(id)),
    );
    return known.length === 0 ? [...defaultColumns] : [...new Set(known)].slice(0, maxColumns);
  },
  fromAddress: (texts) => texts,
};

export interface ColumnChoice {
  id: string;
  label: string;
}

/** The columns on offer: the chosen ones first, in their order. Archived fields are none. */
export function columnChoices(
  chosen: readonly string[],
  fields: readonly CustomFieldDefinition[],
): { chosen: ColumnChoice[]; others: ColumnChoice[] } {
  const all: ColumnChoice[] = [
    ...Object.entries(ownColumns).map(([id, label]) => ({ id, label })),
    ...fields.filter(({ archived }) => !archived).map(({ key, name }) => ({ id: columnOfField(key), label: name })),
  ];
  return {
    chosen: chosen.flatMap((id) => all.find((choice) => choice.id === id) ?? []),
    others: all.filter(({ id }) => !chosen.includes(id)),
  };
}

export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];

/** Moves a column by one place. */
export function movedColumn(chosen: readonly string[], id: string, by: 1 | -1): string[] {
  const at = chosen.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= chosen.length) return [...chosen];
  return chosen.with(at, chosen[to]!).with(to, id);
}

export const isFull = (chosen: readonly string[]): boolean => chosen.length >= maxColumns;
