import { unescapeFormula } from '../csv-formula.js';
import {
  readCustomValue,
  type CustomFieldRule,
  type CustomFieldValue,
  type CustomValueFormat,
} from '../leads/custom-field-values.js';
import type { ImportRow, UpdatingRow } from './import-batches.js';
import {
  contactFields,
  customImportField,
  type CustomImportField,
  type ImportColumns,
  type ImportField,
  importFieldLabels,
  importFields,
} from './import-columns.js';
import type { ImportMode } from './import-modes.js';
import type { RowError } from './imports.js';
import { isContact, noContact, type LeadContact } from '../leads/lead-fields.js';
import { importedTag, isPhone, websiteAddress } from '../leads/lead-details.js';
import { usStateCode } from '../us-states.js';
import { email as emailRule } from '../users/users-fields.js';

/** A row as the page previews it and the worker imports it. `user` is the file's text; the worker resolves it. */
export type ParsedImportRow = Omit<ImportRow, 'row' | 'userId'> & {
  user: string | null;
} & Partial<Pick<UpdatingRow, 'leadUuid' | 'doubtful'>>;
export type RowFailure = Omit<RowError, 'row'>;
export type RowOutcome =
  { ok: true; parsed: ParsedImportRow } | { ok: false; user: string | null; failures: RowFailure[] };

export interface RowRules {
  headers: readonly string[];
  columns: ImportColumns;
  hasAssignee: boolean;
  mode?: ImportMode | undefined;
  customFields?: readonly (CustomFieldRule & { key: string })[] | undefined;
  format?: CustomValueFormat | undefined;
}

const noTexts = Object.fromEntries(importFields.map(({ field }) => [field, '']));

const maxCharacters = 500;
const tooLong = `must be at most ${maxCharacters} characters`;
const maxTags = 50;
const maxTagLength = 50;

