import { unescapeFormula } from '../csv-formula.js';
import {
  contactFields,
  type ImportColumns,
  type ImportField,
  importFieldLabels,
  importFields,
} from './import-columns.js';
import type { ImportRow, RowError } from './imports.js';
import type { LeadContact } from '../leads/lead-fields.js';
import { importedTag, isPhone, websiteAddress } from '../leads/lead-details.js';
import { usStateCode } from '../us-states.js';
import { email as emailRule } from '../users/users-fields.js';

/** A row as the page previews it and the worker imports it. `user` is the file's text; the worker resolves it. */
export type ParsedImportRow = Omit<ImportRow, 'row' | 'userId'> & { user: string | null };
export type RowFailure = Omit<RowError, 'row'>;
export type RowOutcome = { ok: true; parsed: ParsedImportRow } | { ok: false; failures: RowFailure[] };

export interface RowRules {
  headers: readonly string[];
  columns: ImportColumns;
  hasAssignee: boolean;
}

const maxCharacters = 500;
const tooLong = `must be at most ${maxCharacters} characters`;
const maxTags = 50;
const maxTagLength = 50;

/** Longer than any field with blanks around it. Longer cells are rejected before any pattern runs on them. */
const maxCellLength = 5_000;

const invisibleEdges = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g;
const plain = /^[!-&(-~](?:[ -~]*[!-~])?$/;
// Bytes that Windows-1252 does not define decode to C1 controls.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Returns the text to store: a tab becomes a space, the `'` of an export and invisible edges are removed. */
function clean(cell: string): string {
  const text = unescapeFormula(cell).replaceAll('\t', ' ').trim();
  return /^[\u200b\u2060]|[\u200b\u2060]$/.test(text) ? text.replace(invisibleEdges, '') : text;
}

export function parseImportRow(cells: readonly string[], { headers, columns, hasAssignee }: RowRules): RowOutcome {
  const failures: RowFailure[] = [];
  const fail = (field: ImportField, message: string) => {
    const position = columns[field]?.[0];
    const column = (position === undefined ? undefined : headers[position]?.trim()) || importFieldLabels[field];
    failures.push({ column, message: `${importFieldLabels[field]} ${message}` });
    return null;
  };

  const texts = {} as Record<ImportField, string>;
  for (const { field } of importFields) {
    let text = '';
    for (const position of columns[field] ?? []) {
      const cell = cells[position] ?? '';
      if (cell === '') continue;
      if (cell.length > maxCellLength) fail(field, 'is too long');
      else if (plain.test(cell)) text = text ? text + separator(field) + cell : cell;
      else {
        if (field !== 'address' && /[\r\n]/.test(cell)) fail(field, 'holds a line break; is a quote missing?');
        const cleaned = clean(cell);
        if (unreadable.test(cleaned)) fail(field, 'holds a character that cannot be read');
        if (cleaned) text = text ? text + separator(field) + cleaned : cleaned;
      }
    }
    if (text.length > maxCharacters && field !== 'customTag') fail(field, tooLong);
    texts[field] = text;
  }
  if (failures.length) return { ok: false, failures };

  const name = texts.businessName || fail('businessName', 'is required');
  const user = texts.user.normalize('NFC') || (hasAssignee ? null : fail('user', 'is required'));
  const address = fullAddress(texts);
  if (address && address.length > maxCharacters) fail('address', tooLong);

  const phone = given(texts.phone);
  if (phone && !isPhone(phone)) fail('phone', 'is not a valid phone number');
  const email = given(texts.email);
  if (email && !emailRule.safeParse(email).success) fail('email', 'is not a valid email address');
  const website = withScheme(given(texts.website));
  if (website && !websiteAddress(website)) fail('website', 'is not a valid http or https address');

  const tags = distinctTags(texts.customTag);
  if (tags.length > maxTags) fail('customTag', `holds more than ${maxTags} tags`);
  if (tags.some((tag) => tag.length > maxTagLength)) {
    fail('customTag', `holds a tag of more than ${maxTagLength} characters`);
  }
  if (tags.includes('.') || tags.includes('..')) fail('customTag', 'must not be . or ..');

  const contacts = furtherContacts(texts, fail);

  const latitude = degrees(texts.latitude, 90);
  if (Number.isNaN(latitude)) fail('latitude', 'must be a number from -90 to 90');
  const longitude = degrees(texts.longitude, 180);
  if (Number.isNaN(longitude)) fail('longitude', 'must be a number from -180 to 180');
  if (latitude === null && longitude !== null) fail('latitude', 'is required where a longitude is given');
  if (longitude === null && latitude !== null) fail('longitude', 'is required where a latitude is given');

  if (failures.length || name === null) return { ok: false, failures };
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
      tags,
      latitude,
      longitude,
      ...(contacts.length > 0 && { contacts }),
    },
  };
}

const separator = (field: ImportField) => (field === 'address' ? ', ' : ' ');

/** 'Not provided' counts as empty (docs/product/one-lead.md#empty-values). */
const given = (text: string) => (text && text.toLowerCase() !== 'not provided' ? text : null);

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
  fail: (field: ImportField, message: string) => void,
): LeadContact[] {
  const contacts = new Map<number, LeadContact>();
  for (const { number, part, field } of contactFields) {
    const text = texts[field];
    if (!text) continue;
    if (part === 'Name' && text.length > 200) fail(field, 'must be at most 200 characters');
    if (part === 'Role' && text.length > 100) fail(field, 'must be at most 100 characters');
    if (part === 'Phone' && !isPhone(text)) fail(field, 'is not a valid phone number');
    if (part === 'Email' && !emailRule.safeParse(text).success) fail(field, 'is not a valid email address');
    const contact = contacts.get(number) ?? { name: '', role: '', phone: '', email: '', note: '' };
    contact[part.toLowerCase() as Lowercase<typeof part>] = text;
    contacts.set(number, contact);
  }
  return [...contacts.values()].filter(({ name, phone, email }) => name || phone || email);
}

function withScheme(website: string | null): string | null {
  if (website === null || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(website)) return website;
  return `https://${website.replace(/^\/\//, '')}`;
}

/** Drops 'Imported', which every imported lead gets anyway (docs/product/import.md#imported-tag). */
function distinctTags(cell: string): string[] {
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
