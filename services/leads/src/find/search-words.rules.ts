/** A phone number inside a text, in any notation. */
const phoneNumber = /\+?\d[\d ()./-]{5,18}\d/g;
const maxWordLength = 50;
/** Users type a whole number, its part after the area code, or its last digits. */
const phoneParts = [10, 7, 4];

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/https?:\/\/|www\./g, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '');

const plainWords = (text: string): string[] =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, maxWordLength));

/** The words of a text without case, accents and apostrophes, and the digits of its phone numbers. */
export function searchWords(text: string): string[] {
  const numbers = (text.match(phoneNumber) ?? []).map(digitsOf).filter(({ length }) => length >= 7);
  return [...plainWords(text), ...numbers.flatMap((digits) => phoneParts.map((length) => digits.slice(-length)))];
}

/** What a lead must have: of each term, a word that begins with one of its alternatives. */
export type SearchTerms = string[][];

const isDigits = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && digitsOf(text).length >= 4;

/** Seven digits or more, and what users write between them. */
export const isPhoneNumber = (text: string): boolean => isDigits(text) && digitsOf(text).length >= 7;

/** Digits are one term, also without a trunk prefix or a country code. */
export function searchTerms(q: string): SearchTerms {
  if (!isDigits(q.trim())) return [...new Set(plainWords(q))].map((word) => [word]);
  const digits = digitsOf(q);
  const codes = q.trim().startsWith('+') ? [1, 2, 3] : /^[01]/.test(digits) ? [1] : [];
  const parts = [0, ...codes].map((start) => digits.slice(start)).filter(({ length }) => length >= 4);
  return [[...new Set(parts.map((part) => part.slice(-phoneParts[0]!)))]];
}

/** Shorter words have too many endings for the index of words. */
const prefixFrom = 3;

/** The query for words that begin with the terms. `whole`: short words must be whole words. */
export const wordQuery = (terms: SearchTerms, { whole = false } = {}): string =>
  terms
    .map((words) => words.map((word) => `'${word}'${whole && [...word].length < prefixFrom ? '' : ':*'}`).join(' | '))
    .map((alternatives) => `(${alternatives})`)
    .join(' & ');
