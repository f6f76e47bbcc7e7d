import { poolReasons, type HistoryEntry } from '@lead-finder/contracts';

interface Assignment {
  from: string | null;
  to: string;
  by: string | undefined;
  move: HistoryEntry['history']['kind'];
  reason: HistoryEntry['history']['reason'];
}

/** Says how a lead came to a user or a pool (docs/product/one-lead.md#assignment-history). */
export function assignmentTitle({ from, to, by, move, reason }: Assignment): string {
  const why = reason ? `: ${poolReasons[reason]}` : '';
  if (reason === 'untouched') return `Went back to the ${to}${why}`;
  if (move === 'returned') return `Returned to the ${to}${by ? ` by ${by}` : ''}${why}`;
  if (move === 'claimed') return `Claimed by ${to}`;
  return from ? `Reassigned from ${from} to ${to}` : `Initially assigned to ${to}`;
}
