import type { BulkResult, LeadStatus } from '@lead-finder/contracts';
import { businesses } from '../../lib/numbers';
import type { SelectedLead } from './use-selection';

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

/** A change of these leads. */
export interface BulkStep {
  ids: number[];
  action: BulkAction;
}

/**
 * What takes an action back for the leads that it changed. A status stays: setting it has counted as a contact. A deleted
 * lead is gone, and who gives his own lead away without the right to any has none to take back.
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

/** All done, some done, or none: some failing is told with the count and the first reason. */
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
