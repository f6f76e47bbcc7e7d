import { importFields, normaliseHeader } from '../imports/import-columns.js';

/** A key without the number that makes it free. */
const maxBaseLength = 36;

export const customFieldKeyPattern = /^(?=.{1,40}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

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
const ofProduct = new Set(
  [...productNames, ...importFields.flatMap(({ field, label }) => [field, label])].map(normaliseHeader),
);
const ofObjects = new Set(Object.getOwnPropertyNames(Object.prototype).map(normaliseHeader));

/** Keys and names of the product's own fields would be confused in a file or an answer. */
export const isProductFieldName = (name: string) => ofProduct.has(normaliseHeader(name));
export const isReservedFieldName = (key: string) => isProductFieldName(key) || ofObjects.has(normaliseHeader(key));
export const isSameFieldName = (one: string, other: string) => normaliseHeader(one) === normaliseHeader(other);

/** Returns a free key: 'Renewal date' has `renewal_date`. */
export function customFieldKey(name: string, taken: Iterable<string> = []): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const start = /^[a-z]/.test(words[0] ?? '') ? [] : ['field'];
  const base = [...start, ...words].join('_').slice(0, maxBaseLength).replace(/_$/, '');
  const used = [...taken];
  const isFree = (key: string) => !used.some((each) => isSameFieldName(each, key)) && !isReservedFieldName(key);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (isFree(key)) return key;
  }
}
