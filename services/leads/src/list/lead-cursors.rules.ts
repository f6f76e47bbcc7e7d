import { cursorId, cursorMoment, decodeCursor } from '@lead-finder/platform';
import { z } from 'zod';

/** The last lead of a page, and when the first page was read. Later assignments are left out. */
const listCursor = z.object({
  assignedAt: cursorMoment,
  id: cursorId,
  began: cursorMoment,
  sort: z.enum(['newest', 'oldest']),
});
export type ListCursor = z.infer<typeof listCursor>;

/** Rejects with 400 if the cursor is not of a list in this order. */
export const decodeListCursor = (cursor: string, sort: ListCursor['sort']): ListCursor =>
  decodeCursor(listCursor.extend({ sort: z.literal(sort) }), cursor);

/** A position in a queue: a lead among due follow-ups, new leads, or the leads of a list. */
const position = z.object({ part: z.enum(['due', 'fresh', 'newest', 'oldest']), at: cursorMoment, id: cursorId });
export type QueuePosition = z.infer<typeof position>;

/** Rejects with 400 if the cursor is no position in one of these parts. */
export const decodePosition = (cursor: string, ...parts: QueuePosition['part'][]): QueuePosition =>
  decodeCursor(position.extend({ part: z.enum(parts) }), cursor);
