import { z } from 'zod';
import { everyRole, leadersOnly } from '../actor.js';
import { leadStatus } from '../leads/lead-fields.js';
import { defineEvent, defineRequest } from '../message.js';
import { workingTime } from '../users/users-fields.js';
import { day, dayMessage, id, moment, nothing, page, pageSize } from '../wire.js';

const share = z.number();

const { workingDays, daysOff } = workingTime.partial().shape;

export const weeklyContacts = z.object({ count: z.int(), target: z.int(), weekProgress: share, workingDays, daysOff });
export const monthlyContacts = z.object({
  count: z.int(),
  target: z.int(),
  monthName: z.string(),
  monthProgress: share,
  workingDays,
  daysOff,
});
export type WeeklyContacts = z.infer<typeof weeklyContacts>;
export type MonthlyContacts = z.infer<typeof monthlyContacts>;

/** docs/product/progress.md#percentage-and-bar. The month is the present one, also in the lists of a week. */
export const progressRecord = z.object({
  count: z.int(),
  target: z.int(),
  percentage: z.int(),
  user: z.object({ id: z.int(), fullName: z.string(), username: z.string(), email: z.string() }),
  monthName: z.string(),
  monthProgress: share,
  workingDays,
  daysOff,
});
export type ProgressRecord = z.infer<typeof progressRecord>;

/** Counts stay valid until a change signal or the end of the caller's day, shares until `changesAt`. */
export const getOwnProgress = defineRequest('progress.get-own', {
  access: everyRole,
  input: nothing,
  output: z.object({ week: weeklyContacts, month: monthlyContacts, changesAt: moment, dayEndsAt: moment }),
});

export const getOwnWeek = defineRequest('progress.get-own-week', {
  access: everyRole,
  input: nothing,
  output: z.object({ today: z.string(), days: z.array(z.object({ day: z.string(), count: z.int() })) }),
});

const team = (subject: `progress.${string}`) =>
  defineRequest(subject, {
    access: leadersOnly,
    input: z.object({ after: z.int().optional(), on: day.optional() }),
    output: z.object({ members: z.array(progressRecord), next: z.int().nullable(), total: z.int() }),
  });
export const getTeamMonth = team('progress.get-team-month');
export const getTeamWeek = team('progress.get-team-week');
export const getTeamLastWeek = team('progress.get-team-last-week');

export const memberWeeks = z.object({
  userId: z.int(),
  weeks: z.array(z.object({ from: z.string(), count: z.int(), target: z.int() })),
});
export type MemberWeeks = z.infer<typeof memberWeeks>;
/** Returns the eight weeks up to the one that contains `on`, oldest first, in the same chunks as the team's lists. */
export const getTeamWeeks = defineRequest('progress.get-team-weeks', {
  access: leadersOnly,
  input: z.object({ after: z.int().optional(), on: day.optional() }),
  output: z.object({ members: z.array(memberWeeks), next: z.int().nullable() }),
});

const maxDays = 100;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
export const getTeamDays = defineRequest('progress.get-team-days', {
  access: leadersOnly,
  input: z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before from' })
    .refine(({ from, to }) => daysBetween(from, to) < maxDays, {
      path: ['to'],
      message: `At most ${maxDays} days`,
    }),
  output: z.array(z.object({ day: z.string(), count: z.int() })),
});

export const progressKind = z.enum(['contacts', 'attempts', 'won', 'lost', 'overdue', ...leadStatus.options]);
export type ProgressKind = z.infer<typeof progressKind>;
const inTime: readonly ProgressKind[] = ['contacts', 'attempts', 'won', 'lost'];
/** `from` and `to` are inclusive. Leaders may omit `userId` for the whole team; others get 403 for another user. */
export const getProgressLeads = defineRequest('progress.get-leads', {
  access: everyRole,
  input: z
    .object({
      userId: id.optional(),
      from: day.optional(),
      to: day.optional(),
      kind: progressKind.default('contacts'),
      page: page.default(1),
      pageSize: pageSize.default(20),
    })
    .refine(({ kind, from }) => from !== undefined || !inTime.includes(kind), { path: ['from'], message: dayMessage })
    .refine(({ kind, to }) => to !== undefined || !inTime.includes(kind), { path: ['to'], message: dayMessage })
    .refine(({ kind, userId }) => userId !== undefined || kind !== 'attempts', {
      path: ['userId'],
      message: 'Must be a number',
    }),
  output: z.object({
    leads: z.array(
      z.object({
        leadId: z.int(),
        userId: z.int(),
        businessName: z.string(),
        from: leadStatus.nullable(),
        to: leadStatus,
        at: moment,
      }),
    ),
    total: z.int(),
  }),
});

export const briefReason = z.object({ kind: z.enum(['new', 'overdue', 'attempts']), count: z.int() });
export const brief = z.object({
  week: z.string(),
  from: z.string(),
  to: z.string(),
  contacts: z.object({ count: z.int(), target: z.int(), before: z.int() }),
  won: z.int(),
  lost: z.int(),
  overdue: z.int(),
  behind: z.array(
    z.object({ userId: z.int(), name: z.string(), count: z.int(), target: z.int(), reasons: z.array(briefReason) }),
  ),
  behindTotal: z.int(),
});
export type Brief = z.infer<typeof brief>;
export const getBrief = defineRequest('progress.get-brief', { access: leadersOnly, input: nothing, output: brief });

/** Mails to users by their ids. The users service knows their addresses and drops deleted users. */
export const mailsComposed = defineEvent('progress.mails-composed', {
  consumers: ['users'],
  payload: z.object({
    mails: z.array(z.object({ userIds: z.array(z.int()), subject: z.string(), text: z.string(), html: z.string() })),
  }),
});
