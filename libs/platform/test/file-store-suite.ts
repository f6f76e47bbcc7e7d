import { longRun } from '@lead-finder/testing';
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../src/errors/app-error.js';
import type { FileStore } from '../src/files/file-store.js';

const megabyte = 1024 * 1024;
const program = fileURLToPath(new URL('store-bytes.ts', import.meta.url));
const typescript = new URL('../../testing/run/typescript.mjs', import.meta.url).href;

export interface FileStoreSide {
  open(): Promise<FileStore>;
  /** What store-bytes.ts opens in another process. */
  address(): object;
  close(): Promise<void>;
}

export async function* chunksOf(bytes: Uint8Array, size = 60_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const notThere = { kind: 'not_found', code: 'not_found' };

/** Describes what every file store does. */
export function describeFileStore(place: string, openSide: () => FileStoreSide): void {
  describe(`file store in ${place}`, () => {
    const side = openSide();
    let store: FileStore;
    beforeAll(async () => {
      store = await side.open();
    });
    afterAll(() => side.close());

    const ids = async () => (await store.list()).map(({ id }) => id);
    const run = (...args: string[]) =>
      spawn(process.execPath, ['--import', typescript, program, JSON.stringify(side.address()), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });

    it.each([0, 1, 4_095, megabyte / 2, megabyte / 2 + 1, 4 * megabyte, 8 * megabyte - 1, 8 * megabyte, 9_999_999])(
      'returns the same %i bytes',
      async (size) => {
        const id = randomUUID();
        const bytes = randomBytes(size);
        expect(await store.write(id, chunksOf(bytes, 1 + Math.floor(Math.random() * 200_000)))).toBe(size);
        const back = await bytesOf(store.read(id));
        expect(createHash('sha256').update(back).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
        await store.remove(id);
      },
    );

    it('reads from any byte', async () => {
      const id = randomUUID();
      const bytes = randomBytes(9 * megabyte + 17);
      await store.write(id, chunksOf(bytes));
      const random = Array.from({ length: 5 }, () => Math.floor(Math.random() * bytes.length));
      for (const from of [0, 1, megabyte / 2, 4 * megabyte - 1, 4 * megabyte, bytes.length - 1, ...random]) {
        expect((await bytesOf(store.read(id, from))).equals(bytes.subarray(from))).toBe(true);
      }
      expect(await bytesOf(store.read(id, bytes.length))).toHaveLength(0);
      await store.remove(id);
    });

    it('yields no chunk above a segment and lets a reader stop early', async () => {
      const id = randomUUID();
      await store.write(id, chunksOf(randomBytes(9 * megabyte), 9 * megabyte));
      for await (const chunk of store.read(id)) {
        expect(chunk.length).toBeLessThanOrEqual(4 * megabyte);
        break;
      }
      await store.remove(id);
    });

    it('lists its files with their time of writing, without the removed ones', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      await store.write(one, chunksOf(randomBytes(1_000)));
      await store.write(other, chunksOf(randomBytes(5 * megabyte)));
      const listed = await store.list();
      expect(listed.map(({ id }) => id).sort()).toEqual([one, other].sort());
      for (const { writtenAt } of listed) expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
      await store.remove(one);
      await store.remove(other);
      await store.remove(other);
      expect(await store.list()).toEqual([]);
      await expect(bytesOf(store.read(one))).rejects.toMatchObject(notThere);
    });

    it('replaces a file that is written again under its id', async () => {
      const id = randomUUID();
      await store.write(id, chunksOf(randomBytes(3 * megabyte)));
      await store.write(id, chunksOf(Buffer.from('short')));
      expect((await bytesOf(store.read(id))).toString()).toBe('short');
      await store.remove(id);
    });

    it('leaves nothing of a failed source, and throws its error', async () => {
      const id = randomUUID();
      async function* failing() {
        yield randomBytes(9 * megabyte);
        throw new AppError('too_large', 'too_large', 'The file is too large');
      }
      await expect(store.write(id, failing())).rejects.toMatchObject({ kind: 'too_large' });
      await expect(bytesOf(store.read(id))).rejects.toMatchObject(notThere);
      expect(await ids()).toEqual([]);
    });

    it('leaves nothing of a write that is aborted during a silence of its source', async () => {
      const id = randomUUID();
      const abort = new AbortController();
      async function* silent() {
        yield randomBytes(9 * megabyte);
        setImmediate(() => abort.abort(new Error('The client went away')));
        await new Promise(() => undefined);
      }
      await expect(store.write(id, silent(), abort.signal)).rejects.toThrow('The client went away');
      expect(await ids()).toEqual([]);
    });

    it.each(['../../etc/passwd', 'a/b', 'a.b', '', '*', '>', 'a b', 'x'.repeat(65)])(
      'rejects the id %p',
      async (id) => {
        await expect(store.write(id, chunksOf(Buffer.from('x')))).rejects.toThrow("can't be the id");
        await expect(bytesOf(store.read(id))).rejects.toThrow("can't be the id");
        await expect(store.remove(id)).rejects.toThrow("can't be the id");
      },
    );

    it('makes the half-written file of a killed process removable but not readable', async () => {
      const id = randomUUID();
      const child = run(id, '10', 'half');
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect(bytesOf(store.read(id))).rejects.toMatchObject(notThere);
      expect(await ids()).toEqual([id]);
      await store.remove(id);
      expect(await ids()).toEqual([]);
    });

    // A file that fits into the memory below would prove nothing.
    const [size, seconds] = longRun ? [1_000, 60] : [128, 6];
    it(`stays small in memory with ${size} MB and a slow reader`, async () => {
      const id = randomUUID();
      const child = run(id, String(size), String(seconds));
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const seen = JSON.parse(line.toString()) as Record<'before' | 'written' | 'read' | 'maxResident', number>;
      expect(seen.written).toBe(size * megabyte);
      expect(seen.read).toBeGreaterThan(0.7 * seconds * 5_000_000);
      // Beyond the process's memory before, most of which the compiler of the sources uses.
      expect(seen.maxResident - seen.before).toBeLessThan(100 * megabyte);
      await store.remove(id);
    }, 240_000);
  });
}
