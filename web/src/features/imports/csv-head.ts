import { byteOrderMark, emptyCsv, lineEnds, namedDelimiter, sniffDelimiter, whyNoCsv } from '@lead-finder/contracts';

/** The start of a chosen file as a spreadsheet would show it; `row` is that of the spreadsheet, the header being 1. */
export interface CsvHead {
  encoding: string;
  delimiter: string;
  headers: string[];
  rows: { row: number; cells: string[] }[];
}

/** Why a file cannot be imported; the message is shown as it is. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** The columns and the first rows stand in it, whatever the size of the file (decisions, section 6). */
const headBytes = 1_048_576;
const shownRecords = 60;

const lineEnd = /\r\r\n|\r\n|\n|\r/;

/** Reads the first MiB of the file in the browser. Throws UnreadableFileError for what is no CSV. */
export async function readCsvHead(file: File): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const refusal = whyNoCsv(bytes);
  if (refusal) throw new UnreadableFileError(refusal);
  const { encoding, text } = decode(bytes);
  if (text.trim() === '') throw new UnreadableFileError(emptyCsv);

  const firstLine = text.split(lineEnd, 1)[0] ?? '';
  const named = namedDelimiter(firstLine);
  const table = named ? text.slice(firstLine.length).replace(lineEnd, '') : text;
  const delimiter = named ?? sniffDelimiter(table.trimStart().split(lineEnd, 1)[0] ?? '');

  const records = await parseRecords(table, delimiter);
  const isCut = file.size > headBytes && records.length < shownRecords;
  const rows = (isCut ? records.slice(0, -1) : records)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = rows.shift();
  if (!header) throw new UnreadableFileError('The first line of the file is too long to be a header');
  if (rows.length === 0) throw new UnreadableFileError('The file has no data rows');
  return { encoding, delimiter, headers: header.cells, rows };
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 unless more of it is broken than good: that is Windows-1252. */
function decode(bytes: Uint8Array): { encoding: string; text: string } {
  const read = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: true });
  const marked = byteOrderMark(bytes)?.encoding ?? 'utf-8';
  if (marked !== 'utf-8') return { encoding: 'UTF-16', text: read(marked) };
  const text = read('utf-8');
  const beyondAscii = text.match(/[\u0080-\u{10ffff}]/gu) ?? [];
  // A replacement character may stand in a good file, left by an earlier damage.
  const broken = isWhole(bytes) ? 0 : beyondAscii.filter((character) => character === '\ufffd').length;
  if (broken === 0 || beyondAscii.length - broken > broken) return { encoding: 'UTF-8', text };
  return { encoding: 'Windows-1252', text: read('windows-1252') };
}

/** Good UTF-8, but for a last character that the end of the head may cut. */
function isWhole(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** By the rules of the import itself. A quote that is never closed takes all lines along: each is then read alone. */
async function parseRecords(text: string, delimiter: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const options = { delimiter, relax_quotes: true, relax_column_count: true, to: shownRecords };
  try {
    return parse(text, { ...options, record_delimiter: lineEnds });
  } catch {
    const lines = text.split(lineEnd, shownRecords);
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

/** 'Windows-1252, comma' */
export const dialectOf = ({ encoding, delimiter }: CsvHead): string =>
  `${encoding}, ${delimiterNames[delimiter] ?? delimiter}`;
