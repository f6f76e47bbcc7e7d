import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { bulkResult } from './lead-list.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { id, moment, pageSize, text } from '../wire.js';

export const deletedLeadRecord = z.object({
  id: z.int(),
  name: z.string(),
  user: userSummary,
  deletedBy: userSummary,
  deletedAt: moment,
  restorableUntil: moment,
});
export type DeletedLeadRecord = z.infer<typeof deletedLeadRecord>;

/** Returns deleted leads, newest first (docs/product/one-lead.md#recently-deleted). `q` searches names. */
export const listDeletedLeads = defineRequest('leads.list-deleted-leads', {
  access: adminsOnly,
  input: z.object({ q: text().trim().optional(), cursor: text(1_000).optional(), pageSize: pageSize.default(20) }),
  output: z.object({ leads: z.array(deletedLeadRecord), nextCursor: z.string().nullable() }),
});
export const restoreDeletedLeads = defineRequest('leads.restore-deleted-leads', {
  access: adminsOnly,
  input: z.object({
    ids: z.array(id, 'No items selected').min(1, 'No items selected').max(100, 'At most 100 items at once'),
  }),
  output: bulkResult,
  idempotent: true,
});
