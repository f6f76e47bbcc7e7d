import { createHash } from 'node:crypto';

/** Letters and digits alone, without case and accents: 'Café  Müller' and 'CAFE MULLER' are one. */
function normalised(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || plain.trim();
}

/** A business is the same when its normalised name and address are (decisions, section 6). */
export const matchKey = (name: string, address: string | null | undefined): string =>
  createHash('sha256')
    .update(`${normalised(name)}\n${normalised(address ?? '')}`)
    .digest('hex')
    .slice(0, 40);

/** The place id of a business that no provider knows: it came by an import. */
export const importedPlaceId = (key: string) => `import:${key}`;
