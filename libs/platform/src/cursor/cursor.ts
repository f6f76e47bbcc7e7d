import { z } from 'zod';
import { invalidField } from '../errors/app-error.js';

const asIso = (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** A moment in PostgreSQL's format (`2026-11-24 09:00:00.123456+00`), in a cursor. */
export const cursorMoment = z
  .string()
  .max(40)
  .refine((text) => {
    const iso = asIso(text);
    // PostgreSQL knows no year 0.
    return !iso.startsWith('0000') && z.iso.datetime({ offset: true }).safeParse(iso).success;
  });
export const cursorId = z.int().min(1);

/** Encodes a position in a list as text for clients. Clients can forge one, so it grants nothing. */
export const encodeCursor = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Rejects with 400 on `cursor` if it does not decode to such a position. */
export function decodeCursor<T>(position: z.ZodType<T>, cursor: string): T {
  const parsed = position.safeParse(jsonOf(cursor));
  if (parsed.success) return parsed.data;
  throw invalidField('cursor', 'The cursor does not belong to this list');
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
