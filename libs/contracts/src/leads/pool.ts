import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { done, id, moment, nothing, pageSize, text, wholeNumber } from '../wire.js';
import { leadRef } from './lead-fields.js';
import { leadListQuery } from './lead-list.js';
import {
  contactActivity,
  explainsOther,
  historyEntry,
  leadListRecord,
  leadProfile,
  otherNeedsNotes,
  returnNotes,
} from './lead-records.js';

/** Moves the lead to the pool of its owner's team. Rejects with 409 `already_assigned` a business that is in it. */
export const returnLead = defineRequest('leads.return-lead', {
  access: everyRole,
  input: z.object({ ref: leadRef, ...returnNotes }).refine(explainsOther, otherNeedsNotes),
  output: done.extend({ userBusiness: leadProfile.shape.userBusiness }),
  idempotent: true,
});

export const claimsADay = wholeNumber(1, 1_000, 'Claims a day must be from 1 to 1,000');
export const poolRule = z.object({ claimsADay: z.int() });
export type PoolRule = z.infer<typeof poolRule>;
export const getPoolRule = defineRequest('leads.get-pool-rule', {
  access: adminsOnly,
  input: nothing,
  output: poolRule,
});
export const setPoolRule = defineRequest('leads.set-pool-rule', {
  access: adminsOnly,
  input: z.object({ claimsADay }),
  output: poolRule,
});

/** What the people of the team see before they claim: no note and no contact details. */
export const pooledLead = z.object({
  id: z.int(),
  business: leadListRecord.shape.business.pick({
    name: true,
    formattedAddress: true,
    vicinity: true,
    latitude: true,
    longitude: true,
  }),
  status: leadListRecord.shape.userBusiness.shape.status,
  distance: z.number().optional(),
  /** The newest first, so that the first one brought the lead here. */
  history: z.array(historyEntry),
  activities: z.array(contactActivity),
  coolsDownUntil: moment.nullish(),
});
export type PooledLead = z.infer<typeof pooledLead>;

export const listPool = defineRequest('leads.list-pool', {
  access: everyRole,
  input: leadListQuery.pick({ q: true, sort: true, near: true, page: true }).extend({
    cursor: text(1_000).optional(),
    pageSize: pageSize.default(20),
  }),
  output: z.object({
    name: z.string(),
    leads: z.array(pooledLead),
    total: z.int(),
    totalIsExact: z.boolean(),
    nextCursor: z.string().nullable(),
    claimsADay: z.int(),
    claimedToday: z.int(),
  }),
});
/** Rejects with 409 `already_claimed`, `cooling_down`, `claim_limit` or `already_assigned` (docs/product/pool.md#claim). */
export const claimLead = defineRequest('leads.claim-lead', {
  access: everyRole,
  input: z.object({ id }),
  output: done.extend({
    userBusiness: leadProfile.shape.userBusiness,
    claimsADay: z.int(),
    claimedToday: z.int(),
  }),
  idempotent: true,
});

/** The number of leads in the pool of a team that is about to be removed. Afterwards no lead comes into it. */
export const closePool = defineRequest('leads.close-pool', {
  access: 'service',
  callers: ['users'],
  input: z.object({ teamId: id }),
  output: z.object({ leads: z.int() }),
});
