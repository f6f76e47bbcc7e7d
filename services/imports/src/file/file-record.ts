import type { Position } from './header.js';

/** One data row. A row with a `problem` cannot be read; its cells are what the reader could recover. */
export interface FileRecord {
  row: number;
  firstLine: number;
  lastLine: number;
  cells: string[];
  problem: string | null;
  next: Position;
}

/** Returns ' (lines 2-4)' for a record whose quoted line breaks extend over several lines, otherwise ''. */
export const linesOf = ({ firstLine, lastLine }: FileRecord) =>
  firstLine === lastLine ? '' : ` (lines ${firstLine}-${lastLine})`;