/** Longer than any field with blanks around it. Longer cells are rejected before any pattern runs on them. */
const maxCellLength = 5_000;
const maxCustomLength = 6_000;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const invisibleEdges = /^[\s\u200b\u2060]+|(?<![\s\u200b\u2060])[\s\u200b\u2060]+$/g;
const plain = /^[!-&(-~](?:[ -~]*[!-~])?$/;
// Bytes that Windows-1252 does not define decode to C1 controls.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Returns the text to store: a tab becomes a space, the `'` of an export and invisible edges are removed. */
const clean = (cell: string) => tidyText(unescapeFormula(cell));

export function tidyText(cell: string): string {
  const text = cell.replaceAll('\t', ' ').trim();
  return /^[\u200b\u2060]|[\u200b\u2060]$/.test(text) ? text.replace(invisibleEdges, '') : text;
}

/** A file that may change leads can name one by its uuid. Then what no lead can get is only doubtful. */
export function parseImportRow(cells: readonly string[], rules: RowRules): RowOutcome {
  const { headers, columns, hasAssignee, mode = 'create' } = rules;
  const failures: RowFailure[] = [];
  const doubtful: NonNullable<UpdatingRow['doubtful']> = [];
  const updates = mode !== 'create';
  const uuid = updates ? clean(cells[columns.leadUuid?.[0] ?? -1] ?? '').toLowerCase() : '';
  const headerOf = (field: ImportField | CustomImportField, label: string) => {
    const position = columns[field]?.[0];
    return (position === undefined ? undefined : headers[position]?.trim()) || label;
  };
  const failWith = (field: ImportField | CustomImportField, column: string, message: string, text?: string) => {
    if (uuid && text !== undefined) doubtful.push({ field, column, message, text });
    else failures.push({ column, message });
    return null;
  };
  const fail = (field: ImportField, message: string, text?: string) =>
    failWith(field, headerOf(field, importFieldLabels[field]), `${importFieldLabels[field]} ${message}`, text);
  const failCustom = ({ key, name }: { key: string; name: string }, message: string, text?: string) =>
    void failWith(customImportField(key), headerOf(customImportField(key), name), message, text);
  if (uuid && !uuidPattern.test(uuid)) fail('leadUuid', 'is not the uuid of a lead');

  const texts = Object.create(noTexts) as Record<ImportField, string>;
  for (const { field } of importFields) {
    if (!columns[field]) continue;
    const known = failures.length;
    let text = '';
    for (const position of columns[field]) {
      const cell = cells[position] ?? '';
      if (cell === '' || field === 'leadUuid') continue;
      if (cell.length > maxCellLength) fail(field, 'is too long');
      else if (plain.test(cell)) text = text ? text + separator(field) + cell : cell;
      else {
        const cleaned = clean(cell);
        if (field !== 'address' && /[\r\n]/.test(cell)) {
          fail(field, 'holds a line break; is a quote missing?', cleaned);
        }
        if (unreadable.test(cleaned)) fail(field, 'holds a character that cannot be read', cleaned);
        if (cleaned) text = text ? text + separator(field) + cleaned : cleaned;
      }
    }
    if (text.length > maxCharacters && field !== 'customTag') fail(field, tooLong, text);
    texts[field] = failures.length === known ? text : '';
  }
  const user = (!uuid && texts.user.normalize('NFC')) || null;
  if (failures.length) return { ok: false, user, failures };
  for (const { field } of doubtful) texts[field as ImportField] = '';

  const name = texts.businessName || (uuid ? '' : fail('businessName', 'is required'));
  if (!uuid && !user && !hasAssignee) fail('user', 'is required');
  const address = fullAddress(texts);
  if (address && address.length > maxCharacters) fail('address', tooLong, texts.address);

  const valid = <T>(field: ImportField, value: T | null, isValid: (value: T) => boolean, message: string) =>
    value === null || isValid(value) ? value : fail(field, message, texts[field]);
  const phone = valid('phone', givenText(texts.phone), isPhone, 'is not a valid phone number');
  const email = valid('email', givenText(texts.email), isEmail, 'is not a valid email address');
  const website = valid('website', websiteOf(texts.website), isWebsite, 'is not a valid http or https address');

  const tags = distinctTags(texts.customTag);
  if (tags.length > maxTags) fail('customTag', `holds more than ${maxTags} tags`);
  if (tags.some((tag) => tag.length > maxTagLength)) {
    fail('customTag', `holds a tag of more than ${maxTagLength} characters`, texts.customTag);
  }
  if (tags.includes('.') || tags.includes('..')) fail('customTag', 'must not be . or ..', texts.customTag);

  const contacts = furtherContacts(texts, fail, updates);

  const latitude = valid('latitude', degrees(texts.latitude, 90), isNumber, 'must be a number from -90 to 90');
  const longitude = valid('longitude', degrees(texts.longitude, 180), isNumber, 'must be a number from -180 to 180');
  if (!uuid && !texts.latitude && texts.longitude) fail('latitude', 'is required where a longitude is given');
  if (!uuid && !texts.longitude && texts.latitude) fail('longitude', 'is required where a latitude is given');

  const custom = customValues(cells, rules, failCustom);

  if (failures.length || name === null) return { ok: false, user, failures };
  const state = texts.state ? (usStateCode(texts.state) ?? texts.state) : null;
  const contactPerson = texts.contactName || null;
  return {
    ok: true,
    parsed: {
      user,
      name,
      address,
      state,
      phone,
      website,
      email,
      contactPerson,
      tags: doubtful.some(({ field }) => field === 'customTag') ? [] : tags,
      latitude,
      longitude,
      ...(contacts.length > 0 && { contacts }),
      ...(custom && { customFields: custom }),
      ...(updates && { leadUuid: uuid || null }),
      ...(doubtful.length > 0 && { doubtful }),
    },
  };
}

const isEmail = (text: string) => emailRule.safeParse(text).success;
const isWebsite = (text: string) => websiteAddress(text) !== null;
const isNumber = (value: number) => !Number.isNaN(value);
export const websiteOf = (text: string): string | null => withScheme(givenText(text));

type CustomField = NonNullable<RowRules['customFields']>[number];

/** The custom fields with a column. A search for their columns in each row would cost more than reading the cells. */
const fieldsWithColumns = new WeakMap<RowRules, { field: CustomField; positions: readonly number[] }[]>();

function withColumns(rules: RowRules) {
  const known = fieldsWithColumns.get(rules);
  if (known) return known;
  const found = (rules.customFields ?? []).flatMap((field) => {
    const positions = rules.columns[customImportField(field.key)];
    return positions ? [{ field, positions }] : [];
  });
  fieldsWithColumns.set(rules, found);
  return found;
}

/** Returns null for a row without a value. */
function customValues(
  cells: readonly string[],
  rules: RowRules,
  fail: (field: CustomField, message: string, text?: string) => void,
): Record<string, CustomFieldValue> | null {
  let values: Record<string, CustomFieldValue> | null = null;
  for (const { field, positions } of withColumns(rules)) {
    let text = '';
    for (const position of positions) {
      const cell = cells[position] ?? '';
      if (cell.length > maxCustomLength) fail(field, `${field.name} is too long`);
      const cleaned = unescapeFormula(cell).trim();
      if (cleaned) text = text ? `${text} ${cleaned}` : cleaned;
    }
    if (!text || text.length > maxCustomLength) continue;
    const read = readCustomValue(field, text, rules.format);
    if ('problem' in read) fail(field, read.problem, text);
    else if (unreadable.test(text)) fail(field, `${field.name} holds a character that cannot be read`, text);
    else if (read.value !== null) (values ??= {})[field.key] = read.value;
  }
  return values;
}

const separator = (field: ImportField) => (field === 'address' ? ', ' : ' ');

/** 'Not provided' counts as empty (docs/product/one-lead.md#empty-values). */
export const givenText = (text: string): string | null => (text && text.toLowerCase() !== 'not provided' ? text : null);

function fullAddress({ address, city, state, zip }: Record<ImportField, string>): string | null {
  if (!city && !zip) return address || null;
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const addressWords = words(address);
  if (address && [city, zip].every((part) => addressWords.includes(words(part)))) return address;
  const endsWithCity = city !== '' && addressWords.endsWith(words(city));
  const region = [state && (usStateCode(state) ?? state), zip].filter(Boolean).join(' ');
  return [address, !endsWithCity && city, region].filter(Boolean).join(', ');
}

function furtherContacts(
  texts: Record<ImportField, string>,
  fail: (field: ImportField, message: string, text?: string) => null,
  updates: boolean,
): LeadContact[] {
  const contacts = new Map<number, LeadContact>();
  for (const { number, part, field } of contactFields) {
    const text = texts[field];
    if (!text) continue;
    const problem = contactProblem(part, text);
    if (problem) {
      fail(field, problem, text);
      continue;
    }
    const contact = contacts.get(number) ?? { ...noContact };
    contact[part.toLowerCase() as Lowercase<typeof part>] = text;
    contacts.set(number, contact);
  }
  // A lead has its contacts in an order, so a file that may change them has no contact for a number in between.
  if (updates)
    return Array.from({ length: Math.max(1, ...contacts.keys()) - 1 }, (_, at) => contacts.get(at + 2) ?? noContact);
  return [...contacts.values()].filter(isContact);
}

function contactProblem(part: (typeof contactFields)[number]['part'], text: string): string | null {
  switch (part) {
    case 'Name':
      return text.length > 200 ? 'must be at most 200 characters' : null;
    case 'Role':
      return text.length > 100 ? 'must be at most 100 characters' : null;
    case 'Phone':
      return isPhone(text) ? null : 'is not a valid phone number';
    case 'Email':
      return isEmail(text) ? null : 'is not a valid email address';
  }
}

function withScheme(website: string | null): string | null {
  if (website === null || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(website)) return website;
  return `https://${website.replace(/^\/\//, '')}`;
}

/** Drops 'Imported', which every imported lead gets anyway (docs/product/import.md#imported-tag). */
export function distinctTags(cell: string): string[] {
  if (!cell) return [];
  const tags = new Map<string, string>();
  for (const text of cell.split(',')) {
    const tag = text.trim();
    const key = tag.toLowerCase();
    if (tag && key !== importedTag.toLowerCase() && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

function degrees(text: string, limit: number): number | null {
  if (!text) return null;
  const value = /^[-+]?\d{1,3}([.,]\d{1,20})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return Math.abs(value) <= limit ? value : Number.NaN;
}
