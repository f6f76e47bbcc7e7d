import type { RowRules } from '@lead-finder/contracts';
import type { Position } from './header.js';
import { type FailedRow, readRow, type ReadyRow } from './row.rules.js';
import type { FileRecord } from './rows.js';

/** Design, section 3a: small enough for one message, large enough that a message costs little. */
const mostRows = 10_000;
const mostBytes = 512_000;

export interface Batch {
  batchNo: number;
  rows: ReadyRow[];
  failed: FailedRow[];
  /** The cells of `rows` as they stand in the file, for those that fail later. */
  cells: Map<number, string[]>;
  /** The checkpoint: reading again from here gives the batches that follow, the same ones. */
  next: Position;
}

/**
 * Cuts the rows of a file into batches of at most 10,000 rows and 512 kB of JSON, failed rows counted in. The
 * boundaries depend on the file and the rules alone, so that a batch that is done again is the same one.
 */
export async function* cutBatches(
  records: AsyncIterable<FileRecord[]>,
  rules: RowRules,
  firstBatchNo = 0,
): AsyncGenerator<Batch> {
  let batch: Batch | null = null;
  let bytes = 0;
  let batchNo = firstBatchNo;
  for await (const run of records) {
    for (const record of run) {
      const outcome = readRow(record, rules);
      const size = Buffer.byteLength(JSON.stringify(outcome)) + 1;
      if (batch && (batch.rows.length + batch.failed.length >= mostRows || bytes + size > mostBytes)) {
        yield batch;
        batch = null;
        bytes = 0;
      }
      batch ??= { batchNo: batchNo++, rows: [], failed: [], cells: new Map(), next: record.next };
      bytes += size;
      batch.next = record.next;
      if ('ready' in outcome) {
        batch.rows.push(outcome.ready);
        batch.cells.set(record.row, record.cells);
      } else batch.failed.push(outcome.failed);
    }
  }
  if (batch) yield batch;
}
