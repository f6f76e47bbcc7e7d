import { cursorId, cursorMoment, decodeCursor } from '@lead-finder/platform';
import { z } from 'zod';

/** Where somebody stands in a queue: at this lead of what is due, of the new leads, or of a list in its order. */
const position = z.object({ part: z.enum(['due', 'fresh', 'newest', 'oldest']), at: cursorMoment, id: cursorId });
export type QueuePosition = z.infer<typeof position>;

/** 400 for anything that is no position in one of these parts. */
export const decodePosition = (cursor: string, ...parts: QueuePosition['part'][]): QueuePosition =>
  decodeCursor(position.extend({ part: z.enum(parts) }), cursor);
