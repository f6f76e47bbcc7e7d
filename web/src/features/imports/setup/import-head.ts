import { importFormatOf } from '@lead-finder/contracts';
import { type CsvHead, dialectOf, readCsvHead, UnreadableFileError } from '../../../lib/csv-head';
import { readJsonLinesHead } from '../../../lib/json-lines-head';

/** The first rows of a CSV file, of a sheet of a workbook, or of a file of JSON lines, which has no delimiter. */
export interface ImportHead extends Omit<CsvHead, 'delimiter'> {
  delimiter: string | null;
  workbook?: { sheet: string; sheets: string[] };
}

const maxRows = 60;

/** Reads the head of the file in the browser. Throws UnreadableFileError if it cannot be imported. */
export async function readImportHead(file: File, sheet?: string): Promise<ImportHead> {
  switch (importFormatOf(file.name)) {
    case 'xlsx':
      return readSheetHead(file, sheet);
    case 'ndjson':
      return { ...(await readJsonLinesHead(file, maxRows)), delimiter: null };
    default:
      return readCsvHead(file);
  }
}

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

export function formatOf({ workbook, delimiter, encoding }: ImportHead): string {
  if (workbook) return 'Excel workbook';
  return delimiter === null ? `${encoding}, NDJSON` : dialectOf({ encoding, delimiter });
}
