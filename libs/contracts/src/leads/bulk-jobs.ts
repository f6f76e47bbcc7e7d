import { z } from 'zod';
import { everyRole } from '../actor.js';
import { bulkTags, leadStatus, reassignNotes, tag } from './lead-fields.js';
import { leadFilter } from './lead-list.js';
import { explainsOther, otherNeedsNotes, returnReason } from './lead-records.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { id, idOr, moment } from '../wire.js';

export const bulkJobActions = [
  'delete',
  'archive',
  'restore',
  'update-status',
  'reassign',
  'return-to-pool',
  'add-tags',
  'remove-tags',
  'replace-tags',
] as const;
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
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  undone: z.int(),
  kept: z.int(),
  toStatus: leadStatus.nullable(),
  newUser: userSummary.nullable(),
  newUsers: z.int().nullish(),
  plan: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullish(),
  live: z.boolean().nullish(),
  removedTags: z.array(z.string()).default([]),
  addedTags: z.array(z.string()).default([]),
  createdBy: userSummary,
  createdAt: moment,
  finishedAt: moment.nullable(),
  undoableUntil: moment.nullable(),
});
export type BulkJob = z.infer<typeof bulkJob>;

const statusNeeded = 'Choose the status to set';
const userNeeded = 'Please select a user to reassign to';
const tagsNeeded = 'Please enter a tag';
const newTagNeeded = 'Please enter a new tag';
const changesTags = (action: string) => action.endsWith('-tags');
/**
 * 'Select all N matching' (docs/product/lead-list.md#all-matching-leads): acts on the leads that match now.
 * `replace-tags` puts `newTag` in place of `tags`; `newUserIds` share the leads evenly.
 */
export const startBulkJob = defineRequest('leads.start-bulk-job', {
  access: everyRole,
  callers: ['gateway', 'users'],
  input: z
    .object({
      action: z.enum(bulkJobActions),
      filter: leadFilter,
      status: leadStatus.optional(),
      newUserId: id.optional(),
      newUserIds: z
        .array(id)
        .min(1, userNeeded)
        .max(500, 'At most 500 users at once')
        .transform((ids) => [...new Set(ids)])
        .optional(),
      reason: returnReason.optional(),
      notes: reassignNotes.optional(),
      tags: bulkTags.optional(),
      newTag: tag.optional(),
    })
    .refine(({ action, status }) => action !== 'update-status' || status, { path: ['status'], error: statusNeeded })
    .refine(({ action, newUserId, newUserIds }) => action !== 'reassign' || !newUserId === Boolean(newUserIds), {
      path: ['newUserId'],
      error: userNeeded,
    })
    .refine(({ action, reason }) => action !== 'return-to-pool' || reason, {
      path: ['reason'],
      error: 'Please choose a reason',
    })
    .refine(explainsOther, otherNeedsNotes)
    .refine(({ action, tags }) => !changesTags(action) || tags, { path: ['tags'], error: tagsNeeded })
    .refine(({ action, newTag }) => action !== 'replace-tags' || newTag, { path: ['newTag'], error: newTagNeeded }),
  output: bulkJob,
  deadlineMs: 30_000,
  idempotent: true,
});
/** Returns the caller's newest 50 jobs of the last 30 days, to an admin all; those of live plans only with `plan`. */
export const listBulkJobs = defineRequest('leads.list-bulk-jobs', {
  access: everyRole,
  input: z.object({ plan: z.union([z.literal('any'), idOr('Must be the id of a plan or "any"')]).optional() }),
  output: z.object({ jobs: z.array(bulkJob) }),
});
export const cancelBulkJob = defineRequest('leads.cancel-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
/** Restores unchanged leads within 30 days. A direct action is then `undone`, a job `undoing`. A delete is final. */
export const undoBulkJob = defineRequest('leads.undo-bulk-job', {
  access: everyRole,
  input: z.object({ jobId: id }),
  output: bulkJob,
  idempotent: true,
});
