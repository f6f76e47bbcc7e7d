import {
  byteOrderMark,
  emptyCsv,
  lineEnds,
  namedDelimiter,
  sniffDelimiter,
  csvFileProblem,
} from '@lead-finder/contracts';

/** The first rows of a chosen file. `row` is the row number of a spreadsheet, in which the header is 1. */
export interface CsvHead {
  encoding: string;
  delimiter: string;
  headers: string[];
  rows: HeadRow[];
}

export interface HeadRow {
  row: number;
  cells: string[];
  /** Why the row cannot be read. */
  problem?: string;
}

/** Why a file cannot be imported. The page shows the message as it is. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

interface HeadSize {
  bytes: number;
  records: number;
}

/** The first MiB holds the columns and the first rows of any file (docs/product/import.md#preview). */
const previewSize: HeadSize = { bytes: 1_048_576, records: 60 };

export const lineEnd = /\r\r\n|\r\n|\n|\r/;

/** Reads the head of the file in the browser. Throws UnreadableFileError if the file is not a CSV file. */
export async function readCsvHead(file: File, size = previewSize): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, size.bytes).arrayBuffer());
  const refusal = csvFileProblem(bytes);
  if (refusal) throw new UnreadableFileError(refusal);
  const { encoding, text } = decode(bytes);
  if (text.trim() === '') throw new UnreadableFileError(emptyCsv);

  const firstLine = text.split(lineEnd, 1)[0] ?? '';
  const named = namedDelimiter(firstLine);
  const table = named ? text.slice(firstLine.length).replace(lineEnd, '') : text;
  const delimiter = named ?? sniffDelimiter(table.trimStart().split(lineEnd, 1)[0] ?? '');

  const records = await parseRecords(table, delimiter, size.records);
  const isCut = file.size > size.bytes && records.length < size.records;
  const rows = (isCut ? records.slice(0, -1) : records)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = rows.shift();
  if (!header) throw new UnreadableFileError('The first line of the file is too long to be a header');
  if (rows.length === 0) throw new UnreadableFileError('The file has no data rows');
  return { encoding, delimiter, headers: header.cells, rows };
}

/** Uses the byte order mark, or else UTF-8. If most non-ASCII text is invalid UTF-8, the file is Windows-1252. */
export function decode(bytes: Uint8Array): { encoding: string; text: string } {
  const read = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: true });
  const marked = byteOrderMark(bytes)?.encoding ?? 'utf-8';
  if (marked !== 'utf-8') return { encoding: 'UTF-16', text: read(marked) };
  const text = read('utf-8');
  const beyondAscii = text.match(/[\u0080-\u{10ffff}]/gu) ?? [];
  // A valid file may contain a replacement character, left by earlier damage.
  const broken = isValidUtf8(bytes) ? 0 : beyondAscii.filter((character) => character === '\ufffd').length;
  if (broken === 0 || beyondAscii.length - broken > broken) return { encoding: 'UTF-8', text };
  return { encoding: 'Windows-1252', text: read('windows-1252') };
}

/** True for valid UTF-8. The last character may be cut by the end of the head. */
function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A quote that is never closed swallows all lines, so then each line is parsed alone. */
async function parseRecords(text: string, delimiter: string, maxRecords: number): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const options = { delimiter, relax_quotes: true, relax_column_count: true, to: maxRecords };
  try {
    return parse(text, { ...options, record_delimiter: lineEnds });
  } catch {
    const lines = text.split(lineEnd, maxRecords);
    return lines.map((line) => {
      try {
        return parse(line, options)[0] ?? [''];
      } catch {
        return line.split(delimiter);
      }
    });
  }
}

const delimiterNames: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

export const dialectOf = ({ encoding, delimiter }: Pick<CsvHead, 'encoding' | 'delimiter'>): string =>
  `${encoding}, ${delimiterNames[delimiter] ?? delimiter}`;
