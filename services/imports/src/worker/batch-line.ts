import type { Batch } from '../file/batches.js';
import type { ImportState } from '../import/import-job.js';

/** A batch on its way to leads and into the checkpoint. */
export interface Settling {
  /** Which batch the next one has to follow at leads, once that is known; null for none. */
  sent: Promise<number | null>;
  /** The state that the checkpoint found. */
  settled: Promise<ImportState>;
}

const mostOnTheirWay = 2;

/**
 * The batches of an import that are on their way, in their order: while leads writes one, the next is read, checked and
 * made ready. More of them would only take memory.
 */
export class BatchLine {
  private readonly onTheirWay: Settling[] = [];
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  /** As the last checkpoint found it. */
  state: ImportState = 'processing';

  constructor(
    private readonly settle: (batch: Batch, before: Settling | null, signal: AbortSignal) => Settling,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.stop.signal]);
  }

  /** Waits until there is room. */
  async add(batch: Batch): Promise<void> {
    if (this.onTheirWay.length === mostOnTheirWay) await this.first();
    this.onTheirWay.push(this.settle(batch, this.onTheirWay.at(-1) ?? null, this.signal));
  }

  /** Until all are in the checkpoint. */
  async end(): Promise<void> {
    while (this.onTheirWay.length > 0) await this.first();
  }

  /** Calls back what is on its way, and waits until none of it goes on. */
  async abandon(): Promise<void> {
    this.stop.abort();
    await Promise.allSettled(this.onTheirWay.map(({ settled }) => settled));
  }

  private async first(): Promise<void> {
    this.state = await this.onTheirWay[0]!.settled;
    this.onTheirWay.shift();
  }
}
