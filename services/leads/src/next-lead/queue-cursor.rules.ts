import { cursorId, cursorMoment, decodeCursor } from '@lead-finder/platform';
import { z } from 'zod';

/** A position in a queue: a lead among due follow-ups, new leads, or the leads of a list. */
const position = z.object({ part: z.enum(['due', 'fresh', 'newest', 'oldest']), at: cursorMoment, id: cursorId });
export type QueuePosition = z.infer<typeof position>;

/** Rejects with 400 if the cursor is no position in one of these parts. */
export const decodePosition = (cursor: string, ...parts: QueuePosition['part'][]): QueuePosition =>
  decodeCursor(position.extend({ part: z.enum(parts) }), cursor);
