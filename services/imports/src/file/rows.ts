import { isUtf8 } from 'node:buffer';
import { blockEncoding, blocks, bytesInFile, decodeText, isWide } from './encoding.rules.js';
import { type FileLayout, parseCells, type Position } from './header.js';
import { cutLine, cutRecord } from './record-cut.rules.js';
import { UnreadableFile } from './unreadable-file.js';

/** One data row. A row with a `problem` cannot be read; its cells are what the reader could recover. */
export interface FileRecord {
  row: number;
  firstLine: number;
  lastLine: number;
  cells: string[];
  problem: string | null;
  next: Position;
}

/** A longer row fails. The reader looks for the end of a quoted cell within this distance. */
export const maxRecordBytes = 131_072;
const maxLineBytes = 16_777_216;
/** Bytes after the reach: the quote after a quote, and the longest line end. */
const lookAhead = 4;
const shownOfLostRow = 2_000;

/**
 * Yields some hundred rows at a time. Reading can stop at any record and continue at its `next`; `source` begins at
 * `from.offset`. Blank rows are counted, but not yielded.
 */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  layout: FileLayout,
  from: Position = layout.start,
): AsyncGenerator<FileRecord[]> {
  const reader = new RecordReader(layout, from);
  for await (const block of blocks(source, layout.encoding)) {
    const records = reader.read(block, false);
    if (records.length) yield records;
  }
  const last = reader.read(Buffer.alloc(0), true);
  if (last.length) yield last;
}

interface LostRow {
  kind: 'unclosed' | 'long';
  row: number;
  firstLine: number;
  head: string;
  lines: number;
  lineBytes: number;
}

class RecordReader {
  private bytes = Buffer.alloc(0);
  private at = 0;
  private lost: LostRow | null = null;
  private records: FileRecord[] = [];
  private readonly encoding;
  private readonly delimiterByte: number;

  constructor(
    private readonly layout: FileLayout,
    private position: Position,
  ) {
    this.encoding = blockEncoding(layout.encoding);
    this.delimiterByte = layout.delimiter.charCodeAt(0);
  }

  read(block: Buffer, isEnd: boolean): FileRecord[] {
    this.bytes = Buffer.concat([this.bytes.subarray(this.at), block]);
    this.at = 0;
    this.records = [];
    while (this.at < this.bytes.length && (isEnd || this.bytes.length - this.at >= maxRecordBytes + lookAhead)) {
      if (this.lost) this.passLine(this.lost);
      else this.readRun(isEnd);
    }
    if (isEnd && this.lost) this.closeLostRow(this.lost);
    return this.records;
  }

  private readRun(isEnd: boolean): void {
    const start = this.at;
    const cuts: { record: FileRecord; start: number; end: number }[] = [];
    while (this.at < this.bytes.length && (isEnd || this.bytes.length - this.at >= maxRecordBytes + lookAhead)) {
      const cut = cutRecord(this.bytes, this.at, maxRecordBytes, this.delimiterByte);
      if (cut.kind !== 'whole') {
        const firstLineIsLong = !cutLine(this.bytes, this.at, Math.min(this.bytes.length, this.at + maxRecordBytes));
        const kind = firstLineIsLong ? 'long' : cut.kind;
        const { row, line: firstLine } = this.position;
        this.lost = { kind, row, firstLine, head: '', lines: 0, lineBytes: 0 };
        break;
      }
      const { row, line } = this.position;
      const recordStart = this.at;
      this.advance(cut.next, 1, 1 + cut.breaks);
      cuts.push({
        record: { row, firstLine: line, lastLine: line + cut.breaks, cells: [], problem: null, next: this.position },
        start: recordStart,
        end: cut.end,
      });
    }

    const run = this.bytes.subarray(start, this.at);
    const { delimiter } = this.layout;
    let rows = parseCells(run, this.encoding, delimiter);
    // Both use the same rules. If they ever differ, each record is parsed alone, so none can absorb another.
    if (rows.length !== cuts.length) {
      rows = cuts.map((cut) => parseCells(this.bytes.subarray(cut.start, cut.end), this.encoding, delimiter).flat());
    }
    const isDoubtful = run.includes(0) || (this.encoding === 'utf-8' && !isUtf8(run)) || isWide(this.layout.encoding);
    for (const [index, { record, start, end }] of cuts.entries()) {
      record.cells = rows[index]!;
      if (isDoubtful) this.refuseDamage(record, this.bytes.subarray(start, end));
      this.emit(record);
    }
  }

