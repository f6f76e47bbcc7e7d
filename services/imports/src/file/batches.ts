import type { RowRules } from '@lead-finder/contracts';
import type { Position } from './header.js';
import { type FailedRow, readRow, type ReadyRow } from './row.rules.js';
import type { FileRecord } from './file-record.js';

/** Batches fit into one message and are large enough that the cost per message is low. */
const maxRows = 10_000;
const maxBytes = 512_000;
/** Rows with custom fields fill the message, so that an import of them has no more batches than one without. */
const maxMessageBytes = 740_000;

export interface Batch {
  batchNo: number;
  rows: ReadyRow[];
  failed: FailedRow[];
  /** The cells of `rows` as the file has them, for rows that fail later. */
  cells: Map<number, string[]>;
  /** The checkpoint. Reading from here yields the same next batches again. */
  next: Position;
}

/**
 * Cuts rows into batches of at most 10,000 rows and 512 kB of JSON, or 740 kB with the tag that each row gets. The same
 * file and rules give the same batches.
 */
export async function* cutBatches(
  records: AsyncIterable<FileRecord[]>,
  { tag = null, ...rules }: RowRules & { tag?: string | null },
  firstBatchNo = 0,
): AsyncGenerator<Batch> {
  const tagBytes = tag === null ? 0 : Buffer.byteLength(JSON.stringify(tag)) + 1;
  const max = rules.customFields?.length ? maxMessageBytes : maxBytes;
  let batch: Batch | null = null;
  let bytes = 0;
  let batchNo = firstBatchNo;
  for await (const block of records) {
    for (const record of block) {
      const outcome = readRow(record, rules);
      // Without the user of a failed row, so that a worker of the version before cuts the same batches.
      const counted = 'failed' in outcome ? { failed: { ...outcome.failed, user: undefined } } : outcome;
      const size = Buffer.byteLength(JSON.stringify(counted)) + 1;
      const count = batch ? batch.rows.length + batch.failed.length : 0;
      const isFull = bytes + size > max || bytes + size + (count + 1) * tagBytes > maxMessageBytes;
      if (batch && (count >= maxRows || isFull)) {
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
