import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from '../errors/app-error.js';
import { untilAborted } from './bytes.js';
import { checkedFileId, segmentBytes, type FileStore, type StoredFile } from './file-store.js';
import { storageFull } from './storage-full.js';

const unfinished = '.part';

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Stores each file in a folder, under another name until it is complete. */
export class FolderFileStore implements FileStore {
  constructor(private readonly folder: string) {}

  async write(id: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    const finished = this.pathOf(id);
    const part = finished + unfinished;
    await mkdir(this.folder, { recursive: true });
    try {
      const file = await open(part, 'w');
      try {
        await writeFile(file, untilAborted(bytes, signal));
        await file.sync();
      } finally {
        await file.close();
      }
      const { size } = await stat(part);
      await rename(part, finished);
      await this.syncFolder();
      return size;
    } catch (error) {
      await rm(part, { force: true });
      throw codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? storageFull(error) : error;
    }
  }

  async *read(id: string, fromByte = 0): AsyncGenerator<Uint8Array> {
    const file = await open(this.pathOf(id)).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? notFound('File') : error;
    });
    try {
      for (let at = fromByte; ;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(segmentBytes), 0, segmentBytes, at);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
    await rm(this.pathOf(id) + unfinished, { force: true });
  }

  async list(): Promise<StoredFile[]> {
    await mkdir(this.folder, { recursive: true });
    const names = await readdir(this.folder);
    const files = await Promise.all(names.map((name) => this.describe(name)));
    return files.filter((file) => file !== undefined);
  }

  private async describe(name: string): Promise<StoredFile | undefined> {
    // Another process may have removed or finished it in between.
    const found = await stat(path.join(this.folder, name)).catch(() => undefined);
    return found?.isFile() ? { id: path.basename(name, unfinished), writtenAt: found.mtime } : undefined;
  }

  private pathOf(id: string): string {
    return path.join(this.folder, checkedFileId(id));
  }

  /** Makes the new name survive a power cut. Windows cannot open folders. */
  private async syncFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    const folder = await open(this.folder);
    await folder.sync().finally(() => folder.close());
  }
}
