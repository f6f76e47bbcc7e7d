import { z } from 'zod';
import { everyRole, leadersOnly } from './actor.js';
import { leadStatus } from './lead-fields.js';
import { defineRequest } from './message.js';
import { id, moment, nothing, page, pageSize } from './wire.js';

const share = z.number();

export const weeklyContacts = z.object({ count: z.int(), target: z.int(), weekProgress: share });
export const monthlyContacts = z.object({ count: z.int(), target: z.int(), monthName: z.string(), monthProgress: share });
export type WeeklyContacts = z.infer<typeof weeklyContacts>;
export type MonthlyContacts = z.infer<typeof monthlyContacts>;

/**
 * `percentage` is whole and not capped (decisions, section 9). The month is the present one, also in the lists of a week,
 * so that each of them can be grouped by what has passed of it.
 */
export const progressRecord = z.object({
  count: z.int(),
  target: z.int(),
  percentage: z.int(),
  user: z.object({ id: z.int(), fullName: z.string(), username: z.string(), email: z.string() }),
  monthName: z.string(),
  monthProgress: share,
});
export type ProgressRecord = z.infer<typeof progressRecord>;

/** The caller's own contacts of this week and of this month, days counted in `TIME_ZONE` (decisions, section 7). */
export const getWeeklyContacts = defineRequest('progress.get-weekly', { access: everyRole, input: nothing, output: weeklyContacts });
export const getMonthlyContacts = defineRequest('progress.get-monthly', { access: everyRole, input: nothing, output: monthlyContacts });
/** Every active user, also one with 0; `after` continues behind that user, at most 500 each. */
const team = (subject: `progress.${string}`) =>
  defineRequest(subject, {
    access: leadersOnly,
    input: z.object({ after: z.int().optional() }),
    output: z.object({ members: z.array(progressRecord), next: z.int().nullable() }),
  });
export const getTeamMonth = team('progress.get-team-month');
export const getTeamWeek = team('progress.get-team-week');
/** Against the target as it stood when that week ended. */
export const getTeamLastWeek = team('progress.get-team-last-week');

const day = z.iso.date('Must be a date as YYYY-MM-DD');
/**
 * The leads behind a member's number, newest first: names, status and dates alone. Leaders may ask for anybody, others for
 * themselves, else 403 (decisions, section 4). Both days belong to it.
 */
export const getProgressLeads = defineRequest('progress.get-leads', {
  access: everyRole,
  input: z.object({ userId: id, from: day, to: day, kind: z.enum(['contacts']).default('contacts'), page: page.default(1), pageSize: pageSize.default(20) }),
  output: z.object({
    leads: z.array(z.object({ leadId: z.int(), businessName: z.string(), from: leadStatus, to: leadStatus, contactedAt: moment })),
    total: z.int(),
  }),
});
