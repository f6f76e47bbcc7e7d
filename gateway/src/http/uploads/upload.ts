import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import { csvSniffBytes, whyNoCsv } from '@lead-finder/contracts';
import { AppError, EncodingDetector, type FileStore } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayRequest } from '../requests/caller.js';

export const importPath = '/api/businesses/import';

/** More than the fields and the form around a file can take. */
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
  /** False for a file that is no CSV: what came behind its first bytes was not stored. */
  isWhole: boolean;
}

const refusal = (message: string, path = 'file') =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path, message }] });

/** Multipart is read for the import alone; any other route answers 415 as before. */
export function acceptUploads(fastify: FastifyInstance): void {
  // Its hooks clear away the files that it stored by itself: here it stores none, and every request would wait for them.
  const hookless: FastifyInstance = Object.create(fastify, { addHook: { value: () => hookless } });
  fastifyMultipart(hookless, { throwFileSizeLimit: false }, () => undefined);
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!isForm(request) || request.is404 || isUpload(request)) return done();
    throw new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here');
  });
}

const isForm = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Whether the body is a file of any length; every other body is short. */
export const isUpload = (request: FastifyRequest) => request.routeOptions.url === importPath && isForm(request);

/**
 * Streams the file into the store at the store's pace, and gathers the fields around it, in whatever order they come.
 * Refused or aborted, it leaves nothing: 413 above `maxBytes`, 415 for another name than .csv, 400 for a broken form. Of what is no CSV by its first bytes only these are stored, for the import to refuse.
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
  const most = { fileSize: Number.MAX_SAFE_INTEGER, files: 3, fields: 20, parts: 25, fieldSize: fieldBytes };
  try {
    if (Number(request.headers['content-length']) > limits.maxBytes + formBytes) throw tooLarge(limits.maxBytes);
    for await (const part of request.parts({ limits: most })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw refusal(`The field ${part.fieldname} is too long`);
        fields[part.fieldname] = textOf(part.fieldname, part.value);
        continue;
      }
      if (upload) throw refusal('Please send one file at a time');
      if (part.fieldname !== 'file') throw refusal("The file must stand in the field 'file'");
      if (!part.filename) throw refusal('Please select a CSV file');
      if (!/\.csv$/i.test(part.filename))
        throw new AppError('unsupported', 'unsupported_type', 'Only .csv files are accepted');
      upload = await store(part.file, part.filename, files, limits, (request as GatewayRequest).left?.());
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

/** The form's parser has read a part that calls itself JSON: no reader here wants it so, and to write it down again recurses. */
function textOf(field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    throw refusal(`The field ${field} nests too deep`, field);
  }
}

async function store(
  source: AsyncIterable<Uint8Array>,
  name: string,
  files: FileStore,
  { maxBytes }: UploadLimits,
  left: AbortSignal | undefined,
): Promise<Upload> {
  const fileId = randomUUID();
  const detector = new EncodingDetector();
  let bytes = 0;
  let head = Buffer.alloc(0);
  let isWhole = true;
  async function* counted() {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      detector.push(chunk);
      yield chunk;
      if (head.length >= csvSniffBytes) continue;
      head = Buffer.concat([head, chunk]);
      isWhole = head.length < csvSniffBytes || whyNoCsv(head) === null;
      if (!isWhole) return;
    }
  }
  await files.write(fileId, counted(), left);
  return { fileId, fileName: path.basename(name).slice(-500), bytes, encoding: detector.result(), isWhole };
}

/** Without it a sender that writes before it reads would wait for ever, or find its connection broken. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function tooLarge(maxBytes: number): AppError {
  const [size, unit] = maxBytes >= 2 ** 30 ? [maxBytes / 2 ** 30, 'GiB'] : [maxBytes / 2 ** 20, 'MiB'];
  const most = `${Math.round(size * 100) / 100} ${unit}`;
  return new AppError(
    'too_large',
    'too_large',
    `The file is larger than ${most}. Please split it and import the parts`,
  );
}

/** What the form's parser throws is the client's form: broken off, malformed, with too many parts. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isForm = code.startsWith('FST_') || /multipart|boundary|terminated early|unexpected end/i.test(message);
  return isForm ? refusal('The upload is not complete or not a valid form. Please try again.') : error;
}
