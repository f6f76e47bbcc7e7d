import {
  contactFields,
  customImportField,
  customValueProblem,
  customValueText,
  distinctTags,
  givenText,
  importedTag,
  importFieldLabels,
  isContact,
  noContact,
  tidyText,
  usStateCode,
  websiteOf,
  type CustomFieldRule,
  type CustomFields,
  type CustomFieldValue,
  type ImportField,
  type ImportFieldChange,
  type ImportMode,
  type LeadContact,
  type RefusedRow,
  type UpdatingRow,
} from '@lead-finder/contracts';
import { isDeepStrictEqual as isEqual } from 'node:util';
import { normalised } from '../business/match-key.rules.js';
import { maxTags } from '../lead/lead.entity.js';

/** The columns of a business that a file can fill if they are empty. */
export interface FillableBusiness {
  phone: string | null;
  website: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface BusinessOfLead extends FillableBusiness {
  id: number;
  name: string;
  address: string | null;
  internationalPhone: string | null;
}

export interface LeadOfRow {
  customFields: CustomFields;
  tags: string[];
  business: BusinessOfLead;
}

export interface UpdateRules {
  mode: ImportMode;
  /** The fields whose values the file replaces; null for all. */
  overwrite: ReadonlySet<string> | null;
  customFields: ReadonlyMap<string, CustomFieldRule>;
}

/** What a row changes of its lead and of the lead's business. */
export interface RowChanges {
  shown: ImportFieldChange[];
  details: Record<string, CustomFields[string]>;
  addedTags: string[];
  fill: Partial<FillableBusiness>;
}

type Outcome = { changes: RowChanges } | { refused: Omit<RefusedRow, 'row'> };

/** Compares a row with its lead as an export shows it, so a file that was not changed changes nothing. */
export function changesOf(row: UpdatingRow, lead: LeadOfRow, rules: UpdateRules): Outcome {
  const { business, customFields } = lead;
  if (row.leadUuid !== null && row.name && normalised(row.name) !== normalised(business.name)) {
    return { refused: { why: 'other-business', name: business.name } };
  }
  const invalid = (row.doubtful ?? []).filter(({ field, text }) => tidyText(exportedText(lead, field, rules)) !== text);
  if (invalid.length > 0) {
    return {
      refused: { why: 'invalid', column: invalid[0]!.column, message: invalid.map((each) => each.message).join('; ') },
    };
  }
  const changes: RowChanges = { shown: [], details: {}, addedTags: [], fill: {} };
  const mayReplace = (field: string) => rules.mode !== 'fill' && (rules.overwrite?.has(field) ?? true);
  const show = (field: ImportField, from: string, to: string) =>
    changes.shown.push({ field, label: importFieldLabels[field], from, to });
  /** Returns whether the value is a change that the mode allows. */
  const takes = (field: ImportField, present: string, read: string | null, given: string | null): given is string => {
    if (given === null || read === given || (read !== null && !mayReplace(field))) return false;
    show(field, present, given);
    return true;
  };

  const { email = '', contactPerson = '' } = customFields;
  if (takes('contactName', contactPerson, tidyText(contactPerson) || null, row.contactPerson))
    changes.details.contactPerson = row.contactPerson;
  const phone = phoneOf(lead);
  if (takes('phone', phone, givenText(tidyText(phone)), row.phone)) {
    if (phone) changes.details.phoneNumber = row.phone;
    else changes.fill.phone = row.phone;
  }
  if (takes('email', email, givenText(tidyText(email)), row.email)) changes.details.email = row.email;
  const website = websiteTextOf(lead);
  if (takes('website', website, websiteOf(tidyText(website)), row.website)) {
    if (website) changes.details.website = row.website;
    else changes.fill.website = row.website;
  }

  const contacts = changedContacts(customFields.contacts ?? [], row.contacts ?? [], mayReplace, show);
  if (contacts) changes.details.contacts = contacts;
  for (const [key, value] of Object.entries(row.customFields ?? {})) {
    const problem = changeCustom(key, value, lead, rules, changes);
    if (problem) return { refused: { why: 'invalid', message: problem } };
  }

  changes.addedTags = newTags(lead.tags, row.tags);
  if (changes.addedTags.length > 0) {
    if (lead.tags.length + changes.addedTags.length > maxTags) return { refused: { why: 'too-many-tags' } };
    const before = exportedTags(lead.tags);
    show('customTag', before.join(', '), [...before, ...changes.addedTags].join(', '));
  }
  fillPlace(row, business, changes.fill, show);
  return { changes };
}

export const isChange = ({ shown }: RowChanges) => shown.length > 0;

/** Returns what is wrong with the value: the field may have changed since the import started. */
function changeCustom(
  key: string,
  value: CustomFieldValue,
  { customFields }: LeadOfRow,
  rules: UpdateRules,
  changes: RowChanges,
): string | null {
  const definition = rules.customFields.get(key);
  if (!definition) return null;
  const [from, to] = [customValueText(definition, customFields[key]), customValueText(definition, value)];
  const mayReplace = rules.mode !== 'fill' && (rules.overwrite?.has(key) ?? true);
  if (from === to || (from !== '' && !mayReplace)) return null;
  const problem = customValueProblem(definition, value);
  if (problem) return problem;
  changes.details[key] = value;
  changes.shown.push({ field: customImportField(key), label: definition.name, from, to });
  return null;
}

/** The first writer of a business wins, so a file fills only what is empty. Coordinates only fill a pair. */
function fillPlace(
  { state, latitude, longitude }: UpdatingRow,
  business: BusinessOfLead,
  fill: Partial<FillableBusiness>,
  show: (field: ImportField, from: string, to: string) => void,
): void {
  const code = state === null ? null : usStateCode(state);
  if (business.state === null && code) {
    fill.state = code;
    show('state', '', code);
  }
  if (business.latitude !== null || business.longitude !== null || latitude === null || longitude === null) return;
  Object.assign(fill, { latitude, longitude });
  show('latitude', '', String(latitude));
  show('longitude', '', String(longitude));
}

/** Returns the further contacts with those of the row in their places, or null if nothing changes. */
function changedContacts(
  present: readonly LeadContact[],
  given: readonly LeadContact[],
  mayReplace: (field: string) => boolean,
  show: (field: ImportField, from: string, to: string) => void,
): LeadContact[] | null {
  if (given.length === 0) return null;
  const contacts: LeadContact[] = present.map((contact) => ({ ...contact }));
  const places = placesOf(given, present);
  const shown: (() => void)[] = [];
  for (const { number, part, field } of contactFields) {
    const key = part.toLowerCase() as Lowercase<typeof part>;
    const text = given[number - 2]?.[key];
    if (!text) continue;
    const place = places[number - 2]!;
    const before = contacts[place]?.[key] ?? '';
    if (tidyText(before) === text || (before && !mayReplace(field))) continue;
    const contact = (contacts[place] ??= { ...noContact });
    contact[key] = text;
    shown.push(() => show(field, before, text));
  }
  const all = contacts.filter((contact, place) => place < present.length || isContact(contact));
  if (isEqual(all, present)) return null;
  for (const each of shown) each();
  return all;
}

/** Contacts follow each other without gaps, so one of the file may stand further up at the lead. */
function placesOf(given: readonly LeadContact[], present: readonly LeadContact[]): number[] {
  const places: number[] = [];
  given.forEach((contact, number) => {
    if (isEqual(contact, noContact)) return;
    const isFound = (other: LeadContact, place: number) => !places.includes(place) && isSame(contact, other);
    const found = isContact(contact) ? present.slice(0, number + 1).findLastIndex(isFound) : -1;
    places[number] = found < 0 ? number : found;
  });
  return places;
}

const isSame = (given: LeadContact, { name, phone, email }: LeadContact) =>
  tidyText(name) === given.name &&
  (!given.phone || tidyText(phone) === given.phone) &&
  (!given.email || tidyText(email) === given.email);

const exportedTags = (tags: readonly string[]) => tags.filter((tag) => tag !== importedTag);

/** A tag with a comma stands in a file like two. */
function newTags(present: readonly string[], given: readonly string[]): string[] {
  if (given.length === 0) return [];
  const inFile = distinctTags(tidyText(exportedTags(present).join(', ')));
  const known = new Set([...present, ...inFile].map((tag) => tag.toLowerCase()));
  return given.filter((tag) => !known.has(tag.toLowerCase()));
}

const phoneOf = ({ customFields, business }: LeadOfRow) =>
  customFields.phoneNumber ?? business.phone ?? business.internationalPhone ?? '';
const websiteTextOf = ({ customFields, business }: LeadOfRow) => {
  const website = customFields.website ?? business.website ?? '';
  return website === 'Not provided' ? '' : website;
};

/** The cell that an export has of a field. */
function exportedText(lead: LeadOfRow, field: string, { customFields }: UpdateRules): string {
  const { business } = lead;
  const contact = contactFields.find((each) => each.field === field);
  if (contact) {
    const part = contact.part.toLowerCase() as Lowercase<typeof contact.part>;
    return lead.customFields.contacts?.[contact.number - 2]?.[part] ?? '';
  }
  switch (field) {
    case 'businessName':
      return business.name;
    case 'address':
      return business.address ?? '';
    case 'state':
      return business.state ?? '';
    case 'contactName':
      return lead.customFields.contactPerson ?? '';
    case 'phone':
      return phoneOf(lead);
    case 'email':
      return lead.customFields.email ?? '';
    case 'website':
      return websiteTextOf(lead);
    case 'customTag':
      return exportedTags(lead.tags).join(', ');
    case 'latitude':
    case 'longitude':
      return String(business[field] ?? '');
    default: {
      const key = field.slice(customImportField('').length);
      const definition = customFields.get(key);
      return definition ? customValueText(definition, lead.customFields[key]) : '';
    }
  }
}
