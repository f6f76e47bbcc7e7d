import { z } from 'zod';
import { leadersOnly } from '../actor.js';
import { leadStatus } from './lead-fields.js';
import { defineRequest } from '../message.js';
import { timeZone } from '../users/users-fields.js';
import { moment, page, pageSize } from '../wire.js';

/** Counts leads by their present state, without archived leads and existing customers. */
const isWithin = { from: moment, to: moment };
/** Whose days `from` and `to` are; they apply to each owner's own clock. */
const ownClocks = { timeZone: timeZone.optional() };

const memberWork = z.object({
  userId: z.int(),
  newLeads: z.int(),
  overdue: z.int(),
  dueToday: z.int(),
  attempts: z.int(),
  won: z.int(),
  lost: z.int(),
  unread: z.int(),
  wantsSummary: z.boolean(),
  wantsBrief: z.boolean(),
});
export type MemberWork = z.infer<typeof memberWork>;

export const getTeamWork = defineRequest('leads.get-team-work', {
  access: 'service',
  callers: ['progress'],
  input: z.object({ userIds: z.array(z.int()).max(500), ...isWithin, ...ownClocks }),
  output: z.array(memberWork),
});

/** Leads that are not closed; omits users who have none. */
export const countOpenLeads = defineRequest('leads.count-open-leads', {
  access: 'service',
  callers: ['users'],
  input: z.object({ userIds: z.array(z.int()).max(10_000) }),
  output: z.array(z.object({ userId: z.int(), leads: z.int() })),
});

export const teamWorkKind = z.enum(['attempts', 'won', 'lost', 'overdue', ...leadStatus.options]);
/** Returns the leads behind such a number. The progress service checks the caller's rights. */
export const listTeamWork = defineRequest('leads.list-team-work', {
  access: 'service',
  callers: ['progress'],
  input: z.object({
    kind: teamWorkKind,
    userId: z.int().optional(),
    userIds: z.array(z.int()).max(10_001).optional(),
    from: moment.optional(),
    to: moment.optional(),
    ...ownClocks,
    page: page.default(1),
    pageSize: pageSize.default(20),
  }),
  output: z.object({
    leads: z.array(
      z.object({ leadId: z.int(), userId: z.int(), businessName: z.string(), status: leadStatus, at: moment }),
    ),
    total: z.int(),
  }),
});

export const getStatusFunnel = defineRequest('leads.get-status-funnel', {
  access: leadersOnly,
  input: z.object({}),
  output: z.array(z.object({ status: leadStatus, leads: z.int() })),
});
