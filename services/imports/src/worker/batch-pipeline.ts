import type { Batch } from '../file/batches.js';
import type { ImportState } from '../import/import-job.js';

export interface PendingBatch {
  /** Resolves to the batch that the next one must follow at the leads service; null for none. */
  sent: Promise<number | null>;
  settled: Promise<ImportState>;
}

const maxPending = 2;

/** While the leads service writes a batch, the worker reads the next one. More would only use memory. */
export class BatchPipeline {
  private readonly pending: PendingBatch[] = [];
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  state: ImportState = 'processing';

  constructor(
    private readonly settle: (batch: Batch, before: PendingBatch | null, signal: AbortSignal) => PendingBatch,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.stop.signal]);
  }

  async add(batch: Batch): Promise<void> {
    if (this.pending.length === maxPending) await this.awaitFirst();
    this.pending.push(this.settle(batch, this.pending.at(-1) ?? null, this.signal));
  }

  async end(): Promise<void> {
    while (this.pending.length > 0) await this.awaitFirst();
  }

  /** Aborts all pending batches and waits until they stop. */
  async abandon(): Promise<void> {
    this.stop.abort();
    await Promise.allSettled(this.pending.map(({ settled }) => settled));
  }

  private async awaitFirst(): Promise<void> {
    this.state = await this.pending[0]!.settled;
    this.pending.shift();
  }
}
