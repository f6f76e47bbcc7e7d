import type { BulkResult, LeadStatus } from '@lead-finder/contracts';
import { businesses } from '../../../lib/numbers';
import type { SelectedLead } from '../use-selection';

/** Each action is `POST /api/bulk/{kind}` with the ids and these fields. */
export type BulkAction =
  | { kind: 'delete' | 'archive' | 'restore' }
  | { kind: 'update-status'; status: LeadStatus }
  | { kind: 'reassign'; newUserId: number; notes?: string };

type Kind = BulkAction['kind'];

/** docs/product/lead-list.md#texts-of-bulk-actions */
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

/** Why an action cannot be sent (docs/product/lead-list.md#bulk-actions). */
export function refusalOf(kind: Kind, selected: number): string | undefined {
  if (selected > 0) return undefined;
  return kind === 'reassign' ? 'No businesses selected for reassignment' : 'No items selected';
}

/** A change of these leads. */
export interface BulkStep {
  ids: number[];
  action: BulkAction;
}

/**
 * The action that reverts another one for the leads that it changed. A status change has none, because it has counted
 * as a contact. A deletion has none. A user who gives away his own lead has none without the right to reassign.
 */
export function undoOf(action: BulkAction, leads: readonly SelectedLead[], mayTakeAny: boolean): BulkStep[] {
  const those = (archived: boolean) => leads.filter((lead) => lead.archived === archived).map(({ id }) => id);
  const steps: BulkStep[] = [];
  if (action.kind === 'archive') steps.push({ ids: those(false), action: { kind: 'restore' } });
  if (action.kind === 'restore') steps.push({ ids: those(true), action: { kind: 'archive' } });
  if (action.kind === 'reassign' && mayTakeAny) {
    for (const newUserId of new Set(leads.map(({ userId }) => userId))) {
      const ids = leads.filter(({ userId }) => userId === newUserId).map(({ id }) => id);
      if (newUserId !== action.newUserId) steps.push({ ids, action: { kind: 'reassign', newUserId } });
    }
  }
  return steps.filter(({ ids }) => ids.length > 0);
}

type Results = BulkResult['results'];

const inAll = (results: readonly Results[]): Results => ({
  success: results.reduce((sum, { success }) => sum + success, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  errors: results.flatMap(({ errors }) => errors),
});

interface Outcome {
  tone: 'success' | 'info' | 'error';
  title: string;
  text?: string;
}

/** The result in words: all, some or none. A partial failure has the count and the first reason. */
export function outcomeOf(kind: Kind, ...steps: Results[]): Outcome {
  const { success, failed, errors } = inAll(steps);
  if (failed === 0) return { tone: 'success', title: successes[kind](success) };
  const reason = errors[0]?.message ?? '';
  if (success === 0) return { tone: 'error', title: bulkFailures[kind], text: reason };
  return {
    tone: 'info',
    title: successes[kind](success),
    text: `${businesses(failed)} left as before. ${reason}`.trim(),
  };
}
