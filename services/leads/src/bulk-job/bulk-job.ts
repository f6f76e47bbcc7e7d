import type { Actor, bulkJobActions, LeadStatus } from '@lead-finder/contracts';
import { forbidden } from '@lead-finder/platform';
import { mayAny, type LeadAction } from '../lead/lead.policy.js';

export type Action = (typeof bulkJobActions)[number];

/** A job as its worker knows it. */
export interface Job {
  id: number;
  action: Action;
  status: 'running' | 'cancelling' | 'undoing';
  actor: Actor;
  undoneBy: Actor | null;
  undoneTo: number;
  toStatus: LeadStatus | null;
  newUserId: number | null;
  notes: string | null;
  done: number;
}

/** Under this name progress knows what a job counted. */
export const nameOf = (jobId: number) => `bulk-${jobId}`;

/** Who may (lead.policy.ts). */
export const policyOf = (action: Action): LeadAction => (action === 'reassign' ? 'reassign' : 'dispose');

/**
 * 403 where a job reaches further than this person may now: what it was allowed when it began was for the role of then. The
 * job of somebody who could touch the own leads alone holds no others.
 */
export function rejectBeyondRights(now: Actor, { action, actor: creator }: Pick<Job, 'action' | 'actor'>): void {
  const hasOwnLeadsOnly = creator.id === now.id && !mayAny(creator, policyOf(action));
  if (!hasOwnLeadsOnly && !mayAny(now, policyOf(action))) throw forbidden();
}