  private refuseDamage(record: FileRecord, bytes: Buffer): void {
    const isReadable = isWide(this.layout.encoding)
      ? !record.cells.some((cell) => cell.includes('\ufffd'))
      : this.encoding !== 'utf-8' || isUtf8(bytes);
    if (!isReadable) record.problem = 'The row holds characters that cannot be read';
    if (!bytes.includes(0)) return;
    record.cells = record.cells.map((cell) => cell.replaceAll('\0', '\ufffd'));
    record.problem = 'The row holds a NUL character';
  }

  private emit(record: FileRecord): void {
    const columns = this.layout.headers.length;
    if (record.cells.every((cell) => cell === '' || cell.trim() === '')) return;
    if (record.cells.length > columns) {
      if (record.cells.slice(columns).every((cell) => cell.trim() === '')) record.cells.length = columns;
      else record.problem ??= `The row has ${record.cells.length} cells, the header has ${columns}${linesOf(record)}`;
    }
    this.records.push(record);
  }

  /** An unclosed quote fails its row with the following lines, up to one with as many cells as the header. */
  private passLine(lost: LostRow): void {
    const isLineStart = lost.lineBytes === 0;
    if (isLineStart && lost.kind === 'unclosed' && lost.lines > 0) {
      const cut = cutRecord(this.bytes, this.at, maxRecordBytes, this.delimiterByte);
      if (cut.kind === 'whole' && cut.breaks === 0 && cut.cells === this.layout.headers.length) {
        return this.closeLostRow(lost);
      }
    }
    const stop = Math.min(this.bytes.length, this.at + maxRecordBytes);
    const line = cutLine(this.bytes, this.at, stop);
    if (lost.head.length < shownOfLostRow) {
      const shown = this.bytes.subarray(this.at, Math.min(line?.next ?? stop, this.at + shownOfLostRow));
      lost.head += decodeText(shown, this.encoding);
    }
    lost.lineBytes += (line?.end ?? stop) - this.at;
    if (lost.lineBytes > maxLineBytes) {
      throw new UnreadableFile(`Line ${this.position.line} of the file is longer than 16 MiB`);
    }
    if (!line) return this.advance(stop, 0, 0);
    lost.lines++;
    lost.lineBytes = 0;
    this.advance(line.next, 1, 1);
    if (lost.kind === 'long') this.closeLostRow(lost);
  }

  private closeLostRow(lost: LostRow): void {
    this.lost = null;
    const lastLine = Math.max(lost.firstLine, this.position.line - 1);
    const { row, firstLine, kind } = lost;
    const raw = lost.head.replaceAll('\0', '\ufffd').replace(/[\r\n]+$/, '');
    const where = firstLine === lastLine ? `Line ${firstLine}` : `Lines ${firstLine}-${lastLine}`;
    this.records.push({
      row,
      firstLine,
      lastLine,
      cells: raw.slice(0, shownOfLostRow).split(this.layout.delimiter),
      problem: kind === 'unclosed' ? `${where}: a quote is opened and never closed` : 'The row is longer than 128 KiB',
      next: this.position,
    });
  }

  private advance(to: number, rows: number, lines: number): void {
    const { offset, row, line } = this.position;
    const passed = bytesInFile(this.bytes, this.at, to, this.layout.encoding);
    this.position = { offset: offset + passed, row: row + rows, line: line + lines };
    this.at = to;
  }
}

/** Returns ' (lines 2-4)' for a record whose quoted line breaks extend over several lines, otherwise ''. */
export const linesOf = ({ firstLine, lastLine }: FileRecord) =>
  firstLine === lastLine ? '' : ` (lines ${firstLine}-${lastLine})`;
