import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { customFieldType } from '../leads/custom-fields.js';
import { defineRequest } from '../message.js';
import { id, repeated, text } from '../wire.js';

export const maxCorrectedCells = 1_000;
export const maxReplacedValues = 500;

const column = text().min(1, 'Please name a column');
const correctedCell = z.object({ row: z.int().min(1), column, value: text() });
const replacedValue = z.object({ column, from: text(), to: text() });

/** Corrects the file of a check, for later checks and imports of it. Rejects with 400 what is no finished check. */
export const correctImport = defineRequest('imports.correct-import', {
  access: adminsOnly,
  input: z.object({
    id,
    cells: z.array(correctedCell).max(maxCorrectedCells).default([]),
    values: z.array(replacedValue).max(maxReplacedValues).default([]),
  }),
  output: z.object({ cells: z.int(), values: z.int() }),
});
export type CorrectedCell = z.infer<typeof correctedCell>;
export type ReplacedValue = z.infer<typeof replacedValue>;

const misfits = z.object({ count: z.int(), examples: z.array(z.string()) });
export const columnGuess = z.object({
  column: z.string(),
  type: customFieldType,
  options: z.array(z.string()),
  currency: z.string().nullable(),
  dayFirst: z.boolean().nullable(),
  ambiguousDates: z.int(),
  rows: z.int(),
  filled: z.int(),
  misfits,
  misfitsOf: z.record(z.string(), misfits),
});
export type ColumnGuess = z.infer<typeof columnGuess>;
/** Reads the whole file of a check. Rejects with 404 a file that is not stored any more. */
export const guessColumns = defineRequest('imports.guess-columns', {
  access: adminsOnly,
  input: z.object({ id, column: repeated(column, 20) }),
  output: z.object({ columns: z.array(columnGuess) }),
  deadlineMs: 120_000,
});

export const failureGroup = z.object({ column: z.string(), value: z.string(), message: z.string(), rows: z.int() });
export type FailureGroup = z.infer<typeof failureGroup>;
export const listFailureGroups = defineRequest('imports.list-failure-groups', {
  access: adminsOnly,
  input: z.object({ id }),
  output: z.object({ groups: z.array(failureGroup) }),
  deadlineMs: 30_000,
});
