import type { WorkbookSource } from './parts.js';
import { readSharedStrings } from './shared-strings.js';
import { readSheetRows, type SheetCell, type SheetRow } from './sheet-rows.js';
import { UnreadableWorkbook } from './unreadable-workbook.js';
import { openWorkbook, sheetOf } from './workbook.js';

export interface WorkbookHead {
  sheet: string;
  /** The sheets to choose from. */
  sheets: string[];
  /** The first rows that are not blank. */
  rows: { row: number; cells: string[] }[];
}

/** The first rows are looked for in so many rows, and their texts in so many shared strings. */
const maxScannedRows = 100_000;
const maxScannedStrings = 2_000_000;
/** More than 50 rows of 128 KiB, the longest that an import reads. */
const maxCharacters = 8_000_000;

const tooFar = () =>
  new UnreadableWorkbook('The first rows of the sheet are too far down. Please delete the blank rows and try again');

const tooLong = () =>
  new UnreadableWorkbook(
    'The first rows of the sheet have more than 8 million characters. Please shorten them and try again',
  );

/** Reads the first rows of a sheet, by default of the first one, without reading the rest. */
export async function readWorkbookHead(source: WorkbookSource, count: number, name?: string): Promise<WorkbookHead> {
  const workbook = await openWorkbook(source);
  const sheet = sheetOf(workbook, name);
  const rows: SheetRow[] = [];
  let characters = 0;
  const limit = (cell: SheetCell) => {
    if (typeof cell === 'string' && (characters += cell.length) > maxCharacters) throw tooLong();
  };
  for await (const next of readSheetRows(workbook, sheet)) {
    for (const { cells } of next) cells.forEach(limit);
    rows.push(...next);
    if (rows.length >= count || next.at(-1)!.row > maxScannedRows) break;
  }
  rows.length = Math.min(rows.length, count);

  const wanted = rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'number'));
  const texts = new Map<number, string>(wanted.map((index) => [index, '']));
  const last = wanted.reduce((max, index) => Math.max(max, index), -1);
  if (last > maxScannedStrings) throw tooFar();
  let index = 0;
  for await (const strings of last < 0 ? [] : readSharedStrings(workbook)) {
    for (const text of strings) {
      if (texts.has(index)) {
        limit(text);
        texts.set(index, text);
      }
      index++;
    }
    if (index > last) break;
  }
  return {
    sheet: sheet.name,
    sheets: workbook.sheets.map((each) => each.name),
    rows: rows
      .map(({ row, cells }) => ({
        row,
        cells: Array.from(cells, (cell) => (typeof cell === 'number' ? texts.get(cell)! : (cell ?? ''))),
      }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  };
}
