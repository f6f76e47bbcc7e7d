// Page, gateway and services share these rules. They avoid zod, which is a seventh of the page's script.
import { readDate } from './custom-field-dates.js';
import { readNumber } from './custom-field-numbers.js';
import { websiteAddress } from './lead-details.js';

export const customFieldTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'date',
  'yes_no',
  'one_of',
  'several_of',
  'link',
] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customFieldTypeLabels: Record<CustomFieldType, string> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  currency: 'Currency',
  date: 'Date',
  yes_no: 'Yes/no',
  one_of: 'One of a list',
  several_of: 'Several of a list',
  link: 'Link',
};

export type CustomFieldValue = string | number | boolean | string[];

export interface CustomFieldRule {
  name: string;
  type: CustomFieldType;
  options: readonly string[];
  currency: string | null;
}

export type CustomValueCheck = { value: CustomFieldValue } | { problem: string };
export type CustomValueRead = { value: CustomFieldValue | null } | { problem: string };

/** How a file writes what can be read in two ways. Without them such a date is a problem. */
export interface CustomValueFormat {
  /** 3/4/2026 is the third of April. */
  dayFirst?: boolean | undefined;
  /** 1.234,5 and 1,234 have a decimal comma. */
  decimalComma?: boolean | undefined;
}

export const maxTextLength = 500;
export const maxLongTextLength = 5_000;
const maxNumber = 1e15;

const unstorable = /\0|\p{Surrogate}/u;
const lineBreak = /[\r\n\u2028\u2029]/;
const yes = new Set(['yes', 'true', '1', 'y', 'x']);
const no = new Set(['no', 'false', '0', 'n']);

export const foldOption = (option: string) => option.trim().toLowerCase();

const lookups = new WeakMap<readonly string[], Map<string, string>>();
function lookupOf(options: readonly string[]): Map<string, string> {
  const known = lookups.get(options);
  if (known) return known;
  const lookup = new Map(options.map((option) => [foldOption(option), option]));
  lookups.set(options, lookup);
  return lookup;
}

/** Reads a cell of a file or a form field. Empty text has the value null. */
export function readCustomValue(field: CustomFieldRule, text: string, format: CustomValueFormat = {}): CustomValueRead {
  const typed = text.trim();
  if (typed === '') return { value: null };
  switch (field.type) {
    case 'number':
    case 'currency': {
      const number = readNumber(typed, field.type === 'currency' ? field.currency : null, format.decimalComma);
      return number === null ? { problem: kindProblem(field) } : checkCustomValue(field, number);
    }
    case 'date': {
      const day = readDate(typed, format.dayFirst);
      if (day === 'ambiguous') return { problem: `${field.name} could be two dates. Please write YYYY-MM-DD` };
      return day === null ? { problem: kindProblem(field) } : { value: day };
    }
    case 'yes_no': {
      const word = typed.toLowerCase();
      if (yes.has(word)) return { value: true };
      return no.has(word) ? { value: false } : { problem: kindProblem(field) };
    }
    case 'several_of':
      return checkCustomValue(field, severalIn(typed, lookupOf(field.options)));
    case 'text':
    case 'long_text':
    case 'one_of':
    case 'link':
      return checkCustomValue(field, typed);
  }
}

/** Splits at ';', or at ',' where that finds more of the options. */
function severalIn(text: string, options: Map<string, string>): string[] {
  if (options.has(foldOption(text))) return [text];
  const splits = [';', ','].map((separator) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  );
  return splits.find((parts) => parts.every((part) => options.has(foldOption(part)))) ?? splits[0]!;
}

/** Returns the value to store: trimmed, with the spelling and the order of the options. */
export function checkCustomValue(field: CustomFieldRule, value: unknown): CustomValueCheck {
  const { name, type, options } = field;
  const problem = (rule: string) => ({ problem: `${name} ${rule}` });
  switch (type) {
    case 'text':
    case 'long_text':
    case 'link': {
      if (typeof value !== 'string' || value.trim() === '') return { problem: kindProblem(field) };
      const text = value.trim();
      const max = type === 'long_text' ? maxLongTextLength : maxTextLength;
      if (text.length > max) return problem(`must be at most ${max.toLocaleString('en-US')} characters`);
      if (unstorable.test(text)) return problem('holds a character that cannot be stored');
      if (type === 'text' && lineBreak.test(text)) return problem('must be one line');
      return type === 'link' && websiteAddress(text) === null ? { problem: kindProblem(field) } : { value: text };
    }
    case 'number':
    case 'currency':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: kindProblem(field) };
      if (Math.abs(value) > maxNumber) return problem('must be from -10^15 to 10^15');
      return { value: value === 0 ? 0 : value };
    case 'date':
      return typeof value === 'string' && readDate(value) === value ? { value } : { problem: kindProblem(field) };
    case 'yes_no':
      return typeof value === 'boolean' ? { value } : { problem: kindProblem(field) };
    case 'one_of': {
      if (typeof value !== 'string') return { problem: kindProblem(field) };
      const option = lookupOf(options).get(foldOption(value));
      return option === undefined ? problem(`has no option '${shortened(value)}'`) : { value: option };
    }
    case 'several_of': {
      if (!Array.isArray(value) || value.length === 0 || value.some((each) => typeof each !== 'string')) {
        return { problem: kindProblem(field) };
      }
      const lookup = lookupOf(options);
      const unknown = (value as string[]).find((each) => !lookup.has(foldOption(each)));
      if (unknown !== undefined) return problem(`has no option '${shortened(unknown)}'`);
      const chosen = new Set((value as string[]).map((each) => lookup.get(foldOption(each))!));
      return { value: options.filter((option) => chosen.has(option)) };
    }
  }
}

export function customValueProblem(field: CustomFieldRule, value: unknown): string | null {
  const checked = checkCustomValue(field, value);
  return 'problem' in checked ? checked.problem : null;
}

/** What the CSV file and the history show. `readCustomValue` reads the same value from it. */
export function customValueText(_: Pick<CustomFieldRule, 'type'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join('; ') : String(value);
}

const shortened = (value: string) => (value.length > 60 ? `${value.slice(0, 60)}…` : value);

const kinds: Record<CustomFieldType, string> = {
  text: 'a text',
  long_text: 'a text',
  number: 'a number',
  currency: 'an amount',
  date: 'a date as YYYY-MM-DD, from 1900 to 2200',
  yes_no: 'Yes or No',
  one_of: 'one of its options',
  several_of: 'some of its options',
  link: 'a web address',
};
const kindProblem = ({ name, type, currency }: CustomFieldRule) =>
  `${name} must be ${kinds[type]}${type === 'currency' && currency ? ` in ${currency}` : ''}`;
