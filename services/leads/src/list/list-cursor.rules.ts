import { AppError } from '@lead-finder/platform';
import { z } from 'zod';

/** Where a walk stands: behind this lead, and when it began (what was assigned since is left out). */
const position = z.object({
  assignedAt: z.string().regex(/^[\d\-: .+T]{10,40}$/),
  id: z.int(),
  began: z.iso.datetime(),
  sort: z.enum(['newest', 'oldest']),
});
export type Position = z.infer<typeof position>;

export const encodeCursor = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

export function decodeCursor(cursor: string, sort: Position['sort']): Position {
  const parsed = position.safeParse(jsonOf(cursor));
  if (parsed.success && parsed.data.sort === sort) return parsed.data;
  const message = 'The cursor does not belong to this list';
  throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'cursor', message }] });
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
