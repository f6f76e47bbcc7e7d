import { createHash } from 'node:crypto';
import { normaliseHeader } from '@lead-finder/contracts';

/** Files with the same columns in any order and spelling have the same shape. */
export function headerShape(headers: readonly string[]): string {
  const names = headers.map(normaliseHeader).filter(Boolean).sort();
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
