import type { BulkResult, LeadStatus } from '@lead-finder/contracts';
import { businesses } from '../../lib/numbers';

/** Each is `POST /api/bulk/{kind}` with the ids and these fields. */
export type BulkAction =
  | { kind: 'delete' | 'archive' | 'restore' }
  | { kind: 'update-status'; status: LeadStatus }
  | { kind: 'reassign'; newUserId: number; notes?: string };

type Kind = BulkAction['kind'];

/** '3 businesses deleted' (specification section 8). */
const successes: Record<Kind, (count: number) => string> = {
  delete: (count) => `${businesses(count)} deleted`,
  archive: (count) => `${businesses(count)} archived`,
  restore: (count) => `${businesses(count)} restored`,
  'update-status': (count) => `Status updated for ${businesses(count)}`,
  reassign: (count) => `${businesses(count)} reassigned`,
};

export const bulkFailures: Record<Kind, string> = {
  delete: 'Failed to delete businesses',
  archive: 'Failed to archive businesses',
  restore: 'Failed to restore businesses',
  'update-status': 'Failed to update status',
  reassign: 'Failed to reassign businesses',
};

/** Why an action cannot be sent, in the words of specification section 5. */
export function refusalOf(kind: Kind, selected: number): string | undefined {
  if (selected > 0) return undefined;
  return kind === 'reassign' ? 'No businesses selected for reassignment' : 'No items selected';
}

interface Outcome {
  tone: 'success' | 'info' | 'error';
  title: string;
  text?: string;
}

/** All done, some done, or none: some failing is told with the count and the first reason. */
export function outcomeOf(kind: Kind, { success, failed, errors }: BulkResult['results']): Outcome {
  if (failed === 0) return { tone: 'success', title: successes[kind](success) };
  const reason = errors[0]?.message ?? '';
  if (success === 0) return { tone: 'error', title: bulkFailures[kind], text: reason };
  return {
    tone: 'info',
    title: successes[kind](success),
    text: `${businesses(failed)} left as before. ${reason}`.trim(),
  };
}
