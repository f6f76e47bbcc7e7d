import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { done, id, line, moment, nothing, text } from '../wire.js';
import { startImport } from './imports.js';

/** What a saved mapping brings to an import (docs/product/import.md#saved-mappings). */
export const importSettings = startImport.input.pick({
  mapping: true,
  sheet: true,
  assignTo: true,
  standIns: true,
  tag: true,
  mode: true,
  overwrite: true,
  dayFirst: true,
  decimalComma: true,
});
export type ImportSettings = z.infer<typeof importSettings>;

export const savedMapping = z.object({
  id: z.int(),
  name: z.string(),
  fileName: z.string(),
  settings: importSettings,
  createdBy: z.object({ id: z.int(), username: z.string() }),
  createdAt: moment,
  usedAt: moment.nullable(),
});
export type SavedMapping = z.infer<typeof savedMapping>;
export const lastMapping = z.object({ fileName: z.string(), at: moment, settings: importSettings });
export type LastMapping = z.infer<typeof lastMapping>;

const name = line(80).min(1, 'Please enter a name');
const headers = z.array(text()).min(1, 'Please send the columns of the file').max(1_000);

export const listSavedMappings = defineRequest('imports.list-saved-mappings', {
  access: adminsOnly,
  input: nothing,
  output: z.object({ mappings: z.array(savedMapping) }),
});
export const findMappings = defineRequest('imports.find-mappings', {
  access: adminsOnly,
  input: z.object({ headers }),
  output: z.object({ last: lastMapping.nullable(), saved: z.array(savedMapping) }),
});
/** Rejects with 409 a name that is taken, with 400 the 101st mapping. */
export const saveMapping = defineRequest('imports.save-mapping', {
  access: adminsOnly,
  input: z.object({ name, fileName: text(), headers, settings: importSettings }),
  output: savedMapping,
});
export const renameMapping = defineRequest('imports.rename-mapping', {
  access: adminsOnly,
  input: z.object({ id, name }),
  output: savedMapping,
});
export const removeMapping = defineRequest('imports.remove-mapping', {
  access: adminsOnly,
  input: z.object({ id }),
  output: done,
});
