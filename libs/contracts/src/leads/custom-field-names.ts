import { importFields, normaliseHeader } from '../imports/import-columns.js';

export const customFieldKeyPattern = /^[a-z][a-zA-Z0-9]{0,49}$/;

/** The other columns of the export, and names of the contact details and of the API. */
const productNames = [
  'Status',
  'Assigned',
  'Last Contacted',
  'Archived',
  'Existing Customer',
  'Lead',
  'Email',
  'Contact person',
  'Phone number',
  'Contact role',
  'Contact note',
  'Contacts',
  'Notes',
  'uuid',
  'leadUuid',
  'id',
];
const reserved = new Set(
  [
    ...productNames,
    ...importFields.flatMap(({ field, label }) => [field, label]),
    ...Object.getOwnPropertyNames(Object.prototype),
  ].map(normaliseHeader),
);

/** Keys and names of the product's own fields would be confused in a file or an answer. */
export const isReservedFieldName = (name: string) => reserved.has(normaliseHeader(name));
export const isSameFieldName = (one: string, other: string) => normaliseHeader(one) === normaliseHeader(other);

/** Returns a free key: 'Renewal date' has `renewalDate`. */
export function customFieldKey(name: string, taken: Iterable<string> = []): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-zA-Z0-9]+/g) ?? [];
  const camel = words
    .map((word) => word.toLowerCase())
    .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  const base = (/^[a-z]/.test(camel) ? camel : `field${camel}`).slice(0, 44);
  const used = new Set([...taken].map((key) => key.toLowerCase()));
  const isFree = (key: string) => !used.has(key.toLowerCase()) && !isReservedFieldName(key);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}${number}`;
    if (isFree(key)) return key;
  }
}
