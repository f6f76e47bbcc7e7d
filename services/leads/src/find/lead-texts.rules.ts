import type { CustomFields, LeadMatch } from '@lead-finder/contracts';
import { plainWords, searchWords, type SearchTerms } from './search-words.rules.js';

/** What a search reads of a lead. */
export interface SearchedLead {
  name: string;
  address: string | null;
  vicinity: string | null;
  state: string | null;
  county: string | null;
  phone: string | null;
  internationalPhone: string | null;
  website: string | null;
  ownerName: string | null;
  customFields: CustomFields;
  tags: string[];
  notes: string;
}

/** SQL of a `SearchedLead`, with the aliases `u` for user_businesses and `b` for businesses. */
export const searchedColumns = `u.name, b.formatted_address as address, b.vicinity, u.state, u.county, b.phone,
  b.international_phone as "internationalPhone", b.website, b.owner_name as "ownerName",
  u.custom_fields as "customFields", u.tags, u.notes`;

type Text = [LeadMatch['field'] | 'name', string | null | undefined];

function textsOf(lead: SearchedLead): Text[] {
  const { customFields: own } = lead;
  return [
    ['name', lead.name],
    ['phone', own.phoneNumber],
    ['phone', lead.phone],
    ['phone', lead.internationalPhone],
    ['contact', own.contactPerson],
    ['contact', lead.ownerName],
    ['contact', own.contactRole],
    ['email', own.email],
    ['website', own.website],
    ['website', lead.website],
    ...(own.contacts ?? []).flatMap(({ name, role, phone, email, note }): Text[] => [
      ['contact', name],
      ['contact', role],
      ['phone', phone],
      ['email', email],
      ['note', note],
    ]),
    ...lead.tags.map((tag): Text => ['tag', tag]),
    ['address', lead.address],
    ['address', lead.vicinity],
    ['address', lead.state],
    ['address', lead.county],
    ['note', own.contactNote],
    ['note', lead.notes],
  ];
}

export const wordsOf = (lead: SearchedLead): string[] => [
  ...new Set(textsOf(lead).flatMap(([, text]) => (text ? searchWords(text) : []))),
];

/** The database function `indexed_words` cuts these numbers. */
const isLongNumber = (word: string) => /^[0-9]{7,}$/.test(word);

/** The words with a space before each, on three lines: those of the name in its order, other words, and other long numbers. */
export function wordListOf(lead: SearchedLead): string {
  const name = plainWords(lead.name);
  const others = wordsOf(lead).filter((word) => !name.includes(word));
  return [name, others.filter((word) => !isLongNumber(word)), others.filter(isLongNumber)]
    .map((words) => words.map((word) => ` ${word}`).join(''))
    .join('\n');
}

/** Returns by how much the leads of each word change if the first lists become the second ones. Words with digits are not counted. */
export function changedCounts(before: readonly string[], after: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (list: string, sign: number) => {
    for (const word of new Set(list.split(/[ \n]/)))
      if (word && !/[0-9@+]/.test(word)) counts.set(word, (counts.get(word) ?? 0) + sign);
  };
  for (const list of before) add(list, -1);
  for (const list of after) add(list, 1);
  return new Map([...counts].filter(([, leads]) => leads !== 0));
}

/** How much of a long text a result shows. */
const extractLength = 80;

/** Returns the text that has what the name lacks, or null if the name has every term. */
export function matchOf(lead: SearchedLead, terms: SearchTerms): LeadMatch | null {
  const missing = terms.filter((term) => !has(lead.name, term));
  let best: { match: LeadMatch; count: number } | null = null;
  for (const [field, text] of textsOf(lead)) {
    if (!text || field === 'name') continue;
    const found = missing.filter((term) => has(text, term));
    if (found.length > (best?.count ?? 0))
      best = { match: { field, text: extract(text, found[0]!) }, count: found.length };
  }
  return best?.match ?? null;
}

const has = (text: string, term: readonly string[]) =>
  searchWords(text).some((word) => term.some((beginning) => word.startsWith(beginning)));

function extract(text: string, term: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= extractLength) return line;
  const first = [...line.matchAll(/\S+/g)].find(([word]) => has(word, term))?.index ?? 0;
  const start = first < extractLength / 2 ? 0 : line.lastIndexOf(' ', first - extractLength / 4) + 1;
  const end = start + extractLength;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end).trimEnd()}${end < line.length ? ' …' : ''}`;
}
