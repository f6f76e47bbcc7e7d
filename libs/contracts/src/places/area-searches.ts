import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { searchResponse, searchFields, searchPageSize } from './places.js';
import { userSummary } from '../users/users.js';
import { id, moment, wholeNumber } from '../wire.js';

/** `spent`: the budget is used up; `failed`: `problem` says why. All but `completed` can be continued. */
export const areaSearchStates = ['running', 'stopping', 'stopped', 'spent', 'failed', 'completed'] as const;

/** A search past a provider's most results: the area is cut into cells, and each is searched. */
export const areaSearch = z.object({
  id: z.int(),
  businessType: z.string(),
  location: z.string(),
  keyword: z.string().nullable(),
  /** In metres around the location. */
  radius: z.number(),
  provider: z.string(),
  status: z.enum(areaSearchStates),
  /** Calls to the provider: those that it may make, and those that it has made. */
  budget: z.int(),
  calls: z.int(),
  found: z.int(),
  /** Of the area, from 0 to 100. */
  percentDone: z.int(),
  problem: z.string().nullable(),
  createdBy: userSummary,
  createdAt: moment,
  finishedAt: moment.nullable(),
});
export type AreaSearch = z.infer<typeof areaSearch>;

const budget = wholeNumber(1, 5_000, 'Budget must be from 1 to 5000 calls');
const { businessType, location, keyword, radius } = searchFields.shape;

/** One at a time for a person; it runs in the background. */
export const startAreaSearch = defineRequest('places.start-area-search', {
  access: adminsOnly,
  input: z.object({ businessType, location, keyword, radius, budget: budget.default(60) }),
  output: areaSearch,
});
/** The newest 20 of everybody; those that ended are kept for a week. `callsLeftToday`: null where no limit holds. */
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
/** What it found so far, as a search answers it. */
export const listAreaResults = defineRequest('places.list-area-results', {
  access: adminsOnly,
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
/** Goes on where it ended, with so many calls more. */
export const continueAreaSearch = defineRequest('places.continue-area-search', {
  access: adminsOnly,
  input: z.object({ searchId: id, budget }),
  output: areaSearch,
});
