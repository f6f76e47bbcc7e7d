import { customValueProblem, importFieldLabels, type CustomFieldRule, type CustomFields } from '@lead-finder/contracts';
import { listed } from '../custom-field/custom-field.rules.js';
import { isSameTag, merged } from '../lead/lead.entity.js';

type Numbers = Record<string, number>;

/** What an import changed of a lead. */
export interface Image {
  importId: number;
  revision: number;
  version: number;
  /** Before the change, as PostgreSQL writes it: a Date has no microseconds. */
  updatedAt: string;
  before: Record<string, CustomFields[string] | null>;
  priors: Numbers | null;
  owns: Numbers | null;
  tags: string[] | null;
  removes: boolean | null;
}

export interface PresentLead {
  id: number;
  userId: number;
  version: number;
  revision: number;
  updatedAt: string;
  fieldVersions: Numbers;
  customFields: CustomFields;
  tags: string[];
}

export interface UndoContext {
  /** Null if the lead is deleted. */
  lead: PresentLead | null;
  /** The images of other imports that were not undone. */
  others: readonly Image[];
  /** Tags that the history has as added after the import. */
  retagged: ReadonlySet<string>;
  customFields: ReadonlyMap<string, CustomFieldRule>;
}

export type Unreversed = { field: string; outcome: 'kept' } | { field: string; outcome: 'failed'; why: string };

export interface UndoneLead {
  reversed: string[];
  unreversed: Unreversed[];
  /** The new state of the lead, or null if it stays. */
  lead: PresentLead | null;
  /** An import that was undone made the lead, and nothing else has changed it. */
  isRemoved: boolean;
  /** Images of other imports that change with it. */
  others: Image[];
}

const contactLabels: Record<string, string> = {
  email: importFieldLabels.email,
  contactPerson: importFieldLabels.contactName,
  phoneNumber: importFieldLabels.phone,
  website: importFieldLabels.website,
  contacts: 'Contacts',
};
export const tagField = (tag: string) => `tag:${tag}`;
export const labelOf = (field: string, customFields: ReadonlyMap<string, { name: string }>): string =>
  field === ''
    ? 'Lead'
    : field.startsWith('tag:')
      ? `Tag ${field.slice(4)}`
      : (contactLabels[field] ?? customFields.get(field)?.name ?? field);

const ownVersion = ({ owns, version }: Image, field: string) => owns?.[field] ?? version;

/**
 * Restores each value that was not changed since (docs/product/import.md#undo). If a later import changed a value, that
 * import's undo restores the value from before both.
 */
export function undoneLead(image: Image, { lead, others, retagged, customFields }: UndoContext): UndoneLead {
  const tags = image.tags ?? [];
  if (!lead) {
    const unreversed = [...Object.keys(image.before), ...tags.map(tagField)].map((field) =>
      failed(field, 'The lead is deleted'),
    );
    return { reversed: [], unreversed, lead: null, isRemoved: false, others: [] };
  }
  const changedOthers = new Map<number, Image>();
  const change = (other: Image, change: Partial<Image>) =>
    changedOthers.set(other.importId, { ...(changedOthers.get(other.importId) ?? other), ...change });
  const latest = (other: Image) => changedOthers.get(other.importId) ?? other;
  const version = lead.version + 1;
  const restored: Record<string, CustomFields[string] | null> = {};
  const unreversed: Unreversed[] = [];

  for (const [field, before] of Object.entries(image.before)) {
    const own = ownVersion(image, field);
    const prior = image.priors?.[field] ?? 0;
    if (lead.fieldVersions[field] !== own) {
      unreversed.push({ field, outcome: 'kept' });
      const next = others.find(({ priors }) => priors?.[field] === own);
      if (next) {
        const { before: nextBefore, priors } = latest(next);
        change(next, { before: { ...nextBefore, [field]: before }, priors: { ...priors, [field]: prior } });
      }
      continue;
    }
    const problem = problemOf(field, before, customFields);
    if (problem) {
      unreversed.push(failed(field, problem));
      continue;
    }
    restored[field] = before;
    const previous = others.find((other) => field in other.before && ownVersion(other, field) === prior);
    if (previous) change(previous, { owns: { ...latest(previous).owns, [field]: version } });
  }
  const later = others.filter(({ revision }) => revision > image.revision);
  const goneTags = tags.filter(
    (tag) =>
      lead.tags.some((each) => isSameTag(each, tag)) &&
      !retagged.has(tag.toLowerCase()) &&
      !later.some((other) => other.tags?.some((each) => isSameTag(each, tag))),
  );
  unreversed.push(
    ...tags.filter((tag) => !goneTags.includes(tag)).map((tag) => ({ field: tagField(tag), outcome: 'kept' as const })),
  );

  const names = Object.keys(restored);
  const reversed = [...names, ...goneTags.map(tagField)];
  const next: PresentLead = {
    ...lead,
    customFields: merged(lead.customFields, restored),
    version: names.length > 0 ? version : lead.version,
    fieldVersions: { ...lead.fieldVersions, ...Object.fromEntries(names.map((name) => [name, version])) },
    tags: lead.tags.filter((tag) => !goneTags.some((gone) => isSameTag(gone, tag))),
  };

  const successor = others.find((other) => other.revision === image.revision + 1);
  if (successor) change(successor, { updatedAt: image.updatedAt });
  const isWhole = !unreversed.some(({ outcome }) => outcome === 'failed');
  // If only imports changed the lead since, the lead is as if this one had never been.
  const isOnlyImports = later.length === lead.revision - image.revision;
  if (isWhole && isOnlyImports) {
    next.revision -= 1;
    if (later.length === 0) next.updatedAt = image.updatedAt;
    for (const other of later) change(other, { revision: other.revision - 1 });
    if (successor && image.removes) change(successor, { removes: true });
  } else if (reversed.length > 0) {
    next.revision += 1;
    const last = others.find(({ revision }) => revision === lead.revision);
    if (last) change(last, { revision: next.revision });
  }
  return {
    reversed,
    unreversed,
    lead: next.revision === lead.revision ? null : next,
    isRemoved: image.removes === true && next.revision === 0,
    others: [...changedOthers.values()],
  };
}

const failed = (field: string, why: string): Unreversed => ({ field, outcome: 'failed', why });

/** A field may have been removed since, or its options changed. */
function problemOf(
  field: string,
  value: CustomFields[string] | null,
  customFields: ReadonlyMap<string, CustomFieldRule>,
): string | null {
  if (field in contactLabels) return null;
  const definition = customFields.get(field);
  if (!definition) return 'The field is removed';
  if (value === null) return null;
  return customValueProblem(definition, listed(definition.type, value));
}
