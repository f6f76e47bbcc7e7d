import { readWorkbookHead, UnreadableWorkbook, type WorkbookSource } from '@lead-finder/workbooks';
import type { FileLayout } from '../file/header.js';
import { emptyFile, UnreadableFile } from '../file/unreadable-file.js';

/** The layout of the CSV that a sheet becomes: its first line is the row behind the header. */
export async function workbookLayout(source: WorkbookSource, sheetName?: string): Promise<FileLayout> {
  try {
    const { sheet, rows } = await readWorkbookHead(source, 20, sheetName);
    const header = rows[0];
    if (!header) throw emptyFile();
    const row = header.row + 1;
    return {
      encoding: 'utf-8',
      delimiter: ',',
      headers: header.cells.map((name) => name.replaceAll('\0', '\ufffd')),
      start: { offset: 0, row, line: row },
      sheet,
    };
  } catch (error) {
    throw asUnreadableFile(error);
  }
}

export const asUnreadableFile = (error: unknown): unknown =>
  error instanceof UnreadableWorkbook ? new UnreadableFile(error.message) : error;
