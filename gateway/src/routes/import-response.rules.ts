import { importMapping, importModes, startImport, type ImportRecord, type InputOf } from '@lead-finder/contracts';
import { invalidField } from '@lead-finder/platform';
import { z } from 'zod';
import type { Upload } from '../http/uploads/upload.js';

type Fields = Record<string, string>;

/** Maps names in the file to the users who get their rows, by username or user id. The public field is `standIns`. */
const userMapping = z.record(z.string(), z.union([z.string(), z.number()]));
const { fileId, sheet, mappingName, assignTo, tag, dryRun, mode, overwrite, dayFirst, decimalComma } =
  startImport.input.shape;
export const importForm = z.object({
  file: z.file().optional(),
  fileId: fileId.optional(),
  sheet,
  mappingName,
  mapping: importMapping.optional(),
  assignTo,
  standIns: userMapping.optional(),
  tag,
  dryRun,
  mode,
  overwrite,
  dayFirst,
  decimalComma,
});

const unended = new Set<ImportRecord['status']>(['queued', 'processing', 'cancelling', 'undoing']);
export const isRunning = ({ status }: ImportRecord) => unended.has(status);

/** A dry run's `fileId` can replace the upload (docs/product/import.md#check-all-rows). */
export function startInput(
  upload: Upload | null,
  fields: Fields,
  idempotencyKey: string | undefined,
): InputOf<typeof startImport> {
  const fileId = upload?.fileId ?? fields.fileId?.trim();
  if (!fileId) throw invalidField('file', 'Please select a CSV file');
  return {
    fileId,
    ...(upload && { upload: { fileName: upload.fileName, bytes: upload.bytes, encoding: upload.encoding } }),
    ...(fields.mappingName?.trim() && { mappingName: fields.mappingName }),
    ...(fields.sheet && { sheet: fields.sheet }),
    ...(fields.mapping?.trim() && { mapping: mappingOf(fields.mapping) }),
    ...(fields.assignTo?.trim() && { assignTo: fields.assignTo }),
    ...(fields.standIns?.trim() && { standIns: userMappingOf(fields.standIns) }),
    ...(fields.tag?.trim() && { tag: fields.tag }),
    dryRun: flagOf('dryRun', fields.dryRun),
    ...(fields.mode?.trim() && { mode: modeOf(fields.mode) }),
    ...(fields.overwrite?.trim() && { overwrite: overwriteOf(fields.overwrite) }),
    ...(fields.dayFirst && { dayFirst: flagOf('dayFirst', fields.dayFirst) }),
    ...(fields.decimalComma && { decimalComma: flagOf('decimalComma', fields.decimalComma) }),
    ...(idempotencyKey && { idempotencyKey }),
  };
}

/** Rejects any other text with 400: a client that spells the dry run differently must not start an import. */
function flagOf(field: string, text = 'false'): boolean {
  if (text !== 'true' && text !== 'false') throw invalidField(field, 'Must be true or false');
  return text === 'true';
}

function modeOf(text: string) {
  const mode = importModes.find((each) => each === text.trim());
  if (!mode) throw invalidField('mode', `Mode must be one of ${importModes.join(', ')}`);
  return mode;
}

function overwriteOf(text: string) {
  try {
    return overwrite.parse(JSON.parse(text));
  } catch {
    throw invalidField('overwrite', 'Must be a JSON array of fields');
  }
}

function mappingOf(text: string) {
  try {
    return importMapping.parse(JSON.parse(text));
  } catch {
    throw invalidField('mapping', "The mapping must be a JSON object from the product's fields to the file's columns");
  }
}

function userMappingOf(text: string) {
  try {
    return Object.entries(userMapping.parse(JSON.parse(text))).map(([name, user]) => ({ name, user: String(user) }));
  } catch {
    throw invalidField('standIns', 'Must be a JSON object from the names in the file to usernames or user ids');
  }
}

export function messageOf(record: ImportRecord): string {
  const { status, successful, processed, dryRun, mode, breakdown } = record;
  if (isRunning(record)) return dryRun ? 'The file is being checked' : 'The import is running';
  if (mode !== 'create') {
    const { created, updated, unchanged } = breakdown;
    const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${record.failed} failed.`;
    return status === 'cancelled' ? `The import was cancelled: ${counts}` : counts;
  }
  const counts = `${successful} of ${processed} businesses`;
  if (dryRun) return `${counts} can be imported.`;
  return status === 'cancelled'
    ? `The import was cancelled: ${counts} were imported.`
    : `Successfully imported ${counts}.`;
}
