import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import {
  csvFileProblem,
  csvSniffBytes,
  importFormatOf,
  jsonLinesProblem,
  type ImportFormat,
} from '@lead-finder/contracts';
import { AppError, EncodingDetector, invalidField, type FileStore } from '@lead-finder/platform';
import { workbookProblem } from '@lead-finder/workbooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayRequest } from '../requests/caller.js';

export const importPath = '/api/businesses/import';

const formBytes = 2 ** 21;
const fieldBytes = 65_536;

export interface UploadLimits {
  maxBytes: number;
}

export interface Upload {
  fileId: string;
  fileName: string;
  bytes: number;
  encoding: string;
  isWhole: boolean;
}

const refusal = (message: string, path = 'file') => invalidField(path, message);

/** Accepts multipart forms at the import alone; any other route rejects them with 415. */
export function acceptUploads(fastify: FastifyInstance): void {
  // The plug-in's hooks delete files that it stored. It stores none here, and every request would wait for the hooks.
  const hookless: FastifyInstance = Object.create(fastify, { addHook: { value: () => hookless } });
  fastifyMultipart(hookless, { throwFileSizeLimit: false }, () => undefined);
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!isForm(request) || request.is404 || isUpload(request)) return done();
    throw new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here');
  });
}

const isForm = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** True if the body is an upload, which may be long; every other body is short. */
export const isUpload = (request: FastifyRequest) => request.routeOptions.url === importPath && isForm(request);

/**
 * Streams the file into the store and collects the fields of the form, in any order. Rejects with 413 above `maxBytes`,
 * with 415 if no import reads files of such a name, and with 400 for a broken form; the store then holds nothing of the file.
 * If the first bytes are not of that format, it stores only them, and the import rejects the file.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: FileStore,
  limits: UploadLimits,
): Promise<{ upload: Upload | null; fields: Record<string, string> }> {
  if (!isForm(request))
    throw new AppError('unsupported', 'unsupported_type', 'Please send the file as multipart/form-data');
  const fields: Record<string, string> = {};
  let upload: Upload | null = null;
  const partLimits = { fileSize: Number.MAX_SAFE_INTEGER, files: 3, fields: 20, parts: 25, fieldSize: fieldBytes };
  try {
    if (Number(request.headers['content-length']) > limits.maxBytes + formBytes) throw tooLarge(limits.maxBytes);
    for await (const part of request.parts({ limits: partLimits })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw refusal(`The field ${part.fieldname} is too long`);
        fields[part.fieldname] = textOf(part.fieldname, part.value);
        continue;
      }
      if (upload) throw refusal('Please send one file at a time');
      if (part.fieldname !== 'file') throw refusal("The file must stand in the field 'file'");
      if (!part.filename) throw refusal('Please select a CSV file');
      const format = importFormatOf(part.filename);
      if (!format)
        throw new AppError('unsupported', 'unsupported_type', 'Only .csv, .xlsx and .ndjson files are accepted');
      const { file, filename } = part;
      upload = await store(file, { format, filename }, files, limits, (request as GatewayRequest).aborted?.());
      if (!upload.isWhole) break;
    }
    if (upload && !upload.isWhole) discardRest(request);
    return { upload, fields };
  } catch (error) {
    discardRest(request);
    if (upload) await files.remove(upload.fileId);
    throw asRefusal(error);
  }
}

/** Returns the text of a field. The form's parser parses a part of type JSON; deep JSON fails as text. */
function textOf(field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    throw refusal(`The field ${field} nests too deep`, field);
  }
}

const problems = { csv: csvFileProblem, xlsx: workbookProblem, ndjson: jsonLinesProblem };

async function store(
  source: AsyncIterable<Uint8Array>,
  { format, filename }: { format: ImportFormat; filename: string },
  files: FileStore,
  { maxBytes }: UploadLimits,
  signal: AbortSignal | undefined,
): Promise<Upload> {
  const fileId = randomUUID();
  const detector = format === 'xlsx' ? null : new EncodingDetector();
  const problemOf = problems[format];
  let bytes = 0;
  let head = Buffer.alloc(0);
  let isWhole = true;
  async function* counted() {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      detector?.push(chunk);
      yield chunk;
      if (head.length >= csvSniffBytes) continue;
      head = Buffer.concat([head, chunk]);
      isWhole = head.length < csvSniffBytes || problemOf(head) === null;
      if (!isWhole) return;
    }
  }
  await files.write(fileId, counted(), signal);
  return {
    fileId,
    fileName: path.basename(filename).slice(-500),
    bytes,
    encoding: detector?.result() ?? 'utf-8',
    isWhole,
  };
}

/** Discards the rest of the body: a client that writes before it reads would otherwise hang or lose its connection. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function tooLarge(maxBytes: number): AppError {
  const [size, unit] = maxBytes >= 2 ** 30 ? [maxBytes / 2 ** 30, 'GiB'] : [maxBytes / 2 ** 20, 'MiB'];
  const max = `${Math.round(size * 100) / 100} ${unit}`;
  return new AppError('too_large', 'too_large', `The file is larger than ${max}. Please split it and import the parts`);
}

/** Turns an error of the form's parser into a rejection with 400. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isForm = code.startsWith('FST_') || /multipart|boundary|terminated early|unexpected end/i.test(message);
  return isForm ? refusal('The upload is not complete or not a valid form. Please try again.') : error;
}
