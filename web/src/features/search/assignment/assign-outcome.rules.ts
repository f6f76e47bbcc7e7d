import { messageOf } from '../../../lib/http';

export type Outcome = 'assigned' | 'already' | 'failed';

export interface AssignResult {
  name: string;
  outcome: Outcome;
}

export interface AssignReport {
  kind: 'success' | 'info' | 'error';
  title: 'Success' | 'Partial Success' | 'Error';
  text: string;
}

/** The server's message, or the default of docs/product/finding.md#assign-outcome. */
export const assignFailureText = (error: unknown): string => messageOf(error, 'Failed to assign business');

export const outcomeOf = (error: unknown): Outcome => {
  if (error === undefined) return 'assigned';
  return assignFailureText(error).toLowerCase().includes('already assigned') ? 'already' : 'failed';
};

/**
 * The result of one Assign as a toast (docs/product/finding.md#assign-outcome). Only after an error the dialog stays open.
 */
export function reportOf(results: readonly AssignResult[]): AssignReport {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const [assigned, already, failed] = [count('assigned'), count('already'), count('failed')];
  if (failed > 0) {
    const names = results.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
    return { kind: 'error', title: 'Error', text: `Failed to assign ${failed} business(es): ${names.join(', ')}` };
  }
  if (already === 0) {
    return { kind: 'success', title: 'Success', text: `${assigned} business(es) assigned successfully` };
  }
  const text =
    assigned > 0
      ? `${assigned} assigned successfully. ${already} were already assigned to this user.`
      : `All ${already} business(es) were already assigned to this user.`;
  return { kind: 'info', title: 'Partial Success', text };
}
