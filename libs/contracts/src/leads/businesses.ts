import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadStatus } from './lead-fields.js';
import { business } from './lead-records.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { moment, nothing } from '../wire.js';

export const foundBusiness = business
  .omit({ id: true, provider: true, fetchedAt: true })
  .extend({ distance: z.number().nullable().default(null) });
export type FoundBusiness = z.infer<typeof foundBusiness>;

/** The lead of a business. For other users' leads a user sees only that there is one: `user` and `status` are null. */
export const takenBy = z.object({
  user: userSummary.nullable(),
  status: leadStatus.nullable(),
  existingCustomer: z.boolean(),
});
export type TakenBy = z.infer<typeof takenBy>;

export const businessOwners = z.object({ takenBy: z.array(takenBy), samePhone: z.array(takenBy).default([]) });

/** Stores found businesses by placeId and returns the id and the owners of each, in the same order. */
export const registerBusinesses = defineRequest('leads.register-businesses', {
  access: everyRole,
  input: z.object({
    provider: z.string(),
    businesses: z.array(foundBusiness).max(100),
    fetchedAt: moment.optional(),
  }),
  output: z.object({ businesses: z.array(businessOwners.extend({ id: z.int() })) }),
  callers: ['places'],
});

export const getBusinesses = defineRequest('leads.get-businesses', {
  access: everyRole,
  input: z.object({ placeIds: z.array(z.string().max(500)).min(1, 'No businesses selected').max(1_000) }),
  output: z.object({ businesses: z.array(business) }),
});

/** Returns businesses of leads whose content is older than that moment, or that have no details yet. */
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

/** Replaces the provider's content of a business; null if the provider has dropped the place. */
export const refreshBusiness = defineRequest('leads.refresh-business', {
  access: 'service',
  callers: ['places'],
  input: z.object({
    provider: z.string(),
    placeId: z.string(),
    business: foundBusiness.nullable(),
    fetchedAt: moment,
    clearsGone: z.boolean(),
  }),
  output: nothing,
});

/** Clears older content of these providers, not the users' texts (docs/product/finding.md#provider-content). */
export const clearOldContent = defineRequest('leads.clear-old-content', {
  access: 'service',
  callers: ['places'],
  input: z.object({ providers: z.array(z.string()).max(10), fetchedBefore: moment }),
  output: z.object({ cleared: z.int() }),
  deadlineMs: 60_000,
});
