import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import { AppError, EncodingDetector, type FileStore } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayRequest } from './caller.js';

export const importPath = '/api/businesses/import';

/** An upload that brings nothing for so long, or less than this a second on average, ends. */
const idleMs = 30_000;
const leastBytesPerSecond = 1_024;
const fieldBytes = 65_536;

export interface Upload {
  fileId: string;
  fileName: string;
  bytes: number;
  encoding: string;
}

const refusal = (message: string) =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'file', message }] });

/** Multipart is read for the import alone; any other route answers 415 as before. */
export async function acceptUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyMultipart, { throwFileSizeLimit: false });
  fastify.addHook('preParsing', async (request) => {
    if (!isForm(request) || request.is404 || request.routeOptions.url === importPath) return;
    throw new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here');
  });
}

const isForm = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/**
 * Streams the file into the store at the store's pace, and gathers the fields around it, in whatever order they come.
 * Refused or aborted, it leaves nothing: 413 above `maxBytes`, 415 for another name than .csv, 400 for a broken form.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: FileStore,
  maxBytes: number,
): Promise<{ upload: Upload | null; fields: Record<string, string> }> {
  if (!isForm(request))
    throw new AppError('unsupported', 'unsupported_type', 'Please send the file as multipart/form-data');
  const fields: Record<string, string> = {};
  let upload: Upload | null = null;
  const limits = { fileSize: Number.MAX_SAFE_INTEGER, files: 3, fields: 20, parts: 25, fieldSize: fieldBytes };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw refusal(`The field ${part.fieldname} is too long`);
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (upload) throw refusal('Please send one file at a time');
      if (part.fieldname !== 'file') throw refusal("The file must stand in the field 'file'");
      if (!part.filename) throw refusal('Please select a CSV file');
      if (!/\.csv$/i.test(part.filename))
        throw new AppError('unsupported', 'unsupported_type', 'Only .csv files are accepted');
      upload = await store(part.file, part.filename, files, maxBytes, (request as GatewayRequest).left);
    }
    return { upload, fields };
  } catch (error) {
    if (upload) await files.remove(upload.fileId);
    throw asRefusal(error);
  }
}

async function store(
  source: AsyncIterable<Uint8Array>,
  name: string,
  files: FileStore,
  maxBytes: number,
  left: AbortSignal | undefined,
): Promise<Upload> {
  const fileId = randomUUID();
  const detector = new EncodingDetector();
  const slow = new AbortController();
  const startedAt = performance.now();
  let bytes = 0;
  let before = 0;
  const watch = setInterval(() => {
    const least = ((performance.now() - startedAt) / 1_000) * leastBytesPerSecond;
    if (bytes === before || bytes < least) slow.abort(tooSlow());
    before = bytes;
  }, idleMs);
  async function* counted() {
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      detector.push(piece);
      yield piece;
    }
  }
  try {
    await files.write(fileId, counted(), left ? AbortSignal.any([left, slow.signal]) : slow.signal);
  } finally {
    clearInterval(watch);
  }
  return { fileId, fileName: path.basename(name).slice(-500), bytes, encoding: detector.result() };
}

const tooSlow = () =>
  new AppError('timed_out', 'unavailable', 'The upload was too slow and was stopped. Please try again.');

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
