import { isUtf8 } from 'node:buffer';
import { jsonLineRow, positionsOf } from '@lead-finder/contracts';
import { BlockReader, maxRecordBytes } from './block-reader.js';
import { decodeText, isWide } from './encoding.rules.js';
import type { FileLayout, Position } from './header.js';
import { cutLine } from './record-cut.rules.js';

/** Reads one object per line; the row number is that of the line. */
export class JsonLinesReader extends BlockReader {
  private readonly positions: ReadonlyMap<string, number>;

  constructor(layout: FileLayout, position: Position) {
    super(layout, position);
    this.positions = positionsOf(layout.headers);
  }

  protected override readRun(isEnd: boolean): void {
    while (this.hasWholeRow(isEnd)) {
      const line = cutLine(this.bytes, this.at, Math.min(this.bytes.length, this.at + maxRecordBytes));
      if (!line) return this.lose('long');
      const bytes = this.bytes.subarray(this.at, line.end);
      const { row, line: number } = this.position;
      this.advance(line.next, 1, 1);
      this.emit(bytes, row, number);
    }
  }

  protected override cellsOfLostRow(text: string): string[] {
    return [...this.layout.headers.map(() => ''), text];
  }

  private emit(bytes: Buffer, row: number, line: number): void {
    const text = decodeText(bytes, this.encoding);
    if (text.trim() === '') return;
    const isReadable = isWide(this.layout.encoding)
      ? !text.includes('\ufffd')
      : this.encoding !== 'utf-8' || isUtf8(bytes);
    const { cells, problem } = jsonLineRow(text, this.positions);
    if (problem === null && cells.every((cell) => cell.trim() === '')) return;
    this.records.push({
      row,
      firstLine: line,
      lastLine: line,
      cells,
      problem: isReadable ? problem : 'The row holds characters that cannot be read',
      next: this.position,
    });
  }
}
