import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadStatus, reassignNotes } from './lead-fields.js';
import { leadFilter } from './lead-list.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { id, moment } from '../wire.js';

export const bulkJobActions = ['delete', 'archive', 'restore', 'update-status', 'reassign'] as const;
export const bulkJobStates = [
  'running',
  'cancelling',
  'cancelled',
  'completed',
  'failed',
  'undoing',
  'undone',
] as const;

export const bulkJob = z.object({
  id: z.int(),
  action: z.enum(bulkJobActions),
  status: z.enum(bulkJobStates),
  /** Leads of the snapshot; those processed; those skipped because they are gone, duplicates or not the caller's. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of an undo: the leads restored, and the leads left as they are because a user changed them since. */
  undone: z.int(),
  kept: z.int(),
  toStatus: leadStatus.nullable(),
  newUser: userSummary.nullable(),
  createdBy: userSummary,
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** Null if it cannot be undone (any more). */
  undoableUntil: moment.nullable(),
});
export type BulkJob = z.infer<typeof bulkJob>;

const statusNeeded = 'Choose the status to set';
const userNeeded = 'Please select a user to reassign to';
/** 'Select all N matching' (docs/product/lead-list.md#all-matching-leads): acts on the leads that match now. */
export const startBulkJob = defineRequest('leads.start-bulk-job', {
  access: everyRole,
  input: z
    .object({
      action: z.enum(bulkJobActions),
      filter: leadFilter,
      status: leadStatus.optional(),
      newUserId: id.optional(),
      notes: reassignNotes.optional(),
    })
    .refine(({ action, status }) => action !== 'update-status' || status, { path: ['status'], error: statusNeeded })
    .refine(({ action, newUserId }) => action !== 'reassign' || newUserId, { path: ['newUserId'], error: userNeeded }),
  output: bulkJob,
  deadlineMs: 30_000,
  idempotent: true,
});
/**
 * Returns the caller's jobs of the last 30 days, or all jobs for an admin, without direct actions; newest first, at most
 * 50.
 */
export const listBulkJobs = defineRequest('leads.list-bulk-jobs', {
  access: everyRole,
  input: z.object({}),
  output: z.object({ jobs: z.array(bulkJob) }),
});
/** Stops the job. The part that is done stays done and can be undone. */
export const cancelBulkJob = defineRequest('leads.cancel-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
/**
 * Restores the leads that no user changed since, within 30 days. The result of a direct action is `undone`, that of a
 * job is `undoing`. A delete cannot be undone.
 */
export const undoBulkJob = defineRequest('leads.undo-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
