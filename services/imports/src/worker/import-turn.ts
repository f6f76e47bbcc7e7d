import { getLastImportedBatch, importLeads, undoImportedLeads, type ImportRow } from '@lead-finder/contracts';
import { Bus, currentRequestId, FILES, SERVICE_SETTINGS, type Caller, type FileStore } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { cutBatches, type Batch } from '../file/batches.js';
import { readRecords } from '../file/rows.js';
import { noDataRows, UnreadableFile } from '../file/unreadable-file.js';
import { ImportHints } from '../import/import-hints.js';
import type { EndedState, ImportJob, ImportState } from '../import/import-job.js';
import { ImportRepository } from '../import/import.repository.js';
import type { ImportsSettings } from '../imports.config.js';
import { ImportUsers } from './import-users.js';
import { namesOf, refusedReports, sortRows } from './sorted-rows.rules.js';

/** After so long another import that waits has its turn. */
const turnMs = 2_000;
const hintMs = 500;
const undoneAtOnce = 2_000;

/** What one worker does of one import before it looks for another: to the end, where nobody waits. */
@Injectable()
export class ImportTurn {
  constructor(
    private readonly imports: ImportRepository,
    private readonly users: ImportUsers,
    private readonly hints: ImportHints,
    private readonly bus: Bus,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
  ) {}

  /** Answers how the import ended, null where it goes on in a later turn. Throws where something outside fails. */
  async run(job: ImportJob, signal: AbortSignal): Promise<EndedState | null> {
    switch (job.state) {
      case 'undoing':
        return this.undo(job, signal);
      case 'cancelling':
        return this.finishCancel(job, signal);
      default:
        return this.read(job, signal);
    }
  }

  private async read(job: ImportJob, signal: AbortSignal): Promise<EndedState | null> {
    const pace = new Pace();
    const batches = this.batches(job);
    let { processed } = job;
    try {
      for (let step = await batches.next(); !step.done;) {
        const batch = step.value;
        const settling = this.settle(job, batch, pace, signal);
        // The next batch is read while leads writes this one.
        const [state, next] = await Promise.all([settling, settling.sent.then(() => batches.next())]);
        step = next;
        processed += batch.rows.length + batch.failed.length;
        signal.throwIfAborted();
        if (pace.isDue()) this.hints.tell(job);
        if (state === 'cancelling') return await this.end(job, 'cancelled');
        if (processed > this.settings.IMPORT_MAX_ROWS && !step.done) throw this.tooManyRows();
        if (!step.done && pace.isOver() && (await this.imports.waiting()).length > 0) return null;
      }
      if (processed === 0) throw noDataRows();
      return await this.end(job, 'completed');
    } finally {
      await batches.return(undefined);
    }
  }

  private batches({ fileId, layout, columns, assignee, position, nextBatch }: ImportJob) {
    const rules = { headers: layout.headers, columns, hasAssignee: assignee !== null };
    return cutBatches(readRecords(this.files.read(fileId, position.offset), layout, position), rules, nextBatch);
  }

  /** To leads and into the checkpoint. A repeat after a crash gets the answer that leads has stored. */
  private settle(job: ImportJob, batch: Batch, pace: Pace, signal: AbortSignal): Settling {
    let send!: () => void;
    const sent = new Promise<void>((resolve) => (send = resolve));
    const work = async (): Promise<ImportState> => {
      const users = await this.users.find(job.id, namesOf(batch));
      const sorted = sortRows(batch, job, users);
      const answering = this.toLeads(job, batch, sorted.rows, signal);
      send();
      const { created, refused } = await answering;
      const failed = [...sorted.failed, ...refusedReports(batch, refused, sorted)];
      const rowsPerSecond = pace.count(batch.rows.length + batch.failed.length);
      return this.imports.checkpoint(job, batch, created, failed, rowsPerSecond);
    };
    return Object.assign(work().finally(send), { sent });
  }

  private async toLeads(
    { id, fence, createdBy, dryRun }: ImportJob,
    { batchNo }: Batch,
    rows: ImportRow[],
    signal: AbortSignal,
  ) {
    if (rows.length === 0) return { created: 0, refused: [] };
    return this.bus.call(importLeads, { importId: id, batchNo, fence, createdBy, dryRun, rows }, caller(signal));
  }

  /** A worker may have died between the leads of a batch and its checkpoint: these leads are counted first. */
  private async finishCancel(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const { id: importId, fence } = job;
    const last = await this.bus.call(getLastImportedBatch, { importId, fence }, caller(signal));
    if (last.batchNo >= job.nextBatch) {
      const batches = this.batches(job);
      const { value } = await batches.next();
      await batches.return(undefined);
      if (value) await this.settle(job, value, new Pace(), signal);
    }
    return this.end(job, 'cancelled');
  }

  private async undo(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const pace = new Pace();
    for (;;) {
      const input = { importId: job.id, fence: job.fence, limit: undoneAtOnce };
      const { removed, kept, more } = await this.bus.call(undoImportedLeads, input, caller(signal));
      await this.imports.countUndone(job, removed, kept);
      if (!more) return this.end(job, 'undone');
      signal.throwIfAborted();
      if (pace.isDue()) this.hints.tell(job);
    }
  }

  private async end(job: ImportJob, state: EndedState): Promise<EndedState> {
    await this.imports.end(job, state);
    return state;
  }

  private tooManyRows(): UnreadableFile {
    const most = this.settings.IMPORT_MAX_ROWS.toLocaleString('en-US');
    return new UnreadableFile(`The file has more than ${most} rows; those behind them were not imported`);
  }
}

type Settling = Promise<ImportState> & { sent: Promise<void> };

const caller = (signal: AbortSignal): Caller => ({ actor: null, requestId: currentRequestId(), signal });

/** Rows per second of this turn, and when pages are told again. */
class Pace {
  private readonly startedAt = performance.now();
  private toldAt = -Infinity;
  private rows = 0;

  count(rows: number): number {
    this.rows += rows;
    return this.rows / Math.max(0.001, (performance.now() - this.startedAt) / 1_000);
  }

  isOver(): boolean {
    return performance.now() - this.startedAt > turnMs;
  }

  isDue(): boolean {
    if (performance.now() - this.toldAt < hintMs) return false;
    this.toldAt = performance.now();
    return true;
  }
}
