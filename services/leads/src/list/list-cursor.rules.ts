import { cursorId, cursorMoment } from '@lead-finder/platform';
import { z } from 'zod';

/** Where a walk stands: behind this lead, and when it began (what was assigned since is left out). */
const position = z.object({
  assignedAt: cursorMoment,
  id: cursorId,
  began: cursorMoment,
  sort: z.enum(['newest', 'oldest']),
});
export type Position = z.infer<typeof position>;

export const positionIn = (sort: Position['sort']) => position.extend({ sort: z.literal(sort) });
