import { isDeepStrictEqual } from 'node:util';
import type { CustomFields, LeadEdit, LeadStatus } from '@lead-finder/contracts';

export type LoggedChange =
  | { kind: 'status'; what: { from: LeadStatus; to: LeadStatus } }
  | { kind: 'edit'; what: { what: LeadEdit['what']; names?: string[] } };

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

/** Returns what the timeline shows of a change. It has no texts of notes. */
export function changesBetween(before: LeadState, after: LeadState): LoggedChange[] {
  const details = (
    ['email', 'contactPerson', 'phoneNumber', 'website', 'contactRole', 'contactNote', 'contacts'] as const
  ).filter((field) => !isDeepStrictEqual(before.customFields[field], after.customFields[field]));
  return [
    ...(before.status === after.status
      ? []
      : [{ kind: 'status' as const, what: { from: before.status, to: after.status } }]),
    ...edit(details.length > 0, 'details', details),
    ...edit(before.notes !== after.notes, 'notes'),
    ...tagChanges(before.tags, after.tags),
    ...edit(before.archived !== after.archived, after.archived ? 'archived' : 'restored'),
    ...edit(
      before.existingCustomer !== after.existingCustomer,
      after.existingCustomer ? 'customer-marked' : 'customer-unmarked',
    ),
  ];
}
