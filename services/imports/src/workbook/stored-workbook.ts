import type { WorkbookSource } from '@lead-finder/workbooks';
import type { FileStore } from '@lead-finder/platform';

/** Reads any range of a stored file. Ranges that follow each other share one read of the store. */
export class StoredWorkbook implements WorkbookSource {
  private chunks: AsyncIterator<Uint8Array> | null = null;
  private ahead: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(
    private readonly files: FileStore,
    private readonly fileId: string,
    readonly size: number,
  ) {}

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, offset + length);
    if (offset < this.at || offset > this.at + this.ahead.length || !this.chunks) {
      await this.close();
      this.chunks = this.files.read(this.fileId, offset)[Symbol.asyncIterator]();
      this.at = offset;
    }
    this.skipTo(offset);
    while (this.at + this.ahead.length < end) {
      const { value, done } = await this.chunks.next();
      if (done) break;
      this.ahead = this.ahead.length
        ? Buffer.concat([this.ahead, value])
        : Buffer.from(value.buffer, value.byteOffset, value.length);
    }
    const bytes = this.ahead.subarray(0, end - offset);
    this.skipTo(offset + bytes.length);
    return bytes;
  }

  async close(): Promise<void> {
    await this.chunks?.return?.();
    this.chunks = null;
    this.ahead = Buffer.alloc(0);
  }

  private skipTo(offset: number): void {
    this.ahead = this.ahead.subarray(offset - this.at);
    this.at = offset;
  }
}
