import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { flag, id, moment, page, pageSize, text, wholeNumber } from '../wire.js';
import { importFormats } from './import-files.js';
import { importModes } from './import-modes.js';

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

/** Each data row counts in one of these. A dry run counts what would be. */
export const importBreakdown = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  unknownUser: z.int(),
  duplicateInFile: z.int(),
  duplicateInDatabase: z.int(),
});
export type ImportBreakdown = z.infer<typeof importBreakdown>;

export const maxUserMappings = 50;
export const unknownUser = z.object({ name: z.string(), rows: z.int() });
export type UnknownUser = z.infer<typeof unknownUser>;

export const importMode = z.enum(importModes, { error: `Mode must be one of ${importModes.join(', ')}` });

/** Removed leads, and values of leads and businesses. `kept` also counts leads that a user changed since the import. */
export const undoCounts = z.object({ removed: z.int(), reversed: z.int(), kept: z.int(), failed: z.int() });
export type UndoCounts = z.infer<typeof undoCounts>;

/** `total` is null until known; `errors` has at most 100, none in a list (docs/product/import.md#import-record). */
export const importRecord = z.object({
  id: z.int(),
  fileName: z.string(),
  status: z.enum(importStatuses),
  phase: z.string(),
  dryRun: z.boolean(),
  mode: importMode,
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
  undo: undoCounts.nullable(),
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
    mode: importMode.optional(),
    /** The fields and keys of custom fields whose values the file replaces; all that are mapped by default. */
    overwrite: z.array(text(100)).max(200).optional(),
    /** How the file writes dates and numbers that can be read in two ways. */
    dayFirst: z.boolean().optional(),
    decimalComma: z.boolean().optional(),
    mappingName: text(80).optional(),
    idempotencyKey: text(200).optional(),
  }),
  output: importRecord,
  deadlineMs: 10_000,
});
const one = z.object({ id });
export const getImport = defineRequest('imports.get-import', { access: adminsOnly, input: one, output: importRecord });
/** `dryRun`: only checks, or none of them. */
export const listImports = defineRequest('imports.list-imports', {
  access: adminsOnly,
  input: z.object({ page: page.default(1), pageSize: pageSize.default(20), dryRun: flag.optional() }),
  output: z.object({ imports: z.array(importRecord), total: z.int() }),
});
export const pullImportErrors = defineRequest('imports.pull-errors', {
  access: adminsOnly,
  input: z.object({
    id,
    cursor: wholeNumber(0, 2_147_483_647).optional(),
    format: z.enum(importFormats).default('csv'),
  }),
  /** `csv` is the text of a file that is no workbook, `rows` the cells of one that is. */
  output: z.object({
    csv: z.string(),
    rows: z.array(z.array(z.string())).optional(),
    nextCursor: z.string().nullable(),
  }),
});
export const importRowOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
export type ImportRowOutcome = (typeof importRowOutcomes)[number];
export const importFieldChange = z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() });
export type ImportFieldChange = z.infer<typeof importFieldChange>;
export const importRowResult = z.object({
  row: z.int(),
  outcome: z.enum(importRowOutcomes),
  leadUuid: z.string().nullable(),
  name: z.string(),
  changes: z.array(importFieldChange),
  message: z.string().nullable(),
  column: z.string().nullable(),
  cells: z.array(z.string()),
});
export type ImportRowResult = z.infer<typeof importRowResult>;
/** Returns the failed rows of any import, and all rows of a dry run while its file is stored. A page may hold no row. */
export const listImportRows = defineRequest('imports.list-import-rows', {
  access: adminsOnly,
  input: z.object({
    id,
    outcome: z.enum(importRowOutcomes, { error: `Outcome must be one of ${importRowOutcomes.join(', ')}` }),
    q: text(200).trim().optional(),
    cursor: wholeNumber(0, 2_147_483_647).optional(),
    pageSize: pageSize.default(50),
  }),
  output: z.object({
    /** The columns of the cells; only failed rows have cells. */
    headers: z.array(z.string()).default([]),
    rows: z.array(importRowResult),
    nextCursor: z.string().nullable(),
  }),
  deadlineMs: 15_000,
});

/** A value that an undo does not restore: `by` and `at` changed it since. Without `by` the product does not know who. */
export const unreversedValue = z.object({
  leadUuid: z.string().nullable(),
  name: z.string(),
  field: z.string(),
  label: z.string(),
  outcome: z.enum(['kept', 'failed']),
  why: z.string(),
  by: z.string().nullable(),
  at: moment.nullable(),
});
export type UnreversedValue = z.infer<typeof unreversedValue>;
/** Returns what an undo would do, and at most 100 values that it would not restore; after an undo what it did. */
export const getImportUndo = defineRequest('imports.get-import-undo', {
  access: adminsOnly,
  input: one,
  output: undoCounts.extend({ values: z.array(unreversedValue) }),
  deadlineMs: 60_000,
});
const changed = { access: adminsOnly, input: one, output: importRecord };
export const cancelImport = defineRequest('imports.cancel-import', changed);
export const undoImport = defineRequest('imports.undo-import', changed);

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
