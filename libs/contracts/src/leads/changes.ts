import { z } from 'zod';
import { everyRole, role } from '../actor.js';
import { importStatuses } from '../imports/imports.js';
import { defineRequest } from '../message.js';
import { moment, text } from '../wire.js';
import { leadStatus } from './lead-fields.js';

export const changeTypes = [
  'lead.created',
  'lead.assigned',
  'lead.reassigned',
  'lead.status_changed',
  'lead.archived',
  'lead.restored',
  'lead.changed',
  'lead.deleted',
  'activity.added',
  'import.finished',
  'user.created',
  'user.changed',
  'user.deactivated',
  'user.deleted',
] as const;
export const changeType = z.enum(changeTypes);
export type ChangeType = z.infer<typeof changeType>;

/** A user id is null for a pool, and for a user whose leads the reader may not see. */
const reader = z.int().nullable();
const changedLead = z.object({ id: z.int(), userId: reader, previousUserId: reader.optional() });
export type ChangedLead = z.infer<typeof changedLead>;

/** `data` has what the type says, and at most 1,000 leads. */
export const change = z.object({
  id: z.string(),
  type: changeType,
  timestamp: moment,
  data: z.object({
    leads: z.array(changedLead).optional(),
    status: leadStatus.optional(),
    archived: z.boolean().optional(),
    from: leadStatus.optional(),
    to: leadStatus.optional(),
    activity: z.object({ id: z.int(), type: z.string(), createdBy: z.int() }).optional(),
    import: z
      .object({
        id: z.int(),
        userId: z.int(),
        status: z.enum(importStatuses),
        total: z.int(),
        successful: z.int(),
        failed: z.int(),
      })
      .optional(),
    user: z.object({ id: z.int(), role: role.nullable(), active: z.boolean() }).optional(),
  }),
});
export type Change = z.infer<typeof change>;

/** Returns what changed in the order of commits. Rejects with 410 `cursor_expired` a cursor of deleted changes. */
export const listChanges = defineRequest('leads.list-changes', {
  access: everyRole,
  input: z.object({ cursor: text(200).optional(), start: z.enum(['oldest', 'now']).default('oldest') }),
  output: z.object({ changes: z.array(change), nextCursor: z.string(), more: z.boolean() }),
});
