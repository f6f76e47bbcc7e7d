import { AppError } from '@lead-finder/platform';
import { z } from 'zod';

/** Where somebody stands in a queue: at this lead of what is due, of the new leads, or of a list in its order. */
const position = z.object({
  part: z.enum(['due', 'fresh', 'newest', 'oldest']),
  at: z.string().regex(/^[\d\-: .+T]{10,40}$/),
  id: z.int(),
});
export type QueuePosition = z.infer<typeof position>;

export const encodePosition = (at: QueuePosition): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** 400 for anything that is no position in one of these parts. */
export function decodePosition(cursor: string, ...parts: QueuePosition['part'][]): QueuePosition {
  const parsed = position.safeParse(jsonOf(cursor));
  if (parsed.success && parts.includes(parsed.data.part)) return parsed.data;
  const message = 'The cursor does not belong to this queue';
  throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'cursor', message }] });
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
