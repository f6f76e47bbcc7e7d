import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadRef, leadStatus } from './lead-fields.js';
import { activityType, historyEntry, poolReason } from './lead-records.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { moment, pageSize, repeated, text } from '../wire.js';

export const timelineKinds = ['activity', 'status', 'assignment', 'edit', 'import'] as const;
export const timelineKind = z.enum(timelineKinds, { error: `Kind must be one of ${timelineKinds.join(', ')}` });
export type TimelineKind = z.infer<typeof timelineKind>;

export const leadEdit = z.object({
  what: z.enum([
    'details',
    'notes',
    'tags-added',
    'tags-removed',
    'archived',
    'restored',
    'customer-marked',
    'customer-unmarked',
    'recycling-reminded',
    'recycling-vetoed',
  ]),
  names: z.array(z.string()).default([]),
  /** Custom fields with their names and the texts of their values at that time. */
  fields: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })).optional(),
  undoneImport: z.int().optional(),
});
export type LeadEdit = z.infer<typeof leadEdit>;

const entry = { key: z.string(), at: moment, by: userSummary.nullable() };
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    ...entry,
    kind: z.literal('activity'),
    what: z.object({
      type: activityType,
      description: z.string(),
      scheduledAt: moment.nullable(),
      completedAt: moment.nullable(),
      outcome: z.string().nullable(),
    }),
  }),
  z.object({ ...entry, kind: z.literal('status'), what: z.object({ from: leadStatus, to: leadStatus }) }),
  z.object({
    ...entry,
    kind: z.literal('assignment'),
    what: z.object({
      from: z.string().nullable(),
      to: z.string(),
      notes: z.string().nullable(),
      move: historyEntry.shape.history.shape.kind,
      reason: poolReason.nullish(),
    }),
  }),
  z.object({ ...entry, kind: z.literal('edit'), what: leadEdit }),
  z.object({ ...entry, kind: z.literal('import'), what: z.object({ importId: z.int(), row: z.int().nullable() }) }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const getLeadTimeline = defineRequest('leads.get-timeline', {
  access: everyRole,
  input: z.object({
    ref: leadRef,
    kind: repeated(timelineKind, timelineKinds.length).optional(),
    cursor: text(1_000).optional(),
    pageSize: pageSize.default(50),
  }),
  output: z.object({ entries: z.array(timelineEntry), nextCursor: z.string().nullable() }),
});
