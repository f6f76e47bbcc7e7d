import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { customFieldsPatch, leadRef, leadStatus, noteText, reassignNotes, reassignTarget, tag } from './lead-fields.js';
import { activityType, contactActivity, historyEntry, leadProfile } from './lead-records.js';
import { defineEvent, defineRequest } from '../message.js';
import { dateTime, day, done, id, moment, text, wholeNumber } from '../wire.js';

const one = z.object({ ref: leadRef });
const notesAreMissing = 'Please enter notes for the activity';
const change = <I extends z.ZodType>(subject: `leads.${string}`, input: I, idempotent = false) =>
  defineRequest(subject, {
    access: everyRole,
    input,
    output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
    idempotent,
  });

/** 404 where there is none, 403 where it is somebody else's (decisions, section 2). Reading changes nothing. */
export const getLead = defineRequest('leads.get-lead', { access: everyRole, input: one, output: leadProfile });
/** Newest last. */
export const getLeadHistory = defineRequest('leads.get-lead-history', {
  access: everyRole,
  input: one,
  output: z.array(historyEntry),
});
/** The tags of the leads that the caller may see, at most 500 with the commonest first; `q` finds the others. */
export const listTags = defineRequest('leads.list-tags', {
  access: everyRole,
  input: z.object({ q: text().optional() }),
  output: z.array(z.string()),
});

export const markViewed = change('leads.mark-viewed', one, true);
export const setLeadStatus = {
  ...change('leads.set-status', z.object({ ref: leadRef, status: leadStatus })),
  repeatable: true,
};
/** With `version` a note changed since answers 409 stale_version and the present one. */
export const setNotes = change(
  'leads.set-notes',
  z.object({ ref: leadRef, notes: noteText, version: z.int().optional() }),
);
export const setCustomFields = change(
  'leads.set-custom-fields',
  z.object({ ref: leadRef, customFields: customFieldsPatch, version: z.int().optional() }),
);
export const addTag = change('leads.add-tag', z.object({ ref: leadRef, tag }), true);
export const removeTag = change('leads.remove-tag', z.object({ ref: leadRef, tag: text(50) }));
export const reassignLead = change(
  'leads.reassign-lead',
  z.object({ ref: leadRef, newUserId: reassignTarget, notes: reassignNotes.optional() }),
  true,
);
export const archiveLead = change('leads.archive-lead', one, true);
export const restoreLead = change('leads.restore-lead', one, true);
export const markExistingCustomer = change('leads.mark-existing-customer', one, true);
export const unmarkExistingCustomer = change('leads.unmark-existing-customer', one, true);
export const deleteLead = defineRequest('leads.delete-lead', { access: everyRole, input: one, output: done });

/**
 * The notes of an activity must not be blank; call, email and meeting set lastContactedAt (decisions, section 5).
 * `scheduledOn` plans the follow-up for nine in the morning of that day in `TIME_ZONE`.
 */
export const addActivity = defineRequest('leads.add-activity', {
  access: everyRole,
  input: z.object({
    ref: leadRef,
    type: activityType,
    notes: z.string(notesAreMissing).pipe(text(5_000).trim().min(1, notesAreMissing)),
    scheduledAt: dateTime.nullish(),
    scheduledOn: day.optional(),
  }),
  output: done.extend({ activity: contactActivity }),
  idempotent: true,
});
export const removeActivity = defineRequest('leads.remove-activity', {
  access: everyRole,
  input: z.object({ activityId: id }),
  output: done,
});

/** One business for one person. 409 already_assigned for the same pair or for a uuid that is taken (decisions, section 2). */
export const assignBusiness = defineRequest('leads.assign-business', {
  access: adminsOnly,
  input: z.object({
    userId: wholeNumber(1, 2_147_483_647, 'Please select a user'),
    businessId: id,
    uuid: z.uuid('Must be a uuid').toLowerCase().optional(),
    tags: z.array(tag).max(50, 'At most 50 tags').default([]),
    notes: noteText.default(''),
    customFields: customFieldsPatch.default({}),
    batchId: z.uuid('Must be a uuid').optional(),
  }),
  output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
  idempotent: true,
});

/** Before a user is deleted: how many leads go too. 404 for nobody. */
export const countLeadsOfUser = defineRequest('leads.count-leads-of-user', {
  access: adminsOnly,
  input: z.object({ userId: id }),
  output: z.object({ leads: z.int() }),
});
/** Asked by the users service while it deletes somebody: removes that person's leads with all that hangs on them. */
export const dropUserLeads = defineRequest('leads.drop-user-leads', {
  access: 'service',
  callers: ['users'],
  input: z.object({ userId: z.int(), username: z.string(), version: z.int() }),
  output: z.object({ removed: z.int() }),
});

/** A status that moved. `leads` may hold many: bulk actions and imports send one event a batch (design, section 3). */
export const leadStatusChanged = defineEvent('leads.status-changed', {
  consumers: ['progress'],
  payload: z.object({
    changedBy: z.int(),
    at: moment,
    job: z.string().nullable(),
    /** The job that this one undoes: contacts that it counted are taken back, each lead's move is the way back. */
    undoes: z.string().optional(),
    leads: z.array(
      z.object({
        leadId: z.int(),
        userId: z.int(),
        businessName: z.string(),
        from: leadStatus,
        to: leadStatus,
        /** True only for the first move off New in the lead's life. */
        firstContact: z.boolean(),
      }),
    ),
  }),
});
