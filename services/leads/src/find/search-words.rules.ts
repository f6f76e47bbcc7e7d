/** A phone number inside a text, in any notation. */
const phoneNumber = /\+?\d[\d ()./-]{5,18}\d/g;
const maxWordLength = 50;
/** Users type a whole number, its part after the area code, or its last digits. */
const phoneParts = [10, 7, 4];

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/https?:\/\/|www\./g, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '');

export const plainWords = (text: string): string[] =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, maxWordLength));

/** The words of a text without case, accents and apostrophes, and the digits of its phone numbers. */
export function searchWords(text: string): string[] {
  const numbers = (text.match(phoneNumber) ?? []).map(digitsOf).filter(({ length }) => length >= 7);
  return [...plainWords(text), ...numbers.flatMap((digits) => phoneParts.map((length) => digits.slice(-length)))];
}

/** What a lead must have: of each term, a word that begins with one of its alternatives. */
export type SearchTerms = string[][];

const maxTerms = 10;

const isDigits = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && digitsOf(text).length >= 4;

/** Seven digits or more, and what users write between them. */
export const isPhoneNumber = (text: string): boolean => isDigits(text) && digitsOf(text).length >= 7;

const aroundNumber = /^tel:|[\s,;]*(ext\.?|x)\s*\d{1,6}$/gi;

/** Returns a phone number without the `tel:` of its link and its extension, and any other text as it is. */
export function bareNumber(text: string): string {
  const bare = text.trim().replace(aroundNumber, '');
  return isPhoneNumber(bare) ? bare : text;
}

/** Digits are one term, also without a trunk prefix or a country code. */
export function searchTerms(q: string): SearchTerms {
  if (!isDigits(q.trim())) return [...new Set(plainWords(q))].slice(0, maxTerms).map((word) => [word]);
  const digits = digitsOf(q);
  const hasPlus = q.trim().startsWith('+');
  const codes = hasPlus ? [1, 2, 3] : /^[01]/.test(digits) ? [1] : [];
  const parts = [0, ...codes].map((start) => digits.slice(start)).filter(({ length }) => length >= 4);
  // Outside North America an area code has any length, so the number is also looked for by its last seven digits.
  const isAbroad = hasPlus ? !digits.startsWith('1') : digits.startsWith('0') || /^[2-9]\d{7,8}$/.test(digits);
  if (isAbroad && digits.length > 7) parts.push(digits.slice(-7));
  return [[...new Set(parts.map((part) => part.slice(-phoneParts[0]!)))]];
}

const whole = (word: string) => `'${word}'`;
const beginning = (word: string) => `'${word}':*`;

/** The word that the leads of a user have in the index. No text has its sign. */
export const ownerWord = (userId: number): string => `@${userId}`;

/** The index has longer numbers without their end. */
const maxIndexedDigits = 7;
const longNumber = /^[0-9]{8,}$/;
/** A number of seven digits, which few leads share, is in the index as `#` and its first five. */
const cutDigits = 5;
const cutNumber = /^[0-9]{3,7}$/;
const cut = (digits: string) =>
  digits.length <= cutDigits ? beginning(`#${digits}`) : whole(`#${digits.slice(0, cutDigits)}`);
/** A word with a digit and so many characters is rare, so the index needs no pair to find it. */
const rareFrom = 4;

/**
 * A query for names with the first two words as neighbours, or null if there are no two. The database function `indexed_words`
 * makes a word of each two neighbours of a name, unless the first is rare, and of a number behind it has three digits.
 */
export function pairQuery([first, second]: SearchTerms): string | null {
  if (first?.length !== 1 || second?.length !== 1) return null;
  const [word, next] = [first[0]!, second[0]!];
  if (word.length >= rareFrom && /[0-9]/.test(word)) return null;
  return beginning(`${word}+${/^[0-9]/.test(next) ? next.slice(0, rareFrom - 1) : next}`);
}

/** The first known words that begin with a typed one, with the number of their leads. Numbers are not known. */
export type KnownWords = ReadonlyMap<string, readonly { word: string; leads: number }[]>;

export const maxKnownWords = 30;
/** Shorter words begin too many others. */
const prefixFrom = 3;
/** Each further word of a query costs the index time and excludes fewer leads. */
const maxIndexed = 3;
/** A rarest word of so many leads costs the index as much time as a scan of the leads that were worked on last. */
const maxFast = 20_000;

interface IndexedTerm {
  words: string[];
  leads: number;
  /** False if more leads may have a word with this beginning. */
  isKnown: boolean;
  /** The index has too many beginnings of short words, and finds them whole. */
  isWhole: boolean;
}

const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`;

/** For each term the texts of which a word list has one, for leads that are read anyway. */
export const scannedTexts = (terms: SearchTerms): string[][] => terms.map((words) => words.map((word) => ` ${word}`));

function indexed(word: string, known: KnownWords): IndexedTerm {
  const found = known.get(word) ?? [];
  const isShort = [...word].length < prefixFrom;
  const words = [isShort ? whole(word) : beginning(word)];
  if (longNumber.test(word)) words.push(whole(word.slice(0, maxIndexedDigits)));
  if (cutNumber.test(word)) words.push(cut(word));
  // Of the numbers in addresses and phones, one with a digit more has a tenth of the leads.
  if (/[0-9]/.test(word)) return { words, leads: 10 ** (7 - word.length), isKnown: true, isWhole: isShort };
  const sum = found.reduce((leads, each) => leads + each.leads, 0);
  if (found.length <= maxKnownWords)
    return { words: found.map((each) => whole(each.word)), leads: sum, isKnown: true, isWhole: false };
  const same = found[0]!.word === word ? found[0]!.leads : 0;
  return { words, leads: isShort ? same : sum, isKnown: false, isWhole: isShort };
}

/**
 * The query for the index, which reads whole words and rare words faster, so it has the three rarest terms. Returns null if no
 * lead can match. `leads` is about how many have the rarest term, `isRare` if at most `max` have a term. `share` is the part
 * of `total` leads that matches if words are independent, `isExact` if the query leaves out no match. `isFast` if the index
 * is no slower than a scan and likely has fewer than `max` matches.
 */
export function indexQuery(terms: SearchTerms, known: KnownWords, max: number, total: number) {
  const parts = terms
    .map((words) => words.map((word) => indexed(word, known)))
    .map((each) => ({
      words: each.flatMap(({ words }) => words),
      leads: each.reduce((sum, { leads }) => sum + leads, 0),
      isKnown: each.every(({ isKnown }) => isKnown),
      isWhole: each.some(({ isWhole }) => isWhole),
    }))
    .toSorted((one, other) => one.leads - other.leads);
  if (parts.length === 0 || parts.some(({ words }) => words.length === 0)) return null;
  const long = parts.filter(({ isWhole }) => !isWhole);
  const isExact = long.length > 0;
  const used = isExact ? long : parts;
  const share = parts.reduce((product, { leads, isKnown }) => product * (isKnown ? Math.min(1, leads / total) : 1), 1);
  const isKnown = used.slice(0, maxIndexed).every((each) => each.isKnown);
  return {
    query: used
      .slice(0, maxIndexed)
      .map(({ words }) => anyOf(words))
      .join(' & '),
    leads: used[0]!.leads,
    isRare: isExact && used.some(({ leads, isKnown }) => isKnown && leads <= max),
    isExact,
    isFast: isExact && isKnown && used[0]!.leads <= maxFast && share * total <= max / 2,
    share,
  };
}
