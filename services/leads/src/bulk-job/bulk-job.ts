import type { Actor, bulkJobActions, LeadStatus } from '@lead-finder/contracts';
import type { LeadAction } from '../lead/lead.policy.js';

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
