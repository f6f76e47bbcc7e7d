import { setImmediate as nextTurn } from 'node:timers/promises';
import { openWorkbook, readSheetRows, sheetOf, type SheetCell, type WorkbookSource } from '@lead-finder/workbooks';
import { SharedTexts } from './shared-texts.js';
import { UnreadableFile } from '../file/unreadable-file.js';

const maxBytes = 4 * 2 ** 30;
const special = /[",\r\n]/;

/**
 * Yields the rows of a sheet behind its header as CSV. A blank row is a blank line, so that the row numbers of the file
 * are those of the sheet.
 */
export async function* workbookCsv(
  source: WorkbookSource,
  sheetName: string,
  firstRow: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const workbook = await openWorkbook(source);
  const sheet = sheetOf(workbook, sheetName);
  const texts = await SharedTexts.of(workbook, signal);
  try {
    let next = firstRow;
    let bytes = 0;
    for await (const rows of readSheetRows(workbook, sheet)) {
      signal.throwIfAborted();
      let lines = '';
      for (const { row, cells } of rows) {
        if (row < firstRow) continue;
        lines += '\r\n'.repeat(row - next) + csvLine(cells, texts);
        next = row + 1;
      }
      if (lines === '') continue;
      const block = Buffer.from(lines);
      bytes += block.length;
      if (bytes > maxBytes)
        throw new UnreadableFile('The sheet holds more than 4 GiB of text. Please split it and try again');
      yield block;
      await nextTurn();
    }
  } finally {
    texts.close();
  }
}

function csvLine(cells: readonly SheetCell[], texts: SharedTexts): string {
  let line = '';
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    const text = typeof cell === 'number' ? texts.at(cell) : (cell ?? '');
    if (at > 0) line += ',';
    line += special.test(text)
      ? `"${text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('"', '""')}"`
      : text;
  }
  return `${line}\r\n`;
}
