import { z } from 'zod';
import { everyRole, leadersOnly } from '../actor.js';
import { leadStatus } from '../leads/lead-fields.js';
import { defineEvent, defineRequest } from '../message.js';
import { day, dayMessage, id, moment, nothing, page, pageSize } from '../wire.js';

const share = z.number();

export const weeklyContacts = z.object({ count: z.int(), target: z.int(), weekProgress: share });
export const monthlyContacts = z.object({
  count: z.int(),
  target: z.int(),
  monthName: z.string(),
  monthProgress: share,
});
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

/**
 * The caller's own contacts of this week and of this month, days counted in `TIME_ZONE` (decisions, section 7). Unless a
 * hint says otherwise they stay as they are until the day ends, but for the shares: those hold until `changesAt`, when
 * the next tenth of a percent has passed for everybody.
 */
export const getOwnProgress = defineRequest('progress.get-own', {
  access: everyRole,
  input: nothing,
  output: z.object({ week: weeklyContacts, month: monthlyContacts, changesAt: moment, dayEndsAt: moment }),
});

/** The caller's own contacts of each day of the present week, Monday to Sunday, also of one without and one to come. */
export const getOwnWeek = defineRequest('progress.get-own-week', {
  access: everyRole,
  input: nothing,
  output: z.object({ today: z.string(), days: z.array(z.object({ day: z.string(), count: z.int() })) }),
});

/** Every active user, also one with 0; `after` continues behind that user, at most 500 each; `total` counts all of them. */
const team = (subject: `progress.${string}`) =>
  defineRequest(subject, {
    access: leadersOnly,
    input: z.object({ after: z.int().optional(), on: day.optional() }),
    output: z.object({ members: z.array(progressRecord), next: z.int().nullable(), total: z.int() }),
  });
/** `on` walks back: the month or week that holds this day, against the target as it stood when that one ended. */
export const getTeamMonth = team('progress.get-team-month');
export const getTeamWeek = team('progress.get-team-week');
/** Against the target as it stood when that week ended. */
export const getTeamLastWeek = team('progress.get-team-last-week');

export const memberWeeks = z.object({
  userId: z.int(),
  weeks: z.array(z.object({ from: z.string(), count: z.int(), target: z.int() })),
});
export type MemberWeeks = z.infer<typeof memberWeeks>;
/** The eight weeks up to the one that holds `on`, oldest first; in chunks as the team's lists. */
export const getTeamWeeks = defineRequest('progress.get-team-weeks', {
  access: leadersOnly,
  input: z.object({ after: z.int().optional(), on: day.optional() }),
  output: z.object({ members: z.array(memberWeeks), next: z.int().nullable() }),
});

const maxDays = 100;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
/** The active members' contacts of each day, also of one without; both days belong to it. */
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

/** What a number of the team's screen may be about; a status means the leads that have it now. */
export const progressKind = z.enum(['contacts', 'attempts', 'won', 'lost', 'overdue', ...leadStatus.options]);
export type ProgressKind = z.infer<typeof progressKind>;
/** These happened in a time, the others are as they stand. */
const inTime: readonly ProgressKind[] = ['contacts', 'attempts', 'won', 'lost'];
/**
 * The leads behind a number: names, statuses and dates alone. Leaders may ask for anybody, or for the whole team without
 * `userId`; others for themselves, else 403 (decisions, section 4). Both days belong to it. `from` is the status before a
 * contact, null where nothing moved; `at` is the moment that it is about: the contact, the attempt, the move, the due
 * date of a follow-up, or since when it is assigned.
 */
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
/** What moved in the week before the present one, and who is behind with the reasons that the data shows. */
export const brief = z.object({
  /** The Monday of the present week. */
  week: z.string(),
  /** First and last day of the week that it tells of. */
  from: z.string(),
  to: z.string(),
  contacts: z.object({ count: z.int(), target: z.int(), before: z.int() }),
  won: z.int(),
  lost: z.int(),
  overdue: z.int(),
  /** The ten who are most behind last week's target, and how many are. */
  behind: z.array(
    z.object({ userId: z.int(), name: z.string(), count: z.int(), target: z.int(), reasons: z.array(briefReason) }),
  ),
  behindTotal: z.int(),
});
export type Brief = z.infer<typeof brief>;
export const getBrief = defineRequest('progress.get-brief', { access: leadersOnly, input: nothing, output: brief });

/** Mails to people by their ids; the users service knows their addresses, and who is still there. */
export const mailsComposed = defineEvent('progress.mails-composed', {
  consumers: ['users'],
  payload: z.object({
    mails: z.array(z.object({ userIds: z.array(z.int()), subject: z.string(), text: z.string(), html: z.string() })),
  }),
});
