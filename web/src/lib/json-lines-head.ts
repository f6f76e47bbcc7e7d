import {
  emptyCsv,
  jsonLineRow,
  jsonLinesHeadBytes,
  jsonLinesProblem,
  noJsonObject,
  positionsOf,
  readJsonLine,
} from '@lead-finder/contracts';
import { decode, type HeadRow, lineEnd, UnreadableFileError } from './csv-head';

export interface JsonLinesHead {
  encoding: string;
  headers: string[];
  rows: HeadRow[];
}

/** Reads the columns and the first rows of a file of JSON lines. Throws UnreadableFileError if it is none. */
export async function readJsonLinesHead(file: File, maxRows: number): Promise<JsonLinesHead> {
  const bytes = new Uint8Array(await file.slice(0, jsonLinesHeadBytes).arrayBuffer());
  const refusal = jsonLinesProblem(bytes);
  if (refusal) throw new UnreadableFileError(refusal);
  const { encoding, text } = decode(bytes);
  const lines = text.split(lineEnd);
  if (file.size > jsonLinesHeadBytes) lines.pop();
  if (text.trim() === '') throw new UnreadableFileError(emptyCsv);

  const headers = [...new Set(lines.flatMap((line) => [...readJsonLine(line).values.keys()]))];
  if (headers.length === 0) throw new UnreadableFileError(noJsonObject);
  const positions = positionsOf(headers);
  const rows = lines
    .map((line, index) => ({ row: index + 1, line }))
    .filter(({ line }) => line.trim() !== '')
    .slice(0, maxRows)
    .map(({ row, line }) => {
      const { cells, problem } = jsonLineRow(line, positions);
      return { row, cells, ...(problem !== null && { problem }) };
    });
  return { encoding, headers, rows };
}
