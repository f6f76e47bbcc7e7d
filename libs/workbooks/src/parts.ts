import { type Entry, Reader, ZipReader, configure } from '@zip.js/zip.js/lib/zip-core-native.js';
import { bomb, damaged, UnreadableWorkbook } from './unreadable-workbook.js';

/** A file that can be read from any position: a file of the browser, or a file in the store. */
export interface WorkbookSource {
  size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

// The page's content security policy allows no worker of the library, and the server needs none.
configure({ useWebWorkers: false, chunkSize: 65_536 });

const maxParts = 10_000;
/** Also the longest list of parts or sheets that is read at once. */
const maxReadBytes = 16_777_216;
const maxUnpackedBytes = 4 * 2 ** 30;
/** XML of a sheet packs to a tenth or a thirtieth. */
const maxRatio = 200;
const ratioFromBytes = 33_554_432;

class SourceReader extends Reader<WorkbookSource> {
  constructor(private readonly source: WorkbookSource) {
    super(source);
    this.size = source.size;
  }

  override readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > maxReadBytes) throw bomb();
    return this.source.read(offset, length);
  }
}

/** The parts of a workbook by their lower-case names, which begin without '/'. */
export class Parts {
  private unpacked = 0;

  private constructor(private readonly entries: ReadonlyMap<string, Entry>) {}

  static async of(source: WorkbookSource): Promise<Parts> {
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of new ZipReader(new SourceReader(source)).getEntriesGenerator()) {
        if (entries.size >= maxParts) throw bomb();
        entries.set(partName(entry.filename), entry);
      }
    } catch (error) {
      throw asDamage(error);
    }
    return new Parts(entries);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Throws if the part states a size beyond what may be unpacked. A part that lies is stopped while it is read. */
  refuseBomb(name: string): void {
    const entry = this.entries.get(name.toLowerCase());
    if (entry) this.check(entry, entry.uncompressedSize);
  }

  /** Yields the unpacked bytes of a part that is stored in memory. */
  readWhole(name: string): AsyncGenerator<Uint8Array> {
    return this.read(name, maxReadBytes);
  }

  /** Yields the unpacked bytes of a part, on demand. */
  async *read(name: string, maxBytes = maxUnpackedBytes): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry || entry.directory) throw damaged();
    if (entry.encrypted) throw new UnreadableWorkbook('The workbook has a password. Please remove it and try again');
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const stop = new AbortController();
    let failure: unknown;
    const done = entry
      .getData(writable, { signal: stop.signal, checkSignature: true })
      .catch((error: unknown) => (failure = error));
    const reader = readable.getReader();
    let bytes = 0;
    try {
      for (;;) {
        const chunk = await reader.read();
        if (chunk.done) break;
        bytes += chunk.value.length;
        this.unpacked += chunk.value.length;
        if (this.unpacked > maxUnpackedBytes || bytes > maxBytes) throw bomb();
        this.check(entry, bytes);
        yield chunk.value;
      }
      await done;
      if (failure) throw failure;
    } catch (error) {
      throw asDamage(failure ?? error);
    } finally {
      stop.abort();
      void reader.cancel().catch(() => undefined);
    }
  }

  private check({ compressedSize }: Entry, bytes: number): void {
    if (bytes > maxUnpackedBytes || (bytes > ratioFromBytes && bytes > compressedSize * maxRatio)) throw bomb();
  }
}

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Faults of the source, such as a store that does not respond, stay what they are. */
function asDamage(error: unknown): unknown {
  const isOfZip = error instanceof Error && /^(Error|TypeError|RangeError|AbortError)$/.test(error.name);
  return isOfZip && !('kind' in error) && !('code' in error && String(error.code).startsWith('E')) ? damaged() : error;
}
