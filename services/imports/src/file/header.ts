import {
  byteOrderMark,
  type Delimiter,
  type Encoding,
  lineEnds,
  jsonLinesHeadBytes,
  namedDelimiter,
  noJsonObject,
  readJsonLine,
  sniffDelimiter,
} from '@lead-finder/contracts';
import { parse } from 'csv-parse/sync';
import { blockEncoding, blocks, bytesInFile, decodeText, isWide } from './encoding.rules.js';
import { cutLine, cutRecord } from './record-cut.rules.js';
import { emptyFile, UnreadableFile } from './unreadable-file.js';

/** Where reading continues; the checkpoint stores it as JSON. */
export interface Position {
  offset: number;
  /** As a spreadsheet counts: a record with line breaks in its cells is one row, and so is a blank line. */
  row: number;
  /** As a text editor counts. */
  line: number;
}

/** What later reads must know of the file; stored as JSON and fixed when the import starts. */
export interface FileLayout {
  encoding: Encoding;
  /** Null for a file of JSON lines, from which a worker of an earlier version reads no row. */
  delimiter: Delimiter | null;
  headers: string[];
  start: Position;
  /** The sheet of a workbook, whose rows are read from the CSV file that the worker makes of it. */
  sheet?: string;
}

const maxColumns = 1_000;
const maxHeaderBytes = 131_072;

/** Parses the bytes of one or more whole records into cells. Line ends may be mixed, and rows may have any length. */
export const parseCells = (bytes: Buffer, encoding: Encoding, delimiter: Delimiter): string[][] =>
  parse(encoding === 'utf-8' ? bytes : decodeText(bytes, encoding), {
    delimiter,
    record_delimiter: lineEnds,
    relax_quotes: true,
    relax_column_count: true,
  });

/** Reads the first row that is not blank, after an Excel `sep=` line. Throws UnreadableFile if there is none. */
export async function readHeader(source: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<FileLayout> {
  const { bytes, markInFile } = await firstBlock(source, encoding, 2 * maxHeaderBytes);
  const inBlock = blockEncoding(encoding);
  let named: Delimiter | null = null;
  let row = 1;
  let line = 1;

  for (let at = 0; at < bytes.length;) {
    const plain = cutLine(bytes, at, Math.min(bytes.length, at + maxHeaderBytes));
    if (!plain) throw new UnreadableFile('The first line of the file is too long to be a header');
    const text = decodeText(bytes.subarray(at, plain.end), inBlock);
    if (!named && (named = namedDelimiter(text))) {
      at = plain.next;
      line++;
      continue;
    }

    const delimiter = named ?? sniffDelimiter(text);
    const cut = cutRecord(bytes, at, maxHeaderBytes, delimiter.charCodeAt(0));
    if (cut.kind === 'unclosed') throw new UnreadableFile('The header of the file opens a quote that is never closed');
    if (cut.kind === 'long') throw new UnreadableFile('The header of the file is too long');
    if (cut.cells > maxColumns) throw tooManyColumns(cut.cells);
    // PostgreSQL stores no NUL.
    const headers = (parseCells(bytes.subarray(at, cut.end), inBlock, delimiter)[0] ?? []).map((name) =>
      name.replaceAll('\0', '\ufffd'),
    );
    line += 1 + cut.breaks;
    row++;
    if (headers.some((header) => header.trim())) {
      const offset = markInFile + bytesInFile(bytes, 0, cut.next, encoding);
      return { encoding, delimiter, headers, start: { offset, row, line } };
    }
    at = cut.next;
  }
  throw emptyFile();
}

/** The columns are the keys of the first MiB, as a line may lack some of them. Throws UnreadableFile if there is none. */
export async function readJsonLinesHeader(source: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<FileLayout> {
  const { bytes, markInFile } = await firstBlock(source, encoding, jsonLinesHeadBytes);
  const head = bytes.subarray(0, jsonLinesHeadBytes);
  const headers = new Set<string>();
  let isBlank = true;
  for (let at = 0; at < head.length;) {
    const line = cutLine(head, at, head.length)!;
    const isCut = line.end === head.length && bytes.length > head.length;
    const text = decodeText(head.subarray(at, line.end), blockEncoding(encoding));
    if (text.trim() !== '') isBlank = false;
    if (!isCut && line.end - at <= maxHeaderBytes) for (const key of readJsonLine(text).values.keys()) headers.add(key);
    at = line.next;
  }
  if (isBlank) throw emptyFile();
  if (headers.size === 0) throw new UnreadableFile(noJsonObject);
  if (headers.size > maxColumns) throw tooManyColumns(headers.size);
  return { encoding, delimiter: null, headers: [...headers], start: { offset: markInFile, row: 1, line: 1 } };
}

const tooManyColumns = (count: number) =>
  new UnreadableFile(`The file has ${count.toLocaleString('en-US')} columns; at most 1,000 can be read`);

/** Returns the start of the file without its byte order mark, and the number of bytes of the mark. */
async function firstBlock(source: AsyncIterable<Uint8Array>, encoding: Encoding, minBytes: number) {
  const firstBlocks: Buffer[] = [];
  let size = 0;
  for await (const block of blocks(source, encoding)) {
    firstBlocks.push(block);
    size += block.length;
    if (size > minBytes) break;
  }
  const start = Buffer.concat(firstBlocks, size);
  const isMarked = byteOrderMark(start)?.encoding === 'utf-8';
  const markInFile = !isMarked ? 0 : isWide(encoding) ? 2 : 3;
  return { bytes: start.subarray(isMarked ? 3 : 0), markInFile };
}
