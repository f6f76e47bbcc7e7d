import { blockEncoding, bytesInFile, decodeText } from './encoding.rules.js';
import type { FileRecord } from './file-record.js';
import type { FileLayout, Position } from './header.js';
import { cutLine } from './record-cut.rules.js';
import { UnreadableFile } from './unreadable-file.js';

/** A longer row fails. The reader looks for the end of a quoted cell within this distance. */
export const maxRecordBytes = 131_072;
const maxLineBytes = 16_777_216;
/** Bytes after the reach: the quote after a quote, and the longest line end. */
const lookAhead = 4;
const shownOfLostRow = 2_000;

export interface LostRow {
  kind: 'unclosed' | 'long';
  row: number;
  firstLine: number;
  head: string;
  lines: number;
  lineBytes: number;
}

/** Cuts a file into rows, block by block. Besides a block it holds no more than the longest row. */
export abstract class BlockReader {
  protected bytes = Buffer.alloc(0);
  protected at = 0;
  protected lost: LostRow | null = null;
  protected records: FileRecord[] = [];
  protected readonly encoding;

  constructor(
    protected readonly layout: FileLayout,
    protected position: Position,
  ) {
    this.encoding = blockEncoding(layout.encoding);
  }

  read(block: Buffer, isEnd: boolean): FileRecord[] {
    this.bytes = Buffer.concat([this.bytes.subarray(this.at), block]);
    this.at = 0;
    this.records = [];
    while (this.hasWholeRow(isEnd)) {
      if (this.lost) this.passLine(this.lost);
      else this.readRun(isEnd);
    }
    if (isEnd && this.lost) this.closeLostRow(this.lost);
    return this.records;
  }

  /** Reads the rows of the block, or up to one that does not end within reach, which becomes `lost`. */
  protected abstract readRun(isEnd: boolean): void;
  protected abstract cellsOfLostRow(text: string): string[];
  /** Whether the row behind one with an open quote begins here. */
  protected endsLostRow(_: LostRow): boolean {
    return false;
  }

  protected hasWholeRow(isEnd: boolean): boolean {
    return this.at < this.bytes.length && (isEnd || this.bytes.length - this.at >= maxRecordBytes + lookAhead);
  }

  protected lose(kind: LostRow['kind']): void {
    const { row, line: firstLine } = this.position;
    this.lost = { kind, row, firstLine, head: '', lines: 0, lineBytes: 0 };
  }

  protected advance(to: number, rows: number, lines: number): void {
    const { offset, row, line } = this.position;
    const passed = bytesInFile(this.bytes, this.at, to, this.layout.encoding);
    this.position = { offset: offset + passed, row: row + rows, line: line + lines };
    this.at = to;
  }

  private passLine(lost: LostRow): void {
    if (lost.lineBytes === 0 && this.endsLostRow(lost)) return this.closeLostRow(lost);
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
      cells: this.cellsOfLostRow(raw.slice(0, shownOfLostRow)),
      problem: kind === 'unclosed' ? `${where}: a quote is opened and never closed` : 'The row is longer than 128 KiB',
      next: this.position,
    });
  }
}
