import { createHash } from 'node:crypto';

/** Reduces a text to letters and digits without case and accents: 'Café Müller' equals 'CAFE MULLER'. */
export function normalised(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || plain.trim();
}

/** Two businesses with the same key are the same business (docs/product/import.md#same-business). */
export const matchKey = (name: string, address: string | null | undefined): string =>
  createHash('sha256')
    .update(`${normalised(name)}\n${normalised(address ?? '')}`)
    .digest('hex')
    .slice(0, 40);

/** The place id of a business that only an import knows. Ids of before have the whole key. */
export const importedPlaceId = (key: string) => `import:${Buffer.from(key, 'hex').toString('base64url').slice(0, 16)}`;
