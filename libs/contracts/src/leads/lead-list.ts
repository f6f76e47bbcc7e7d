import { z } from 'zod';
import { everyRole } from '../actor.js';
import { fieldConditionMessage, fieldConditionPattern } from './field-conditions.js';
import { bulkTags, leadStatus, reassignNotes, reassignTarget } from './lead-fields.js';
import { explainsOther, leadListRecord, otherNeedsNotes, returnNotes } from './lead-records.js';
import { territoryChoice } from './territories.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { flag, id, idOr, page, pageSize, repeated, text, wholeNumber } from '../wire.js';

const poolMessage = 'Must be true, false, the id of a team or "organisation"';
export const poolChoice = z.union([flag, z.literal('organisation'), idOr(poolMessage)], { error: poolMessage });
export type PoolChoice = z.output<typeof poolChoice>;

/** The filters of the lists, the map and 'select all matching' (docs/product/lead-list.md#filters). */
export const leadFilter = z.object({
  q: text().trim().optional(),
  userId: id.optional(),
  mine: flag.optional(),
  status: repeated(leadStatus, 5).optional(),
  tag: repeated(text(50), 50).optional(),
  state: text().optional(),
  county: text().optional(),
  hideClosed: flag.optional(),
  existingCustomers: flag.optional(),
  archived: z
    .enum(['true', 'false', 'any'])
    .or(z.boolean().transform((on) => (on ? 'true' : 'false')))
    .optional(),
  imported: flag.optional(),
  pool: poolChoice.optional(),
  located: flag.optional(),
  territory: repeated(territoryChoice, 50).optional(),
  field: repeated(text().regex(fieldConditionPattern, fieldConditionMessage), 20).optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
});
export type LeadFilter = z.input<typeof leadFilter>;

const place = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?,-?\d{1,3}(\.\d{1,20})?$/, 'near must be latitude,longitude')
  .transform((value) => value.split(',').map(Number) as [number, number])
  .transform(([latitude, longitude]) => ({ latitude, longitude }))
  .refine(
    ({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180,
    'near must be a position on earth',
  );

/** What the list offers (docs/product/lead-list.md#defaults-of-the-list). The API takes any size up to 100. */
export const pageSizes = [10, 20, 40, 60, 100] as const;

/** `nearest` sorts by the distance from `near` (docs/product/lead-list.md#near-me). */
export const leadListQuery = leadFilter.extend({
  sort: z.enum([...leadFilter.shape.sort.unwrap().options, 'nearest']).default('newest'),
  near: place.optional(),
  page: page.optional(),
  pageSize: pageSize.optional(),
  cursor: text(1_000).optional(),
  count: z.enum(['exact']).optional(),
});

/** `all`: everyone's leads for an admin, the branch's for a manager of teams, else the caller's own, as with `own`. */
export const leadScope = z.enum(['all', 'own']);

/** `total` counts to 10,000, or further if counters know it (docs/product/lead-list.md#totals). */
export const listLeads = defineRequest('leads.list-leads', {
  access: everyRole,
  input: leadListQuery.extend({ scope: leadScope }),
  output: z.object({
    leads: z.array(leadListRecord),
    total: z.int(),
    totalIsExact: z.boolean(),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullish(),
  }),
});
/** Returns at most 500 records and 512 kB; the gateway pulls them at the client's pace. */
export const pullLeads = defineRequest('leads.pull-leads', {
  access: everyRole,
  input: leadFilter.extend({ scope: leadScope, cursor: text(1_000).optional() }),
  output: z.object({ leads: z.array(leadListRecord), nextCursor: z.string().nullable() }),
});

/** Returns at most 6 leads of a phone number in any notation, archived ones too (docs/product/lead-list.md#find-by-phone). */
export const findLeadsByPhone = defineRequest('leads.find-leads-by-phone', {
  access: everyRole,
  input: z.object({ phone: text(100) }),
  output: z.object({ leads: z.array(leadListRecord) }),
});

export const leadMatch = z.object({
  field: z.enum(['phone', 'contact', 'email', 'website', 'tag', 'address', 'note']),
  text: z.string(),
});
export type LeadMatch = z.infer<typeof leadMatch>;
export const foundLead = leadListRecord.extend({ match: leadMatch.nullable() });
export type FoundLead = z.infer<typeof foundLead>;
/** Returns at most 6 leads by everything that is written about them (docs/product/lead-list.md#find-anything). */
export const findLeads = defineRequest('leads.find-leads', {
  access: everyRole,
  input: z.object({ q: text(200).trim().min(2, 'Must be at least 2 characters') }),
  output: z.object({ leads: z.array(foundLead) }),
});

const facet = z.object({ value: z.string(), count: z.int() });
export const leadFacets = z.object({
  states: z.array(facet),
  counties: z.array(facet),
  tags: z.array(facet),
  users: z.array(userSummary.extend({ count: z.int() })),
  pools: z.array(z.object({ pool: poolChoice, name: z.string(), count: z.int() })).default([]),
});
/** The 50 most frequent values. `sampled`: of some of the leads; over HTTP `X-Sampled: true`. */
export const getLeadFacets = defineRequest('leads.get-facets', {
  access: everyRole,
  input: leadFilter.extend({ scope: leadScope }),
  output: leadFacets.extend({ sampled: z.boolean() }),
});

const degrees = z.number().min(-180).max(180);
export const bounds = z.object({ west: degrees, south: degrees, east: degrees, north: degrees });
const box = z
  .string()
  .regex(/^-?\d{1,15}(\.\d+)?(,-?\d{1,15}(\.\d+)?){3}$/, 'bbox must be west,south,east,north')
  .transform((value) => value.split(',').map(Number) as [number, number, number, number])
  .transform(([west, south, east, north]) => ({ west, south, east, north }))
  .refine(({ south, north }) => south <= north, 'bbox must have its south below its north');
export const leadMap = z.object({
  total: z.int(),
  withoutCoordinates: z.int(),
  bounds: bounds.nullable(),
  clusters: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      count: z.int(),
      bounds,
      statuses: z.partialRecord(leadStatus, z.int()).optional(),
    }),
  ),
  leads: z.array(
    z.object({
      id: z.int(),
      uuid: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      status: leadStatus,
      name: z.string(),
    }),
  ),
});
/** `sampled`: clusters of some of the leads. `totalIsExact`: as of a list (docs/product/lead-list.md#map-data). */
export const getLeadMap = defineRequest('leads.get-map', {
  access: everyRole,
  input: leadFilter.extend({ scope: leadScope, bbox: box.optional(), zoom: wholeNumber(0, 22).optional() }),
  output: leadMap.extend({ sampled: z.boolean(), totalIsExact: z.boolean() }),
});

