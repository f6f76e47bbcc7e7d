import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import {
  customFieldsPatch,
  leadContacts,
  leadRef,
  leadStatus,
  noteText,
  reassignNotes,
  reassignTarget,
  tag,
} from './lead-fields.js';
import { activityType, contactActivity, historyEntry, leadProfile } from './lead-records.js';
import { defineEvent, defineRequest, type OutputOf } from '../message.js';
import { repeatDays, timeHasDay } from './follow-ups.js';
import { dateTime, day, done, id, idOr, moment, text, timeOfDay } from '../wire.js';

const leadInput = z.object({ ref: leadRef });
const notesAreMissing = 'Please enter notes for the activity';
const change = <I extends z.ZodType>(subject: `leads.${string}`, input: I, idempotent = false) =>
  defineRequest(subject, {
    access: everyRole,
    input,
    output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
    idempotent,
  });

/** Rejects with 404, or with 403 another user's lead (docs/product/roles-and-permissions.md#another-users-lead). */
export const getLead = defineRequest('leads.get-lead', { access: everyRole, input: leadInput, output: leadProfile });

export const getLeadHistory = defineRequest('leads.get-lead-history', {
  access: everyRole,
  input: leadInput,
  output: z.array(historyEntry),
});

/** Returns the tags of the leads that the caller may see, at most 500, the most frequent first; `q` finds others. */
export const listTags = defineRequest('leads.list-tags', {
  access: everyRole,
  input: z.object({ q: text().optional() }),
  output: z.array(z.string()),
});

export const countTags = defineRequest('leads.count-tags', {
  access: adminsOnly,
  input: z.object({ q: text().optional() }),
  output: z.array(z.object({ value: z.string(), count: z.int() })),
});

export const markViewed = change('leads.mark-viewed', leadInput, true);
export const setLeadStatus = {
  ...change('leads.set-status', z.object({ ref: leadRef, status: leadStatus })),
  repeatable: true,
};
/** With `version`, rejects with 409 `stale_version` and the current note if the note changed since. */
export const setNotes = change(
  'leads.set-notes',
  z.object({ ref: leadRef, notes: noteText, version: z.int().optional() }),
);
export const setCustomFields = change(
  'leads.set-custom-fields',
  z.object({ ref: leadRef, customFields: customFieldsPatch, version: z.int().optional() }),
);
/** Replaces all contacts. With `version`, rejects with 409 `stale_version` if the details changed since. */
export const setContacts = change(
  'leads.set-contacts',
  z.object({ ref: leadRef, contacts: leadContacts, version: z.int().optional() }),
);
export const addTag = change('leads.add-tag', z.object({ ref: leadRef, tag }), true);
export const removeTag = change('leads.remove-tag', z.object({ ref: leadRef, tag: text(50) }));
export const reassignLead = change(
  'leads.reassign-lead',
  z.object({ ref: leadRef, newUserId: reassignTarget, notes: reassignNotes.optional() }),
  true,
);
export const archiveLead = change('leads.archive-lead', leadInput, true);
export const restoreLead = change('leads.restore-lead', leadInput, true);
export const markExistingCustomer = change('leads.mark-existing-customer', leadInput, true);
export const unmarkExistingCustomer = change('leads.unmark-existing-customer', leadInput, true);
export const deleteLead = defineRequest('leads.delete-lead', { access: everyRole, input: leadInput, output: done });

export const addActivity = defineRequest('leads.add-activity', {
  access: everyRole,
  input: z
    .object({
      ref: leadRef,
      type: activityType,
      notes: z.string(notesAreMissing).pipe(text(5_000).trim().min(1, notesAreMissing)),
      scheduledAt: dateTime.nullish(),
      scheduledOn: day.optional(),
      scheduledTime: timeOfDay.optional(),
      repeatDays: repeatDays.optional(),
      /** Where the user is. The distance from the business follows the notes (docs/product/one-lead.md#check-in). */
      position: z
        .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
        .optional(),
    })
    .refine(({ scheduledAt, scheduledOn, repeatDays }) => repeatDays === undefined || scheduledAt || scheduledOn, {
      path: ['repeatDays'],
      error: 'Please choose a date to repeat',
    })
    .check(timeHasDay),
  output: done.extend({ activity: contactActivity }),
  idempotent: true,
});
export const removeActivity = defineRequest('leads.remove-activity', {
  access: everyRole,
  input: z.object({ activityId: id }),
  output: done,
});

/** Rejects with 409 `already_assigned` (docs/product/finding.md#assign-outcome). */
export const assignBusiness = defineRequest('leads.assign-business', {
  access: adminsOnly,
  input: z.object({
    /** Null for the pool, where a live plan distributes the lead. */
    userId: idOr('Please select a user').nullable(),
    businessId: id,
    areaSearchId: id.optional(),
    uuid: z.guid('Must be a uuid').toLowerCase().optional(),
    tags: z.array(tag).max(50, 'At most 50 tags').default([]),
    customFields: customFieldsPatch.default({}),
    batchId: z.guid('Must be a uuid').optional(),
  }),
  output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
  idempotent: true,
});

export const countLeadsOfUser = defineRequest('leads.count-leads-of-user', {
  access: adminsOnly,
  input: z.object({ userId: id }),
  output: z.object({ leads: z.int(), byStatus: z.partialRecord(leadStatus, z.int()).optional() }),
});
export type LeadCount = OutputOf<typeof countLeadsOfUser>;
export const dropUserLeads = defineRequest('leads.drop-user-leads', {
  access: 'service',
  callers: ['users'],
  input: z.object({ userId: z.int(), username: z.string(), version: z.int() }),
  output: z.object({ removed: z.int() }),
});

export const leadStatusChanged = defineEvent('leads.status-changed', {
  consumers: ['progress'],
  payload: z.object({
    changedBy: z.int(),
    at: moment,
    job: z.string().nullable(),
    /** The job that this one undoes: its contacts are subtracted. */
    undoes: z.string().optional(),
    leads: z.array(
      z.object({
        leadId: z.int(),
        userId: z.int(),
        businessName: z.string(),
        from: leadStatus,
        to: leadStatus,
        /** True only for the first change from New in the lead's life. */
        firstContact: z.boolean(),
      }),
    ),
  }),
});
