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

/** One of the five bulk actions on all leads that matched the filter when it began. */
export const bulkJob = z.object({
  id: z.int(),
  action: z.enum(bulkJobActions),
  status: z.enum(bulkJobStates),
  /** Leads of the snapshot, those that it reached, and those that it left: not the caller's, gone, or a twin. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of an undo: what is again as it was, and what somebody touched since. */
  undone: z.int(),
  kept: z.int(),
  toStatus: leadStatus.nullable(),
  newUser: userSummary.nullable(),
  createdBy: userSummary,
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** Null where it can't be undone (any more). */
  undoableUntil: moment.nullable(),
});
export type BulkJob = z.infer<typeof bulkJob>;

const statusNeeded = 'Choose the status to set';
const userNeeded = 'Please select a user to reassign to';
/** 'Select all N matching' (decisions, section 9): the leads are those that match at this moment. */
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
/** The caller's own of the last 30 days, everybody's for an admin; newest first, at most 50. */
export const listBulkJobs = defineRequest('leads.list-bulk-jobs', {
  access: everyRole,
  input: z.object({}),
  output: z.object({ jobs: z.array(bulkJob) }),
});
/** What is done stays done, and can be undone. */
export const cancelBulkJob = defineRequest('leads.cancel-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
/** Gives back what nobody touched since, for 30 days; a delete is not undone. */
export const undoBulkJob = defineRequest('leads.undo-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
