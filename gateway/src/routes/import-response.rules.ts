import { importMapping, startImport, type ImportRecord, type InputOf } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { z } from 'zod';
import type { Upload } from '../http/uploads/upload.js';

type Fields = Record<string, string>;

/** Names of the file, and who gets their rows: a username or a user id. */
const people = z.record(z.string(), z.union([z.string(), z.number()]));
const { fileId, assignTo, tag, dryRun } = startImport.input.shape;
/** What is sent: the file, and fields in whatever order; what is an object stands there as JSON. */
export const importForm = z.object({
  file: z.file().optional(),
  fileId: fileId.optional(),
  mapping: importMapping.optional(),
  assignTo,
  standIns: people.optional(),
  tag,
  dryRun,
});

const unended = new Set<ImportRecord['status']>(['queued', 'processing', 'cancelling', 'undoing']);
export const isRunning = ({ status }: ImportRecord) => unended.has(status);

const refusal = (path: string, message: string) =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path, message }] });

/** The form as the contract wants it; a dry run's file may stand in place of an upload (decisions, section 6). */
export function startInput(
  upload: Upload | null,
  fields: Fields,
  idempotencyKey: string | undefined,
): InputOf<typeof startImport> {
  const fileId = upload?.fileId ?? fields.fileId?.trim();
  if (!fileId) throw refusal('file', 'Please select a CSV file');
  return {
    fileId,
    ...(upload && { upload: { fileName: upload.fileName, bytes: upload.bytes, encoding: upload.encoding } }),
    ...(fields.mapping?.trim() && { mapping: mappingOf(fields.mapping) }),
    ...(fields.assignTo?.trim() && { assignTo: fields.assignTo }),
    ...(fields.standIns?.trim() && { standIns: userMappingOf(fields.standIns) }),
    ...(fields.tag?.trim() && { tag: fields.tag }),
    dryRun: flagOf('dryRun', fields.dryRun),
    ...(idempotencyKey && { idempotencyKey }),
  };
}

/** Anything else is refused: a check that was asked for in other words must not import (decisions, section 9). */
function flagOf(field: string, text = 'false'): boolean {
  if (text !== 'true' && text !== 'false') throw refusal(field, 'Must be true or false');
  return text === 'true';
}

function mappingOf(text: string) {
  try {
    return importMapping.parse(JSON.parse(text));
  } catch {
    throw refusal('mapping', "The mapping must be a JSON object from the product's fields to the file's columns");
  }
}

function userMappingOf(text: string) {
  try {
    return Object.entries(people.parse(JSON.parse(text))).map(([name, user]) => ({ name, user: String(user) }));
  } catch {
    throw refusal('standIns', 'Must be a JSON object from the names in the file to usernames or user ids');
  }
}

/** Specification section 8: 'Successfully imported' a count 'of' a total 'businesses.' */
export function messageOf(record: ImportRecord): string {
  const { status, successful, processed, dryRun } = record;
  if (isRunning(record)) return dryRun ? 'The file is being checked' : 'The import is running';
  const counts = `${successful} of ${processed} businesses`;
  if (dryRun) return `${counts} can be imported.`;
  return status === 'cancelled'
    ? `The import was cancelled: ${counts} were imported.`
    : `Successfully imported ${counts}.`;
}
