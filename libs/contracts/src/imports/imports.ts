import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { leadContact } from '../leads/lead-fields.js';
import { defineEvent, defineRequest } from '../message.js';
import { id, moment, page, pageSize, text, wholeNumber } from '../wire.js';

export const importStatuses = [
  'queued',
  'processing',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
  'undoing',
  'undone',
] as const;

export const rowError = z.object({ row: z.int(), column: z.string().nullable(), message: z.string() });
export type RowError = z.infer<typeof rowError>;

/** Each data row counts in one of these. In a dry run `created` counts the leads that would be. */
export const importBreakdown = z.object({
  created: z.int(),
  invalid: z.int(),
  unknownUser: z.int(),
  duplicateInFile: z.int(),
  duplicateInDatabase: z.int(),
});
export type ImportBreakdown = z.infer<typeof importBreakdown>;

export const maxUserMappings = 50;
export const unknownUser = z.object({ name: z.string(), rows: z.int() });
export type UnknownUser = z.infer<typeof unknownUser>;

/** `total` is null until known; `errors` has at most 100, none in a list (docs/product/import.md#import-record). */
export const importRecord = z.object({
  id: z.int(),
  fileName: z.string(),
  status: z.enum(importStatuses),
  phase: z.string(),
  dryRun: z.boolean(),
  fileId: z.string().nullable(),
  total: z.int().nullable(),
  processed: z.int(),
  successful: z.int(),
  failed: z.int(),
  breakdown: importBreakdown,
  /** The result of a dry run, the most frequent first, at most 50; empty in other imports. */
  unknownUsers: z.array(unknownUser),
  errors: z.array(rowError),
  message: z.string().nullable(),
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  removed: z.int().nullable(),
  kept: z.int().nullable(),
  createdBy: z.object({ id: z.int(), username: z.string() }),
  createdAt: moment,
  finishedAt: moment.nullable(),
});
export type ImportRecord = z.infer<typeof importRecord>;

export const importMapping = z.record(z.string(), z.union([text(), z.array(text())]));
export const importResponse = z.object({
  message: z.string(),
  importResults: z.object({
    total: z.int(),
    successful: z.int(),
    failed: z.int(),
    errors: z.array(rowError),
  }),
  importId: z.int(),
  status: z.enum(importStatuses).optional(),
  fileId: z.string().nullable().optional(),
  breakdown: importBreakdown.optional(),
  unknownUsers: z.array(unknownUser).optional(),
});
export type ImportResponse = z.infer<typeof importResponse>;

/** Rejects with 400 a file that is not CSV, 404 a deleted one, 429 if 20 imports of this admin wait. */
export const startImport = defineRequest('imports.start-import', {
  access: adminsOnly,
  input: z.object({
    fileId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a file'),
    upload: z.object({ fileName: text(), bytes: z.int(), encoding: z.string() }).optional(),
    sheet: text(100).optional(),
    mapping: importMapping.optional(),
    assignTo: text().optional(),
    /** The user mapping: a username or a user id for each name that matches no user. */
    standIns: z
      .array(z.object({ name: text(), user: text() }))
      .max(maxUserMappings)
      .optional(),
    tag: text(50).optional(),
    dryRun: z.boolean().default(false),
    idempotencyKey: text(200).optional(),
  }),
  output: importRecord,
  deadlineMs: 10_000,
});
const one = z.object({ id });
export const getImport = defineRequest('imports.get-import', { access: adminsOnly, input: one, output: importRecord });
export const listImports = defineRequest('imports.list-imports', {
  access: adminsOnly,
  input: z.object({ page: page.default(1), pageSize: pageSize.default(20) }),
  output: z.object({ imports: z.array(importRecord), total: z.int() }),
});
export const pullImportErrors = defineRequest('imports.pull-errors', {
  access: adminsOnly,
  input: z.object({
    id,
    cursor: wholeNumber(0, 2_147_483_647).optional(),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  output: z.object({
    csv: z.string(),
    rows: z.array(z.array(z.string())).optional(),
    nextCursor: z.string().nullable(),
  }),
});
const changed = { access: adminsOnly, input: one, output: importRecord };
export const cancelImport = defineRequest('imports.cancel-import', changed);
export const undoImport = defineRequest('imports.undo-import', changed);

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
});
export type ImportRow = z.infer<typeof importRow>;
export const refusedRow = z.object({
  row: z.int(),
  why: z.enum(['assigned', 'repeated', 'user-gone']),
  sameAs: z.int().optional(),
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
/** Returns the last imported batch, -1 for none. Afterwards no lower fence can add a lead. */
export const getLastImportedBatch = defineRequest('leads.get-last-imported-batch', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int() }),
  output: z.object({ batchNo: z.int(), created: z.int().optional() }),
});
/** Removes at most `limit` unchanged leads; call it until `more` is false. The counts cover the whole undo. */
export const undoImportedLeads = defineRequest('leads.undo-imported-leads', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int(), limit: z.int().max(10_000) }),
  output: z.object({ removed: z.int(), kept: z.int(), more: z.boolean() }),
  deadlineMs: 60_000,
});

export const importFinished = defineEvent('imports.finished', {
  consumers: ['leads'],
  payload: z.object({
    importId: z.int(),
    createdBy: z.int(),
    fileName: z.string(),
    dryRun: z.boolean().optional(),
    status: z.enum(importStatuses),
    total: z.int(),
    successful: z.int(),
    failed: z.int(),
  }),
});
