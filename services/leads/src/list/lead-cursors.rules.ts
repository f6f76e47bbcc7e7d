import { cursorId, cursorMoment, decodeCursor } from '@lead-finder/platform';
import { z } from 'zod';

/**
 * A lead of the list, and when its first page was read. Later assignments are left out. The page follows the lead, or
 * ends before it with `back`.
 */
const listCursor = (sort: 'newest' | 'oldest') =>
  z.object({
    assignedAt: cursorMoment,
    id: cursorId,
    began: cursorMoment,
    sort: z.literal(sort),
    back: z.literal(true).optional(),
  });
export type ListCursor = z.infer<ReturnType<typeof listCursor>>;

/** A position behind the last lead of any list. */
export const endOfList = (sort: ListCursor['sort']) => ({
  assignedAt: sort === 'newest' ? '0001-01-01 00:00:00+00' : '9999-12-31 00:00:00+00',
  id: 1,
});

/** Rejects with 400 if the cursor is not of a list in this order. */
export const decodeListCursor = (cursor: string, sort: ListCursor['sort']): ListCursor =>
  decodeCursor(listCursor(sort), cursor);

/** A position in a queue: a lead among due follow-ups, new leads, or the leads of a list. */
const position = (parts: ('due' | 'fresh' | 'newest' | 'oldest')[]) =>
  z.object({ part: z.enum(parts), at: cursorMoment, id: cursorId });
export type QueuePosition = z.infer<ReturnType<typeof position>>;

/** Rejects with 400 if the cursor is no position in one of these parts. */
export const decodePosition = (cursor: string, ...parts: QueuePosition['part'][]): QueuePosition =>
  decodeCursor(position(parts), cursor);
