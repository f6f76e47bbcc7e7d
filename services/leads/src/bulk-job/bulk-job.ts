import type { Actor, bulkJobActions, LeadStatus } from '@lead-finder/contracts';
import { forbidden } from '@lead-finder/platform';
import { mayAny, type LeadAction } from '../lead/lead.policy.js';

export type Action = (typeof bulkJobActions)[number];

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

/** The name under which progress stores the contacts that a job counted. */
export const nameOf = (jobId: number) => `bulk-${jobId}`;

export const policyOf = (action: Action): LeadAction => (action === 'reassign' ? 'reassign' : 'dispose');

/** Rejects with 403 if the actor's present role does not cover the leads that the creator could change. */
export function rejectBeyondRights(now: Actor, { action, actor: creator }: Pick<Job, 'action' | 'actor'>): void {
  const hasOwnLeadsOnly = creator.id === now.id && !mayAny(creator, policyOf(action));
  if (!hasOwnLeadsOnly && !mayAny(now, policyOf(action))) throw forbidden();
}
