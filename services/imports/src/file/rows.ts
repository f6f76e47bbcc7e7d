import { CsvReader } from './csv-reader.js';
import { blocks } from './encoding.rules.js';
import type { FileRecord } from './file-record.js';
import type { FileLayout, Position } from './header.js';
import { JsonLinesReader } from './json-lines-reader.js';

/**
 * Yields some hundred rows at a time. Reading can stop at any record and continue at its `next`; `source` begins at
 * `from.offset`. Blank rows are counted, but not yielded.
 */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  layout: FileLayout,
  from: Position = layout.start,
): AsyncGenerator<FileRecord[]> {
  const { delimiter } = layout;
  const reader = delimiter === null ? new JsonLinesReader(layout, from) : new CsvReader(layout, from, delimiter);
  for await (const block of blocks(source, layout.encoding)) {
    const records = reader.read(block, false);
    if (records.length) yield records;
  }
  const last = reader.read(Buffer.alloc(0), true);
  if (last.length) yield last;
}
