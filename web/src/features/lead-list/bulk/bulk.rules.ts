import type { BulkResult, LeadStatus, PoolReason } from '@lead-finder/contracts';
import { businesses } from '../../../lib/numbers';

/** Each action is `POST /api/bulk/{kind}` with the ids and these fields. */
export type BulkAction =
  | { kind: 'delete' | 'archive' | 'restore' }
  | { kind: 'update-status'; status: LeadStatus }
  | { kind: 'reassign'; newUserId: number; notes?: string }
  | { kind: 'return-to-pool'; reason: PoolReason; notes?: string }
  | { kind: 'add-tags' | 'remove-tags'; tags: string[] };

type Kind = BulkAction['kind'];

/** docs/product/lead-list.md#texts-of-bulk-actions */
const successes: Record<Kind, (count: number) => string> = {
  delete: (count) => `${businesses(count)} deleted`,
  archive: (count) => `${businesses(count)} archived`,
  restore: (count) => `${businesses(count)} restored`,
  'update-status': (count) => `Status updated for ${businesses(count)}`,
  reassign: (count) => `${businesses(count)} reassigned`,
  'return-to-pool': (count) => `${businesses(count)} returned to the pool`,
  'add-tags': (count) => `Tags added to ${businesses(count)}`,
  'remove-tags': (count) => `Tags removed from ${businesses(count)}`,
};

export const bulkFailures: Record<Kind, string> = {
  delete: 'Failed to delete businesses',
  archive: 'Failed to archive businesses',
  restore: 'Failed to restore businesses',
  'update-status': 'Failed to update status',
  reassign: 'Failed to reassign businesses',
  'return-to-pool': 'Failed to return businesses to the pool',
  'add-tags': 'Failed to add tags',
  'remove-tags': 'Failed to remove tags',
};

/** Why an action cannot be sent (docs/product/lead-list.md#bulk-actions). */
export function refusalOf(kind: Kind, selected: number): string | undefined {
  if (selected > 0) return undefined;
  return kind === 'reassign' ? 'No businesses selected for reassignment' : 'No items selected';
}

const opposites: Partial<Record<Kind, Kind>> = {
  archive: 'restore',
  restore: 'archive',
  'return-to-pool': 'reassign',
  'add-tags': 'remove-tags',
  'remove-tags': 'add-tags',
};

/** The action whose texts an undo has. */
export const undoKindOf = (kind: Kind): Kind => opposites[kind] ?? kind;

interface Outcome {
  tone: 'success' | 'info' | 'error';
  title: string;
  text?: string;
}

/** The result in words: all, some or none. A partial failure has the count and the first reason. */
export function outcomeOf(kind: Kind, { success, failed, errors }: BulkResult['results']): Outcome {
  if (failed === 0) return { tone: 'success', title: successes[kind](success) };
  const reason = errors[0]?.message ?? '';
  const left = `${businesses(failed)} left as before. ${reason}`.trim();
  if (success === 0) return { tone: 'error', title: bulkFailures[kind], text: reason || left };
  return { tone: 'info', title: successes[kind](success), text: left };
}
