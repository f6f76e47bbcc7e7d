import { cursorId, cursorMoment } from '@lead-finder/platform';
import { z } from 'zod';

/** The last lead of a page, and when the first page was read. Later assignments are left out. */
const listCursor = z.object({
  assignedAt: cursorMoment,
  id: cursorId,
  began: cursorMoment,
  sort: z.enum(['newest', 'oldest']),
});
export type ListCursor = z.infer<typeof listCursor>;

export const listCursorOf = (sort: ListCursor['sort']) => listCursor.extend({ sort: z.literal(sort) });
