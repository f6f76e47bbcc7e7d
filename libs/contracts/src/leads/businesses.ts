import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadStatus } from './lead-fields.js';
import { business } from './lead-records.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { moment, nothing } from '../wire.js';

/** What a provider tells of a business; the leads service gives it its id (first writer wins, decisions section 5). */
export const foundBusiness = business
  .omit({ id: true, provider: true, fetchedAt: true })
  .extend({ distance: z.number().nullable().default(null) });
export type FoundBusiness = z.infer<typeof foundBusiness>;

/**
 * Whose lead a business is already; of others' leads a user learns only that it is taken: owner and status are null then.
 */
export const takenBy = z.object({
  user: userSummary.nullable(),
  status: leadStatus.nullable(),
  existingCustomer: z.boolean(),
});
export type TakenBy = z.infer<typeof takenBy>;

/** Who has a business, and who has one with the same phone in the same city: a hint, not a match. */
export const businessOwners = z.object({ takenBy: z.array(takenBy), samePhone: z.array(takenBy).default([]) });

/** Stores what a search found, by placeId, and answers each with its id and who has it, in the same order. */
export const registerBusinesses = defineRequest('leads.register-businesses', {
  access: everyRole,
  input: z.object({
    provider: z.string(),
    businesses: z.array(foundBusiness).max(100),
    /** When the provider told of them; now, where it isn't said. */
    fetchedAt: moment.optional(),
  }),
  output: z.object({ businesses: z.array(businessOwners.extend({ id: z.int() })) }),
  callers: ['places'],
});

/** The businesses behind these place ids, in the order asked for; unknown ones are left out. */
export const getBusinesses = defineRequest('leads.get-businesses', {
  access: everyRole,
  input: z.object({ placeIds: z.array(z.string().max(500)).min(1, 'No businesses selected').max(1_000) }),
  output: z.object({ businesses: z.array(business) }),
});

/** Businesses of leads that a provider told of before that moment, or that it was never asked about one by one. */
export const listStaleBusinesses = defineRequest('leads.list-stale-businesses', {
  access: 'service',
  callers: ['places'],
  input: z.object({
    provider: z.string(),
    fetchedBefore: moment.nullable(),
    withoutDetails: z.boolean(),
    limit: z.int().min(1).max(100),
  }),
  output: z.object({ placeIds: z.array(z.string()) }),
});

/** What the provider tells now in place of what it told before; null where it knows the place no more. */
export const refreshBusiness = defineRequest('leads.refresh-business', {
  access: 'service',
  callers: ['places'],
  input: z.object({
    provider: z.string(),
    placeId: z.string(),
    business: foundBusiness.nullable(),
    fetchedAt: moment,
    /** Whether what is known of a place that is gone is cleared. */
    clearsGone: z.boolean(),
  }),
  output: nothing,
});

/** Clears what these providers told before that moment; place ids and what people wrote stay (decisions, section 8). */
export const clearOldContent = defineRequest('leads.clear-old-content', {
  access: 'service',
  callers: ['places'],
  input: z.object({ providers: z.array(z.string()).max(10), fetchedBefore: moment }),
  output: z.object({ cleared: z.int() }),
  deadlineMs: 60_000,
});
