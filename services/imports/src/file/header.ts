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

/** Where to go on reading: a byte of the file, the row and the line that begin there. JSON, kept as the checkpoint. */
export interface Position {
  offset: number;
  /** As a spreadsheet shows it: a record with line breaks in its cells is one row, a blank line is one as well. */
  row: number;
  /** Of the file as a text editor shows it. */
  line: number;
}

/** Everything that reading on needs to know of the file; JSON, fixed when the import starts. */
export interface FileLayout {
  encoding: Encoding;
  delimiter: Delimiter;
  headers: string[];
  /** Where the data rows begin. */
  start: Position;
}

const mostColumns = 1_000;
const longestHeader = 131_072;

/** The bytes of one or more whole records as cells. Line ends may be mixed, rows may be of any length. */
export const parseCells = (bytes: Buffer, encoding: Encoding, delimiter: Delimiter): string[][] =>
  parse(encoding === 'utf-8' ? bytes : decodeText(bytes, encoding), {
    delimiter,
    record_delimiter: lineEnds,
    relax_quotes: true,
    relax_column_count: true,
  });

/**
 * Reads the first row that holds anything as the header, past an Excel `sep=` line, and stops there.
 * Throws UnreadableFile for a file without one.
 */
export async function readHeader(source: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<FileLayout> {
  const { bytes, markInFile } = await firstBlock(source, encoding);
  const inBlock = blockEncoding(encoding);
  let named: Delimiter | null = null;
  let row = 1;
  let line = 1;

  for (let at = 0; at < bytes.length;) {
    const plain = cutLine(bytes, at, Math.min(bytes.length, at + longestHeader));
    if (!plain) throw new UnreadableFile('The first line of the file is too long to be a header');
    const text = decodeText(bytes.subarray(at, plain.end), inBlock);
    if (!named && (named = namedDelimiter(text))) {
      at = plain.next;
      line++;
      continue;
    }

    const delimiter = named ?? sniffDelimiter(text);
    const cut = cutRecord(bytes, at, longestHeader, delimiter.charCodeAt(0));
    if (cut.kind === 'unclosed') throw new UnreadableFile('The header of the file opens a quote that is never closed');
    if (cut.kind === 'long') throw new UnreadableFile('The header of the file is too long');
    if (cut.cells > mostColumns) {
      throw new UnreadableFile(`The file has ${cut.cells.toLocaleString('en-US')} columns; at most 1,000 can be read`);
    }
    // No table of the database takes a NUL; rows read theirs in the same way.
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

/** The start of the file without its byte order mark, with the longest header in it, and how many bytes the mark takes. */
async function firstBlock(source: AsyncIterable<Uint8Array>, encoding: Encoding) {
  const gathered: Buffer[] = [];
  let size = 0;
  for await (const block of blocks(source, encoding)) {
    gathered.push(block);
    size += block.length;
    if (size > 2 * longestHeader) break;
  }
  const start = Buffer.concat(gathered, size);
  const isMarked = byteOrderMark(start)?.encoding === 'utf-8';
  const markInFile = !isMarked ? 0 : isWide(encoding) ? 2 : 3;
  return { bytes: start.subarray(isMarked ? 3 : 0), markInFile };
}
