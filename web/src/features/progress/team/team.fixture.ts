import type { ProgressRecord } from '@lead-finder/contracts';
import { percentComplete } from '@lead-finder/contracts';

/** A member's record in the middle of November. */
export const record = (id: number, fullName: string, count: number, target = 100): ProgressRecord => ({
  count,
  target,
  percentage: percentComplete(count, target),
  user: { id, fullName, username: `user${id}`, email: `user${id}@northfield.example` },
  monthName: 'November',
  monthProgress: 50,
});
