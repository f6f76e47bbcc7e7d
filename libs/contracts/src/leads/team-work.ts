import { z } from 'zod';
import { leadersOnly } from '../actor.js';
import { leadStatus } from './lead-fields.js';
import { defineRequest } from '../message.js';
import { moment, page, pageSize } from '../wire.js';

/** Leads count as they stand now, without archived ones and existing customers. */
const isWithin = { from: moment, to: moment };

const memberWork = z.object({
  userId: z.int(),
  /** Still New: nobody has touched them. */
  newLeads: z.int(),
  /** Leads whose follow-up was due before the day began, and those due on it. */
  overdue: z.int(),
  dueToday: z.int(),
  /** Leads on which the person logged a call, an e-mail or a meeting from `from` until before `to`. */
  attempts: z.int(),
  /** Leads moved to that status in this time, which still have it. */
  won: z.int(),
  lost: z.int(),
  unread: z.int(),
  wantsSummary: z.boolean(),
  wantsBrief: z.boolean(),
});
export type MemberWork = z.infer<typeof memberWork>;

/** What these people have before them and did in a time; asked by the progress service for briefs and summaries. */
export const getTeamWork = defineRequest('leads.get-team-work', {
  access: 'service',
  callers: ['progress'],
  input: z.object({ userIds: z.array(z.int()).max(500), ...isWithin }),
  output: z.array(memberWork),
});

export const teamWorkKind = z.enum(['attempts', 'won', 'lost', 'overdue', ...leadStatus.options]);
/** The leads behind such a number, one person's or the whole team's; who may ask is the progress service's to know. */
export const listTeamWork = defineRequest('leads.list-team-work', {
  access: 'service',
  callers: ['progress'],
  input: z.object({
    kind: teamWorkKind,
    userId: z.int().optional(),
    from: moment.optional(),
    to: moment.optional(),
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

/** How many leads of the whole team stand where, in the order of the statuses. */
export const getStatusFunnel = defineRequest('leads.get-status-funnel', {
  access: leadersOnly,
  input: z.object({}),
  output: z.array(z.object({ status: leadStatus, leads: z.int() })),
});
