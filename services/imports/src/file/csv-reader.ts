import { isUtf8 } from 'node:buffer';
import type { Delimiter } from '@lead-finder/contracts';
import { BlockReader, type LostRow, maxRecordBytes } from './block-reader.js';
import { isWide } from './encoding.rules.js';
import { type FileRecord, linesOf } from './file-record.js';
import { type FileLayout, parseCells, type Position } from './header.js';
import { cutLine, cutRecord } from './record-cut.rules.js';

export class CsvReader extends BlockReader {
  private readonly delimiterByte: number;

  constructor(
    layout: FileLayout,
    position: Position,
    private readonly delimiter: Delimiter,
  ) {
    super(layout, position);
    this.delimiterByte = delimiter.charCodeAt(0);
  }

  protected override readRun(isEnd: boolean): void {
    const start = this.at;
    const cuts: { record: FileRecord; start: number; end: number }[] = [];
    while (this.hasWholeRow(isEnd)) {
      const cut = cutRecord(this.bytes, this.at, maxRecordBytes, this.delimiterByte);
      if (cut.kind !== 'whole') {
        const firstLineIsLong = !cutLine(this.bytes, this.at, Math.min(this.bytes.length, this.at + maxRecordBytes));
        this.lose(firstLineIsLong ? 'long' : cut.kind);
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
    let rows = parseCells(run, this.encoding, this.delimiter);
    // Both use the same rules. If they ever differ, each record is parsed alone, so none can absorb another.
    if (rows.length !== cuts.length) {
      rows = cuts.map((cut) =>
        parseCells(this.bytes.subarray(cut.start, cut.end), this.encoding, this.delimiter).flat(),
      );
    }
    const isDoubtful = run.includes(0) || (this.encoding === 'utf-8' && !isUtf8(run)) || isWide(this.layout.encoding);
    for (const [index, { record, start, end }] of cuts.entries()) {
      record.cells = rows[index]!;
      if (isDoubtful) this.refuseDamage(record, this.bytes.subarray(start, end));
      this.emit(record);
    }
  }

  /** An unclosed quote fails its row with the following lines, up to one with as many cells as the header. */
  protected override endsLostRow({ kind, lines }: LostRow): boolean {
    if (kind !== 'unclosed' || lines === 0) return false;
    const cut = cutRecord(this.bytes, this.at, maxRecordBytes, this.delimiterByte);
    return cut.kind === 'whole' && cut.breaks === 0 && cut.cells === this.layout.headers.length;
  }

  protected override cellsOfLostRow(text: string): string[] {
    return text.split(this.delimiter);
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
}
