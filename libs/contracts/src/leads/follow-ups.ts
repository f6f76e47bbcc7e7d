import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadRef, leadStatus } from './lead-fields.js';
import { leadFilter } from './lead-list.js';
import { activityType, contactActivity, leadProfile } from './lead-records.js';
import { defineRequest } from '../message.js';
import { dateTime, day, done, id, moment, pageSize, text } from '../wire.js';

export const outcomeText = text().trim();

/**
 * Plans, moves or completes a follow-up. `scheduledOn` is nine in the morning of that day in `TIME_ZONE`; null for
 * `scheduledAt` takes the plan away. An outcome alone completes it now; null for `completedAt` opens it again.
 */
export const changeActivity = defineRequest('leads.change-activity', {
  access: everyRole,
  input: z
    .object({
      activityId: id,
      scheduledAt: dateTime.nullable().optional(),
      scheduledOn: day.optional(),
      completedAt: dateTime.nullable().optional(),
      outcome: outcomeText.nullable().optional(),
    })
    .refine(
      ({ scheduledAt, scheduledOn, completedAt, outcome }) =>
        [scheduledAt, scheduledOn, completedAt, outcome].some((value) => value !== undefined),
      'Please choose a date or an outcome',
    ),
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
  /** The day in `TIME_ZONE`. */
  day: z.string(),
  /** 0 for what is due today. */
  daysLate: z.int(),
});
export type DueFollowUp = z.infer<typeof dueFollowUp>;

/**
 * What the caller has to do: per own lead its earliest open follow-up to the end of today in `TIME_ZONE`, most overdue
 * first, then the leads that are new and not looked at. Archived leads, existing customers and those tagged 'Do not
 * contact' are left out. `newLeads` counts to 100; `fresh` holds the newest ten of them, on the first page alone.
 */
export const getMyDay = defineRequest('leads.get-my-day', {
  access: everyRole,
  input: z.object({ cursor: text(1_000).optional(), pageSize: pageSize.default(50) }),
  output: z.object({
    today: z.string(),
    overdue: z.int(),
    dueToday: z.int(),
    newLeads: z.int(),
    due: z.array(dueFollowUp),
    nextCursor: z.string().nullable(),
    fresh: z.array(z.object({ id: z.int(), uuid: z.string(), name: z.string(), assignedAt: moment })),
  }),
});
export type MyDay = z.infer<typeof getMyDay.output>;

/** A queue of leads to work one after another: my day, or any filtered list. `cursor` stands at the lead before. */
export const leadQueue = leadFilter.extend({ from: z.enum(['my-day', 'list']), cursor: text(1_000).optional() });
export type LeadQueue = z.input<typeof leadQueue>;

/** `updatedAt` tells whether a profile that was read earlier still stands; `cursor` goes on behind this lead. */
export const queuedLead = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  updatedAt: moment,
  cursor: z.string(),
});
export type QueuedLead = z.infer<typeof queuedLead>;

const expected = id.optional();
/** `next` is null at the end; `missed` where the lead that the page expected has left the queue meanwhile. */
const queueResponse = z.object({ next: queuedLead.nullable(), missed: z.boolean() });
export const getNextLead = defineRequest('leads.get-next-lead', {
  access: everyRole,
  input: leadQueue.extend({ expected }),
  output: queueResponse,
});

/**
 * The whole of a contact in one transaction: the activity, the status, the next date, and the end of the follow-ups
 * that were due. Answers the next lead of the same queue.
 */
export const recordOutcome = defineRequest('leads.record-outcome', {
  access: everyRole,
  input: z.object({
    ref: leadRef,
    type: activityType.default('call'),
    notes: text(5_000).trim().min(1, 'Please enter notes for the activity'),
    status: leadStatus,
    followUpOn: day.nullish(),
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
/** Takes back the caller's last outcome; 409 stale_version where anything happened to the lead since. */
export const undoOutcome = defineRequest('leads.undo-outcome', {
  access: everyRole,
  input: z.object({ ref: leadRef }),
  output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
  idempotent: true,
});
