import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, write as writeFile } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSharedStrings, type Workbook } from '@lead-finder/workbooks';
import { UnreadableFile } from '../file/unreadable-file.js';

const write = promisify(writeFile);

/** Up to this number of bytes the texts stay in memory. */
const maxInMemory = 8_388_608;
const maxSpilled = 536_870_912;
const writeBytes = 1_048_576;
const windowBytes = 262_144;
/** Texts of which one position is stored. */
const perPage = 16;
const cacheSlots = 16_384;
const maxCachedLength = 200;

/**
 * The shared strings of a workbook, in bounded memory: a larger table goes into a temporary file, from which a text
 * takes one read of the system's cache. The file has no name, so it ends with the process.
 */
export class SharedTexts {
  private readonly pages = new PageOffsets();
  private readonly cache: ({ index: number; text: string } | undefined)[] = [];
  private window: Buffer = Buffer.alloc(0);
  private windowAt = 0;
  private count = 0;
  private bytes = 0;
  private file: number | null = null;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private texts: string[] = [];

  /** The caller closes it. */
  static async of(workbook: Workbook, signal: AbortSignal): Promise<SharedTexts> {
    const shared = new SharedTexts();
    try {
      for await (const texts of readSharedStrings(workbook)) {
        signal.throwIfAborted();
        await shared.add(texts);
        await nextTurn();
      }
      await shared.flush();
      return shared;
    } catch (error) {
      shared.close();
      throw error;
    }
  }

  at(index: number): string {
    if (index >= this.count) throw damaged();
    if (this.file === null) return this.texts[index]!;
    const slot = index % cacheSlots;
    const cached = this.cache[slot];
    if (cached?.index === index) return cached.text;
    const text = this.readText(index);
    if (text.length <= maxCachedLength) this.cache[slot] = { index, text };
    return text;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private async add(texts: readonly string[]): Promise<void> {
    if (this.file === null) {
      for (const text of texts) {
        this.bytes += Buffer.byteLength(text) + 4;
        this.texts.push(text);
      }
      this.count = this.texts.length;
      if (this.bytes <= maxInMemory) return;
      texts = this.texts;
      this.texts = [];
      this.count = this.bytes = 0;
      this.file = openUnnamed();
    }
    for (const text of texts) {
      if (this.count % perPage === 0) this.pages.push(this.bytes);
      const bytes = Buffer.from(text);
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32LE(bytes.length);
      this.waiting.push(length, bytes);
      this.waitingBytes += 4 + bytes.length;
      this.bytes += 4 + bytes.length;
      this.count++;
      if (this.bytes > maxSpilled) throw tooManyTexts();
      if (this.waitingBytes >= writeBytes) await this.flush();
    }
  }

  private async flush(): Promise<void> {
    if (this.file === null) return;
    const block = Buffer.concat(this.waiting, this.waitingBytes);
    for (let at = 0; at < block.length;) at += (await write(this.file, block, at)).bytesWritten;
    this.waiting = [];
    this.waitingBytes = 0;
  }

  private readText(index: number): string {
    const page = Math.floor(index / perPage);
    const start = this.pages.at(page);
    const end = page + 1 < this.pages.length ? this.pages.at(page + 1) : this.bytes;
    const bytes = this.readBytes(start, end - start);
    let at = 0;
    for (let skipped = index % perPage; skipped > 0; skipped--) at += 4 + bytes.readUInt32LE(at);
    return bytes.toString('utf8', at + 4, at + 4 + bytes.readUInt32LE(at));
  }

  /** Cells mostly name their texts in order, so it reads ahead if the last reads did. */
  private readBytes(start: number, length: number): Buffer {
    const end = this.windowAt + this.window.length;
    if (start < this.windowAt || start + length > end) {
      const isNext = start >= this.windowAt && start <= end + windowBytes;
      const block = Buffer.allocUnsafe(Math.max(length, isNext ? Math.min(windowBytes, this.bytes - start) : 0));
      let read = 0;
      while (read < block.length) {
        const more = readSync(this.file!, block, read, block.length - read, start + read);
        if (more === 0) throw new Error('The temporary file of shared strings is shorter than it was written');
        read += more;
      }
      this.windowAt = start;
      this.window = block;
    }
    return this.window.subarray(start - this.windowAt, start - this.windowAt + length);
  }
}

/** Grows without a copy of what it has. */
class PageOffsets {
  private readonly blocks: Uint32Array[] = [];
  length = 0;

  push(offset: number): void {
    if (this.length % blockLength === 0) this.blocks.push(new Uint32Array(blockLength));
    this.blocks[Math.floor(this.length / blockLength)]![this.length % blockLength] = offset;
    this.length++;
  }

  at(index: number): number {
    return this.blocks[Math.floor(index / blockLength)]![index % blockLength]!;
  }
}
const blockLength = 65_536;

function openUnnamed(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'lead-finder-workbook-'));
  const file = openSync(path.join(folder, 'texts'), 'w+', 0o600);
  unlinkSync(path.join(folder, 'texts'));
  try {
    rmdirSync(folder);
  } catch {
    // Windows deletes an open file when it is closed. An empty folder stays.
  }
  return file;
}

const damaged = () => new UnreadableFile('The workbook is incomplete or damaged. Please save it again and try again');

const tooManyTexts = () =>
  new UnreadableFile('The texts of the workbook take more than 512 MiB. Please save it as CSV and try again');
