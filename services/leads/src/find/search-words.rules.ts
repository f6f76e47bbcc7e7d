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

/** The word that the leads of a user have in the index. No text has its sign. */
export const ownerWord = (userId: number): string => `@${userId}`;

/** The known words that begin with a typed one, and the number of their leads; null if there are too many. */
export type KnownWords = ReadonlyMap<string, { words: string[]; leads: number } | null>;

/** Shorter words begin too many others. */
const prefixFrom = 3;

const isKnown = (word: string) => !/[0-9]/.test(word);
const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`;
const beginning = (word: string) => `'${word}':*`;

/** A query for words that begin with the terms, for leads that are read anyway. */
export const scanQuery = (terms: SearchTerms): string => terms.map((words) => anyOf(words.map(beginning))).join(' & ');

/**
 * The same query for the index, which reads whole words faster. Returns null if no lead can match. `leads` is the most that can
 * match.
 */
export function indexQuery(terms: SearchTerms, known: KnownWords): { query: string; leads: number } | null {
  const parts = terms.map((words) => {
    const each = words.map((word) => {
      const found = isKnown(word) ? known.get(word) : null;
      if (found) return { words: found.words.map((one) => `'${one}'`), leads: found.leads };
      return { words: [[...word].length < prefixFrom ? `'${word}'` : beginning(word)], leads: Infinity };
    });
    return { words: each.flatMap((one) => one.words), leads: each.reduce((sum, one) => sum + one.leads, 0) };
  });
  if (parts.some(({ words }) => words.length === 0)) return null;
  return {
    query: parts.map(({ words }) => anyOf(words)).join(' & '),
    leads: Math.min(...parts.map(({ leads }) => leads)),
  };
}
