import { z } from 'zod';
import type { CustomFieldValue } from '../leads/custom-field-values.js';
import { leadContact } from '../leads/lead-fields.js';
import { defineRequest } from '../message.js';
import { text, wholeNumber } from '../wire.js';
import { importMode, importRowOutcomes, importRowResult, undoCounts, unreversedValue } from './imports.js';

/** A record of unions would cost an import six times as much. */
const isFieldValues = (given: unknown) =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && Object.values(given).every(isFieldValue);
const isFieldValue = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

export const importRow = z.object({
  row: z.int(),
  userId: z.int(),
  name: z.string(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  contactPerson: z.string().nullable(),
  tags: z.array(z.string()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  contacts: z.array(z.object(leadContact.shape)).optional(),
  customFields: z.custom<Record<string, CustomFieldValue>>(isFieldValues).optional(),
});
export type ImportRow = z.infer<typeof importRow>;
export const updatingRow = importRow.extend({
  userId: z.int().nullable(),
  leadUuid: z.string().nullable(),
  /** Cells that no lead can get. They are no problem if the lead has the same text already. */
  doubtful: z
    .array(z.object({ field: z.string(), column: z.string().nullable(), message: z.string(), text: z.string() }))
    .optional(),
});
export type UpdatingRow = z.infer<typeof updatingRow>;
export const refusedRow = z.object({
  row: z.int(),
  why: z.enum([
    'assigned',
    'repeated',
    'user-gone',
    'no-lead',
    'unknown-lead',
    'deleted-lead',
    'same-lead',
    'other-business',
    'too-many-tags',
    'invalid',
  ]),
  sameAs: z.int().optional(),
  isInactive: z.boolean().optional(),
  name: z.string().optional(),
  column: z.string().nullable().optional(),
  message: z.string().optional(),
});
export type RefusedRow = z.infer<typeof refusedRow>;

/** Imports one batch once, after the batch that it `follows`; a repeat gets the stored response. 409: an old fence. */
export const importLeads = defineRequest('leads.import-leads', {
  access: 'service',
  callers: ['imports'],
  input: z.object({
    importId: z.int(),
    batchNo: z.int(),
    follows: z.int().nullable().default(null),
    fence: z.int(),
    createdBy: z.int(),
    dryRun: z.boolean(),
    rows: z.array(importRow).max(10_000),
  }),
  output: z.object({
    created: z.int(),
    refused: z.array(refusedRow),
    applied: z.boolean(),
  }),
  deadlineMs: 60_000,
});
/** Does the same for a mode other than create. A version that knows no modes has no such request, so the import waits. */
export const updateImportedLeads = defineRequest('leads.update-imported-leads', {
  access: 'service',
  callers: ['imports'],
  input: z.object({
    ...importLeads.input.shape,
    mode: importMode,
    overwrite: z.array(z.string()).nullable(),
    rows: z.array(updatingRow).max(10_000),
  }),
  output: importLeads.output.extend({ updated: z.int(), unchanged: z.int() }),
  deadlineMs: 60_000,
});
/** Returns the last imported batch, -1 for none. Afterwards no lower fence can add a lead. */
export const getLastImportedBatch = defineRequest('leads.get-last-imported-batch', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int() }),
  output: z.object({
    batchNo: z.int(),
    created: z.int().optional(),
    updated: z.int().optional(),
    unchanged: z.int().optional(),
  }),
});
/** Undoes about `limit` leads and businesses; call it until `more` is false. The counts cover the whole undo. */
export const undoImportChunk = defineRequest('leads.undo-import-chunk', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int(), undoneBy: z.int(), limit: z.int().max(10_000) }),
  output: undoCounts.extend({ more: z.boolean() }),
  deadlineMs: 60_000,
});
/** The same for the imports service of the version before, whose imports only create leads. */
export const undoImportedLeads = defineRequest('leads.undo-imported-leads', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int(), limit: z.int().max(10_000) }),
  output: z.object({ removed: z.int(), kept: z.int(), more: z.boolean() }),
  deadlineMs: 60_000,
});
export const checkImportUndo = defineRequest('leads.check-import-undo', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int() }),
  output: undoCounts.extend({ values: z.array(unreversedValue) }),
  deadlineMs: 60_000,
});
export const listCheckedRows = defineRequest('leads.list-checked-rows', {
  access: 'service',
  callers: ['imports'],
  input: z.object({
    importId: z.int(),
    outcome: z.enum(importRowOutcomes),
    q: text(200).optional(),
    cursor: wholeNumber(0, 2_147_483_647),
    pageSize: z.int().max(100),
  }),
  output: z.object({ rows: z.array(importRowResult), nextCursor: z.string().nullable() }),
  deadlineMs: 15_000,
});
