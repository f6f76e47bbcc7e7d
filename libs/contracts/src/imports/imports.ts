import { z } from 'zod';
import { adminsOnly } from '../actor.js';
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

/** Every data row is one of these; all but `created` have failed. In a dry run `created` is what would be. */
export const importBreakdown = z.object({
  created: z.int(),
  invalid: z.int(),
  unknownUser: z.int(),
  duplicateInFile: z.int(),
  duplicateInDatabase: z.int(),
});
export type ImportBreakdown = z.infer<typeof importBreakdown>;

export const maxUserMappings = 50;
/** A name in the file that no active user has, and how many rows have it. */
export const unknownUser = z.object({ name: z.string(), rows: z.int() });
export type UnknownUser = z.infer<typeof unknownUser>;

/**
 * The shape of `GET /api/imports/{id}` (decisions, section 9). `total` is null until it is known; `errors` holds the first
 * 100, none in a list.
 */
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
  /** What a check found, the commonest first and at most 50; none in other imports. */
  unknownUsers: z.array(unknownUser),
  errors: z.array(rowError),
  /** Why the whole file was refused or the import stopped; null otherwise. */
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
export type ImportAnswer = z.infer<typeof importResponse>;

/**
 * The file is in the store already: checks its head, records the import and rings for a worker. 400 for a file that is
 * no CSV, 429 where 20 imports of this admin wait. Without `upload` the file is one that a dry run has kept: 404 where
 * it is gone. The same idempotencyKey answers the first import again.
 */
export const startImport = defineRequest('imports.start-import', {
  access: adminsOnly,
  input: z.object({
    fileId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a file'),
    upload: z.object({ fileName: text(), bytes: z.int(), encoding: z.string() }).optional(),
    mapping: importMapping.optional(),
    assignTo: text().optional(),
    /** Who gets the rows with a name that nobody has: a username or a user id, as with `assignTo`. */
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
/** Pieces of errors.csv as text; the gateway pulls them one after another. */
export const pullImportErrors = defineRequest('imports.pull-errors', {
  access: adminsOnly,
  input: z.object({ id, cursor: wholeNumber(0, 2_147_483_647).optional() }),
  output: z.object({ csv: z.string(), nextCursor: z.string().nullable() }),
});
const changed = { access: adminsOnly, input: one, output: importRecord };
export const cancelImport = defineRequest('imports.cancel-import', changed);
export const undoImport = defineRequest('imports.undo-import', changed);

/** A row that is ready to become a lead; texts are clean, the person is resolved. */
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
});
export type ImportRow = z.infer<typeof importRow>;
/** Why leads made no lead of a row: the person has the business, by a lead or by an earlier row; or is gone. */
export const refusedRow = z.object({
  row: z.int(),
  why: z.enum(['assigned', 'repeated', 'user-gone']),
  /** The earlier row of the same file, with `repeated`. */
  sameAs: z.int().optional(),
});
export type RefusedRow = z.infer<typeof refusedRow>;

/**
 * One batch, done once: the boundaries depend on the file alone, a repeat gets the stored answer, a lower fence than
 * one seen before is refused with 409 (design, section 3a). It waits for the batch that it `follows`, which was sent and
 * not answered yet. `dryRun` makes no lead and answers what would happen.
 */
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
    /** False where the answer of an earlier delivery of the same batch was given again. */
    applied: z.boolean(),
  }),
  deadlineMs: 60_000,
});
/**
 * The last batch that leads has done of this import, -1 for none, and how many leads all of them made; after the answer no
 * lower fence can add one. A leads service of the release before does not tell how many.
 */
export const getLastImportedBatch = defineRequest('leads.get-last-imported-batch', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int() }),
  output: z.object({ batchNo: z.int(), created: z.int().optional() }),
});
/**
 * Removes at most `limit` of the leads that the import made and that nobody touched, going on where the last call
 * stopped; call until `more` is false. The counts are those of the whole undo so far.
 */
export const undoImportedLeads = defineRequest('leads.undo-imported-leads', {
  access: 'service',
  callers: ['imports'],
  input: z.object({ importId: z.int(), fence: z.int(), limit: z.int().max(10_000) }),
  output: z.object({ removed: z.int(), kept: z.int(), more: z.boolean() }),
  deadlineMs: 60_000,
});

/** Sent when an import, a dry run or an undo ends; leads makes the notifications of it. */
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
