import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, FolderFileStore, type FileStore } from '@lead-finder/platform';
import { runFolder } from '@lead-finder/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { boundArrivingBodies } from './arriving-bodies.js';
import { clientLimits } from '../requests/client-limits.js';
import { statusOf } from '../error.filter.js';
import { acceptUploads, importPath, receiveUpload, type Upload, type UploadLimits } from './upload.js';

const folder = runFolder('uploads');
const limits: UploadLimits = { maxBytes: 4 * 2 ** 20 };
const spanMs = 600;
let store: FileStore;
let server: FastifyInstance;

beforeAll(async () => {
  server = fastify();
  boundArrivingBodies(server, { ...clientLimits, uploadSpanMs: spanMs, minUploadBytes: 10_000 });
  acceptUploads(server);
  server.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof AppError ? statusOf[error.kind] : 500).send({ message: (error as Error).message }),
  );
  server.post(importPath, (request) => receiveUpload(request, store, limits));
  await server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => void (store = new FolderFileStore(folder)));
afterAll(() => server.close());

interface Answer {
  status: number;
  message?: string;
  upload?: Upload;
  fields?: Record<string, string>;
  /** The bytes of the body that were sent when the response came. */
  sent: number;
}

/** Sends a form chunk by chunk, read or not, until the response comes. */
function post(chunks: AsyncIterable<Buffer>, headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = server.server.address() as AddressInfo;
    const type = { 'content-type': 'multipart/form-data; boundary=b', ...headers };
    const request = http.request({ port, method: 'POST', path: importPath, headers: type }, (response) => {
      let text = '';
      response.on('data', (data) => (text += data));
      response.on('end', () => {
        resolve({ status: response.statusCode!, ...(JSON.parse(text) as Partial<Answer>), sent });
        request.destroy();
        source.destroy();
      });
    });
    let sent = 0;
    request.on('error', reject);
    async function* counted() {
      for await (const chunk of chunks) {
        sent += chunk.length;
        yield chunk;
      }
    }
    const source = Readable.from(counted(), { objectMode: false });
    source.pipe(request);
  });
}

const start = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
const end = Buffer.from('\r\n--b--\r\n');
const silence = () => new Promise<never>(() => undefined);
const megabyte = Buffer.alloc(2 ** 20, 'x');

describe('an upload', () => {
  it('is stored whole', async () => {
    const { status, upload } = await post(Readable.from([start, Buffer.from('Name,User\na,sam\n'), end]));
    expect([status, upload]).toMatchObject([200, { bytes: 16, fileName: 'a.csv', isWhole: true }]);
    await new FolderFileStore(folder).remove(upload!.fileId);
  });

  it.each([
    ['{"businessName":"Firm"}', 200],
    ['{"businessName":', 400],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
  ])('reads a field that calls itself JSON like any other text (%#)', async (text, status) => {
    const field = `--b\r\ncontent-disposition: form-data; name="mapping"\r\ncontent-type: application/json\r\n\r\n${text}\r\n`;
    const answer = await post(Readable.from([Buffer.from(field), start, Buffer.from('Name,User\n'), end]));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.fields).toEqual({ mapping: text });
    for (const file of await readdir(folder)) await new FolderFileStore(folder).remove(file);
  });

  it('gets 408 and leaves nothing if any part of the form comes too slowly', async () => {
    const field = (name: string) => Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`);
    const within = [
      Buffer.concat([start, Buffer.from('Name,User\n')]),
      field('tag'),
      Buffer.concat([start, end.subarray(0, 4)]),
      Buffer.from('--b'),
    ];
    for (const first of within) {
      async function* slow() {
        yield first;
        for (;;) yield await pause(20, Buffer.from('x'));
      }
      expect(await post(slow())).toMatchObject({ status: 408, message: expect.stringMatching(/too slow/) });
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('may take any time at the minimum speed', async () => {
    async function* steady() {
      yield start;
      for (let sent = 0; sent < 40; sent++) yield await pause(spanMs / 20, Buffer.alloc(2_000, 'x'));
      yield end;
    }
    const { status, upload } = await post(steady());
    expect(status).toBe(200);
    await new FolderFileStore(folder).remove(upload!.fileId);
  });

  it('gets no 408 if only the store is slow', async () => {
    const folderStore = new FolderFileStore(folder);
    store = Object.assign(Object.create(folderStore) as FileStore, {
      write: (id: string, bytes: AsyncIterable<Uint8Array>) => {
        async function* late() {
          await pause(3 * spanMs);
          yield* bytes;
        }
        return folderStore.write(id, late());
      },
    });
    const { status, upload } = await post(Readable.from([start, megabyte, megabyte, end]));
    expect([status, upload?.bytes]).toEqual([200, 2 * 2 ** 20]);
    await folderStore.remove(upload!.fileId);
  });

  it('gets its response before the rest arrives if its first bytes are not CSV, and only they are stored', async () => {
    async function* workbook() {
      yield Buffer.concat([start, Buffer.from('PK\x03\x04'), megabyte]);
      for (let sent = 0; sent < 3; sent++) yield megabyte;
      await silence();
    }
    const { status, upload } = await post(workbook());
    expect([status, upload]).toMatchObject([200, { isWhole: false }]);
    expect(upload!.bytes).toBeLessThan(2 ** 20);
    await new FolderFileStore(folder).remove(upload!.fileId);
  });

  it('gets 413 for its announced length before it arrives', async () => {
    async function* announced() {
      yield start;
      await silence();
    }
    const answer = await post(announced(), { 'content-length': 2 ** 33 });
    expect(answer).toMatchObject({ status: 413, message: expect.stringMatching(/larger than 4 MiB/) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('gets 413 when it is too large, and its sender can read that while it still sends', async () => {
    async function* endless() {
      yield start;
      for (;;) yield megabyte;
    }
    expect(await post(endless())).toMatchObject({ status: 413 });
    expect(await readdir(folder)).toEqual([]);
  });
});
