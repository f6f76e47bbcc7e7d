import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { searchResponse, searchFields, searchPageSize } from './places.js';
import { userSummary } from '../users/users.js';
import { id, moment, wholeNumber } from '../wire.js';

/** `spent`: the budget is used up. `failed`: `problem` says why. All states but `completed` can continue. */
export const areaSearchStates = ['running', 'stopping', 'stopped', 'spent', 'failed', 'completed'] as const;

/** A search beyond a provider's maximum number of results: it divides the area into a grid and searches each part. */
export const areaSearch = z.object({
  id: z.int(),
  businessType: z.string(),
  location: z.string(),
  keyword: z.string().nullable(),
  radius: z.number(),
  provider: z.string(),
  status: z.enum(areaSearchStates),
  budget: z.int(),
  calls: z.int(),
  found: z.int(),
  percentDone: z.int(),
  problem: z.string().nullable(),
  createdBy: userSummary,
  createdAt: moment,
  finishedAt: moment.nullable(),
});
export type AreaSearch = z.infer<typeof areaSearch>;

const budget = wholeNumber(1, 5_000, 'Budget must be from 1 to 5000 calls');
const { businessType, location, keyword, radius } = searchFields.shape;

export const startAreaSearch = defineRequest('places.start-area-search', {
  access: adminsOnly,
  input: z.object({ businessType, location, keyword, radius, budget: budget.default(60) }),
  output: areaSearch,
});
export const listAreaSearches = defineRequest('places.list-area-searches', {
  access: adminsOnly,
  input: z.object({}),
  output: z.object({ searches: z.array(areaSearch), provider: z.string(), callsLeftToday: z.int().nullable() }),
});
export const getAreaSearch = defineRequest('places.get-area-search', {
  access: adminsOnly,
  input: z.object({ searchId: id }),
  output: areaSearch,
});
export const listAreaResults = defineRequest('places.list-area-results', {
  access: adminsOnly,
  callers: ['gateway', 'leads'],
  input: z.object({
    searchId: id,
    page: wholeNumber(1, 10_000).default(1),
    pageSize: searchPageSize.default(20),
  }),
  output: searchResponse,
});
export const stopAreaSearch = defineRequest('places.stop-area-search', {
  access: adminsOnly,
  input: z.object({ searchId: id }),
  output: areaSearch,
});
export const continueAreaSearch = defineRequest('places.continue-area-search', {
  access: adminsOnly,
  input: z.object({ searchId: id, budget }),
  output: areaSearch,
});

export const areaSearchEnded = defineEvent('places.area-search-ended', {
  consumers: ['leads'],
  payload: z.object({
    searchId: z.int(),
    createdBy: z.int(),
    businessType: z.string(),
    location: z.string(),
    status: z.enum(['completed', 'spent', 'failed']),
    found: z.int(),
  }),
});
