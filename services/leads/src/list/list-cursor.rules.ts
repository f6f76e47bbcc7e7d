import { cursorId, cursorMoment } from '@lead-finder/platform';
import { z } from 'zod';

/** Where a walk stands: behind this lead, and when it began (what was assigned since is left out). */
const listCursor = z.object({
  assignedAt: cursorMoment,
  id: cursorId,
  began: cursorMoment,
  sort: z.enum(['newest', 'oldest']),
});
export type ListCursor = z.infer<typeof listCursor>;

export const listCursorOf = (sort: ListCursor['sort']) => listCursor.extend({ sort: z.literal(sort) });
