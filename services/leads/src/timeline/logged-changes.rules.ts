import { isDeepStrictEqual } from 'node:util';
import {
  contactDetailKeys,
  customValueText,
  type CustomFieldRule,
  type CustomFields,
  type LeadEdit,
  type LeadStatus,
} from '@lead-finder/contracts';

export type LoggedChange =
  | { kind: 'status'; what: { from: LeadStatus; to: LeadStatus } }
  | { kind: 'edit'; what: { what: LeadEdit['what']; names?: string[]; fields?: LoggedField[] } };
type LoggedField = NonNullable<LeadEdit['fields']>[number] & { key: string };

interface LeadState {
  status: LeadStatus;
  notes: string;
  customFields: CustomFields;
  tags: string[];
  archived: boolean;
  existingCustomer: boolean;
}

const edit = (happened: boolean, what: LeadEdit['what'], names?: string[]): LoggedChange[] =>
  happened ? [{ kind: 'edit', what: names ? { what, names } : { what } }] : [];

export function tagChanges(before: string[], after: string[]): LoggedChange[] {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  return [...edit(added.length > 0, 'tags-added', added), ...edit(removed.length > 0, 'tags-removed', removed)];
}

const maxShown = 200;
type Named = Pick<CustomFieldRule, 'name' | 'type'>;

const changed = (before: CustomFields, after: CustomFields, keys: Iterable<string>) =>
  [...keys].filter((key) => before[key] !== after[key] && !isDeepStrictEqual(before[key], after[key]));

/** The keys of the custom fields that differ. */
export const changedCustomFields = (before: CustomFields, after: CustomFields): string[] =>
  changed(before, after, new Set([...Object.keys(before), ...Object.keys(after)])).filter(
    (key) => !contactDetailKeys.includes(key),
  );

const shown = (field: Named, value: unknown): string => {
  const text = customValueText(field, value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
};

/** Returns what the timeline shows of a change, with the names of the custom fields. It has no texts of notes. */
export function changesBetween(
  before: LeadState,
  after: LeadState,
  definitions: ReadonlyMap<string, Named> = new Map(),
): LoggedChange[] {
  const details = changed(before.customFields, after.customFields, contactDetailKeys);
  const fields = changedCustomFields(before.customFields, after.customFields).map((key) => {
    const field = definitions.get(key) ?? { name: key, type: 'text' };
    return {
      key,
      name: field.name,
      from: shown(field, before.customFields[key]),
      to: shown(field, after.customFields[key]),
    };
  });
  return [
    ...(before.status === after.status
      ? []
      : [{ kind: 'status' as const, what: { from: before.status, to: after.status } }]),
    ...edit(details.length > 0 && fields.length === 0, 'details', details),
    ...(fields.length > 0
      ? [{ kind: 'edit' as const, what: { what: 'details' as const, names: details, fields } }]
      : []),
    ...edit(before.notes !== after.notes, 'notes'),
    ...tagChanges(before.tags, after.tags),
    ...edit(before.archived !== after.archived, after.archived ? 'archived' : 'restored'),
    ...edit(
      before.existingCustomer !== after.existingCustomer,
      after.existingCustomer ? 'customer-marked' : 'customer-unmarked',
    ),
  ];
}

/** Returns what the timeline shows of a change of details and tags alone. */
export const detailChanges = (
  before: Pick<LeadState, 'customFields' | 'tags'>,
  after: Pick<LeadState, 'customFields' | 'tags'>,
  definitions: ReadonlyMap<string, Named>,
): LoggedChange[] => {
  const same = { status: 'new', notes: '', archived: false, existingCustomer: false } as const;
  return changesBetween(
    { ...same, customFields: before.customFields, tags: before.tags },
    { ...same, customFields: after.customFields, tags: after.tags },
    definitions,
  );
};
