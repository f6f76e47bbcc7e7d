import { type CsvHead, dialectOf, readCsvHead, UnreadableFileError } from '../../../lib/csv-head';

/** The first rows of a CSV file or of a sheet of a workbook. */
export interface ImportHead extends CsvHead {
  workbook?: { sheet: string; sheets: string[] };
}

const maxRows = 60;

export const isImportFile = (file: File): boolean => /\.(csv|xlsx)$/i.test(file.name);

/** Reads the head of the file in the browser. Throws UnreadableFileError if it cannot be imported. */
export const readImportHead = (file: File, sheet?: string): Promise<ImportHead> =>
  /\.xlsx$/i.test(file.name) ? readSheetHead(file, sheet) : readCsvHead(file);

/** Reads only the parts of the workbook that hold the first rows. The reader loads with the first workbook. */
async function readSheetHead(file: File, name?: string): Promise<ImportHead> {
  const { readWorkbookHead, UnreadableWorkbook, workbookProblem } = await import('@lead-finder/workbooks');
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  const problem = workbookProblem(await read(0, 8));
  if (problem) throw new UnreadableFileError(problem);
  try {
    const { rows, ...workbook } = await readWorkbookHead({ size: file.size, read }, maxRows, name);
    const header = rows.shift();
    if (!header) throw new UnreadableFileError('The file is empty');
    if (rows.length === 0) throw new UnreadableFileError('The file has no data rows');
    return { encoding: 'utf-8', delimiter: ',', headers: header.cells, rows, workbook };
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new UnreadableFileError(error.message) : error;
  }
}

export const formatOf = (head: ImportHead): string => (head.workbook ? 'Excel workbook' : dialectOf(head));