const idsOr = (noneSelected: string) =>
  z.array(id, noneSelected).min(1, noneSelected).max(1_000, 'At most 1,000 items at once');
const ids = idsOr('No items selected');
export const bulkResult = z.object({
  message: z.string(),
  results: z.object({
    success: z.int(),
    failed: z.int(),
    errors: z.array(z.object({ id: z.int(), message: z.string() })),
  }),
});
export type BulkResult = z.infer<typeof bulkResult>;
/** `jobId`: the job that `undoBulkJob` takes back; over HTTP the header `X-Bulk-Job`. Null if there is nothing to undo. */
const undoableResult = bulkResult.extend({ jobId: z.int().nullable().default(null) });
const bulk = <I extends z.ZodType, O extends z.ZodType>(subject: `leads.${string}`, input: I, output: O) =>
  defineRequest(subject, { access: everyRole, input, output, deadlineMs: 30_000, idempotent: true });

export const bulkDelete = bulk('leads.bulk-delete', z.object({ ids }), bulkResult);
export const bulkArchive = bulk('leads.bulk-archive', z.object({ ids }), undoableResult);
export const bulkRestore = bulk('leads.bulk-restore', z.object({ ids }), undoableResult);
export const bulkSetStatus = bulk('leads.bulk-set-status', z.object({ ids, status: leadStatus }), bulkResult);
const bulkTagsInput = z.object({ ids, tags: bulkTags });
export const bulkAddTags = bulk('leads.bulk-add-tags', bulkTagsInput, undoableResult);
export const bulkRemoveTags = bulk('leads.bulk-remove-tags', bulkTagsInput, undoableResult);
export const bulkReturn = bulk(
  'leads.bulk-return',
  z.object({ ids, ...returnNotes }).refine(explainsOther, otherNeedsNotes),
  undoableResult,
);
export const bulkReassign = bulk(
  'leads.bulk-reassign',
  z.object({
    ids: idsOr('No businesses selected for reassignment'),
    newUserId: reassignTarget,
    notes: reassignNotes.optional(),
  }),
  undoableResult,
);
