import {
  byteOrderMark,
  type Delimiter,
  type Encoding,
  lineEnds,
  namedDelimiter,
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
  delimiter: Delimiter;
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
  const { bytes, markInFile } = await firstBlock(source, encoding);
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
    if (cut.cells > maxColumns) {
      throw new UnreadableFile(`The file has ${cut.cells.toLocaleString('en-US')} columns; at most 1,000 can be read`);
    }
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

/** Returns the start of the file without its byte order mark, and the number of bytes of the mark. */
async function firstBlock(source: AsyncIterable<Uint8Array>, encoding: Encoding) {
  const firstBlocks: Buffer[] = [];
  let size = 0;
  for await (const block of blocks(source, encoding)) {
    firstBlocks.push(block);
    size += block.length;
    if (size > 2 * maxHeaderBytes) break;
  }
  const start = Buffer.concat(firstBlocks, size);
  const isMarked = byteOrderMark(start)?.encoding === 'utf-8';
  const markInFile = !isMarked ? 0 : isWide(encoding) ? 2 : 3;
  return { bytes: start.subarray(isMarked ? 3 : 0), markInFile };
}
