import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadRef, leadStatus } from './lead-fields.js';
import { leadFilter } from './lead-list.js';
import { activityType, contactActivity, leadProfile } from './lead-records.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { dateTime, day, done, id, moment, nothing, pageSize, text, timeOfDay, wholeNumber } from '../wire.js';

export const outcomeText = text().trim();

export const repeatDays = wholeNumber(1, 365, 'Repeat must be from 1 to 365 days');

interface PlannedDay {
  scheduledOn?: string | undefined;
  scheduledTime?: string | undefined;
}

/** Refuses a `scheduledTime` without its `scheduledOn`. */
export const timeHasDay = z.refine<PlannedDay>(
  ({ scheduledOn, scheduledTime }) => scheduledTime === undefined || scheduledOn !== undefined,
  { path: ['scheduledTime'], error: 'Please choose a date for the time' },
);

/** `scheduledOn` means 9:00 on the owner's clock, or `scheduledTime`. Null removes the plan or the completion. */
export const changeActivity = defineRequest('leads.change-activity', {
  access: everyRole,
  input: z
    .object({
      activityId: id,
      scheduledAt: dateTime.nullable().optional(),
      scheduledOn: day.optional(),
      scheduledTime: timeOfDay.optional(),
      snooze: z.enum(['hour', 'tomorrow', 'week']).optional(),
      repeatDays: repeatDays.nullable().optional(),
      completedAt: dateTime.nullable().optional(),
      outcome: outcomeText.nullable().optional(),
    })
    .refine(
      ({ activityId: _, ...change }) => Object.values(change).some((value) => value !== undefined),
      'Please choose a date or an outcome',
    )
    .check(timeHasDay),
  output: done.extend({ activity: contactActivity }),
});

export const dueFollowUp = z.object({
  lead: z.object({
    id: z.int(),
    uuid: z.string(),
    name: z.string(),
    status: leadStatus,
    phone: z.string().nullable(),
  }),
  activity: z.object({ id: z.int(), type: activityType, description: z.string(), scheduledAt: moment }),
  day: z.string(),
  daysLate: z.int(),
  standsInFor: userSummary.optional(),
});
export type DueFollowUp = z.infer<typeof dueFollowUp>;

/** Returns the earliest open follow-up until tonight of each lead, own or of a person on leave. `fresh` is on the first page only. */
export const getMyDay = defineRequest('leads.get-my-day', {
  access: everyRole,
  input: z.object({ cursor: text(1_000).optional(), pageSize: pageSize.default(50) }),
  output: z.object({
    today: z.string(),
    overdue: z.int(),
    dueToday: z.int(),
    newLeads: z.int(),
    standsIn: z.int().optional(),
    due: z.array(dueFollowUp),
    nextCursor: z.string().nullable(),
    fresh: z.array(z.object({ id: z.int(), uuid: z.string(), name: z.string(), assignedAt: moment })),
  }),
});
export type MyDay = z.infer<typeof getMyDay.output>;

export const leadQueue = leadFilter.extend({ from: z.enum(['my-day', 'list']), cursor: text(1_000).optional() });
export type LeadQueue = z.input<typeof leadQueue>;

export const queuedLead = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  updatedAt: moment,
  cursor: z.string(),
});
export type QueuedLead = z.infer<typeof queuedLead>;

const expected = id.optional();
/** `next` is null at the end. `missed`: the lead that the page expected has left the queue. */
const queueResponse = z.object({ next: queuedLead.nullable(), missed: z.boolean() });
export const getNextLead = defineRequest('leads.get-next-lead', {
  access: everyRole,
  input: leadQueue.extend({ expected }),
  output: queueResponse,
});

export const recordOutcome = defineRequest('leads.record-outcome', {
  access: everyRole,
  input: z.object({
    ref: leadRef,
    type: activityType.default('call'),
    notes: text(5_000).trim().min(1, 'Please enter notes for the activity'),
    status: leadStatus,
    followUpOn: day.nullish(),
    followUpTime: timeOfDay.optional(),
    queue: leadQueue.optional(),
    expected,
  }),
  output: done.extend({
    userBusiness: leadProfile.shape.userBusiness,
    activity: contactActivity,
    ...queueResponse.shape,
  }),
  idempotent: true,
});
/** Undoes the caller's last outcome; rejects with 409 `stale_version` if the lead changed since. */
export const undoOutcome = defineRequest('leads.undo-outcome', {
  access: everyRole,
  input: z.object({ ref: leadRef }),
  output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
  idempotent: true,
});

/** The caller's calendar address has a secret token, which only this response shows. The address before ends. */
export const renewCalendar = defineRequest('leads.renew-calendar', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: z.object({ token: z.string() }),
});
export const getCalendarState = defineRequest('leads.get-calendar-state', {
  access: everyRole,
  input: nothing,
  output: z.object({ since: moment.nullable() }),
});
export const endCalendar = defineRequest('leads.end-calendar', {
  access: everyRole,
  input: nothing,
  output: done,
  idempotent: true,
});
/** Returns the next 500 open follow-ups of the token's owner, from a week ago; 404 for any other token. */
export const readCalendar = defineRequest('leads.read-calendar', {
  access: 'anyone',
  input: z.object({ token: text(100) }),
  output: z.object({
    followUps: z.array(
      z.object({ id: z.int(), leadUuid: z.string(), name: z.string(), description: z.string(), scheduledAt: moment }),
    ),
  }),
});
