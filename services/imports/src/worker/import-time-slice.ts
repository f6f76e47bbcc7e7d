import {
  getLastImportedBatch,
  importLeads,
  undoImportChunk,
  updateImportedLeads,
  type ImportRow,
  type RefusedRow,
  type UpdatingRow,
} from '@lead-finder/contracts';
import {
  asService,
  Bus,
  FILES,
  requireActiveAdministrator,
  SERVICE_SETTINGS,
  type Caller,
  type FileStore,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { cutBatches, type Batch } from '../file/batches.js';
import { correctRecords } from '../file/corrections.rules.js';
import { readRecords } from '../file/rows.js';
import { noDataRows, UnreadableFile } from '../file/unreadable-file.js';
import { ImportSignals } from '../import/import-signals.js';
import type { EndedState, GoodRows, ImportJob, ImportState } from '../import/import-job.js';
import { ImportRepository } from '../import/import.repository.js';
import type { ImportsSettings } from '../imports.config.js';
import { BatchPipeline, type PendingBatch } from './batch-pipeline.js';
import { ImportUsers } from './import-users.js';
import { WorkbookUnpacker } from './workbook-unpacker.js';
import { classifyRows, namesOf, refusedReports, type ClassifiedRows } from './classified-rows.rules.js';

/** After this time another waiting import gets its time slice. */
const timeSliceMs = 2_000;
const signalMs = 500;
const undoBatchSize = 4_000;

/** Processes one import for a time slice, or to its end if no other import waits. */
@Injectable()
export class ImportTimeSlice {
  constructor(
    private readonly imports: ImportRepository,
    private readonly users: ImportUsers,
    private readonly signals: ImportSignals,
    private readonly bus: Bus,
    private readonly workbooks: WorkbookUnpacker,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
  ) {}

  /** Returns how the import ended, or null if it continues in a later time slice. Throws if a dependency fails. */
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
    if (!(await this.workbooks.unpack(job, signal))) return this.end(job, 'cancelled');
    const pace = new Pace();
    const pipeline = new BatchPipeline(
      (batch, before, called) => this.settle(job, batch, before, pace, called),
      signal,
    );
    const batches = this.batches(job);
    try {
      const isRead = await this.readInto(pipeline, job, batches, pace, signal);
      await pipeline.end();
      if (pipeline.state === 'cancelling') return await this.end(job, 'cancelled');
      return isRead ? await this.end(job, 'completed') : null;
    } catch (error) {
      // Rows before the fault in the file are imported and counted.
      if (error instanceof UnreadableFile) await pipeline.end();
      throw error;
    } finally {
      await pipeline.abandon();
      await batches.return(undefined);
    }
  }

  /** Returns false if the import was cancelled, or if another import gets a time slice. */
  private async readInto(
    pipeline: BatchPipeline,
    job: ImportJob,
    batches: AsyncGenerator<Batch>,
    pace: Pace,
    signal: AbortSignal,
  ) {
    let { processed } = job;
    for (;;) {
      const step = await batches.next();
      if (step.done) break;
      if (processed > this.settings.IMPORT_MAX_ROWS) throw this.tooManyRows();
      await requireActiveAdministrator(this.bus, job.actingId);
      await pipeline.add(step.value);
      processed += step.value.rows.length + step.value.failed.length;
      signal.throwIfAborted();
      if (pipeline.state === 'cancelling') return false;
      if (pace.isDue()) this.signals.publish(job);
      if (pace.isUsedUp() && (await this.imports.waiting()).length > 0) return false;
    }
    if (processed === 0) throw noDataRows();
    return true;
  }

  private batches(job: ImportJob) {
    const { fileId: sentFileId, rowsFileId, layout, columns, assignee, position, nextBatch } = job;
    const { mode, customFields, format, tag } = job;
    const rules = { headers: layout.headers, columns, hasAssignee: assignee !== null, mode, customFields, format, tag };
    const fileId = rowsFileId ?? sentFileId;
    const records = readRecords(this.files.read(fileId, position.offset), layout, position);
    return cutBatches(correctRecords(records, job.corrections), rules, nextBatch);
  }

  /** Sends a batch and writes its checkpoint. A repeat after a crash gets the stored response. */
  private settle(
    job: ImportJob,
    batch: Batch,
    before: PendingBatch | null,
    pace: Pace,
    signal: AbortSignal,
  ): PendingBatch {
    let send!: (follows: number | null) => void;
    let fail!: (reason: unknown) => void;
    const sent = new Promise<number | null>((resolve, reject) => ([send, fail] = [resolve, reject]));
    const work = async (): Promise<ImportState> => {
      const classified = classifyRows(batch, job, await this.users.find(job.id, namesOf(batch)));
      const follows = (await before?.sent) ?? null;
      const response = this.toLeads(job, batch, classified.rows, follows, signal);
      // A batch without a good row is not sent.
      send(classified.rows.length > 0 ? batch.batchNo : follows);
      const { refused, ...good } = await response;
      await before?.settled;
      const failed = [...classified.failed, ...refusedReports(batch, refused, classified)];
      const rowsPerSecond = pace.count(batch.rows.length + batch.failed.length);
      return this.imports.checkpoint(job, batch, good, failed, rowsPerSecond);
    };
    const settled = work();
    // The pipeline awaits `settled` later. A batch is not sent if the one before it was not sent.
    settled.catch(fail);
    sent.catch(() => undefined);
    return { sent, settled };
  }

  private async toLeads(
    { id, fence, createdBy, dryRun, mode, overwrite }: ImportJob,
    { batchNo }: Batch,
    rows: ClassifiedRows['rows'],
    follows: number | null,
    signal: AbortSignal,
  ): Promise<GoodRows & { refused: RefusedRow[] }> {
    const none = { created: 0, updated: 0, unchanged: 0, refused: [] };
    if (rows.length === 0) return none;
    const batch = { importId: id, batchNo, follows, fence, createdBy, dryRun };
    if (mode === 'create') {
      const input = { ...batch, rows: rows as ImportRow[] };
      return { ...none, ...(await this.bus.call(importLeads, input, detached(signal))) };
    }
    const input = { ...batch, mode, overwrite, rows: rows as UpdatingRow[] };
    return this.bus.call(updateImportedLeads, input, detached(signal));
  }

  /** Counts the leads of batches without a checkpoint first: their worker may have died before it. */
  private async finishCancel(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const { id: importId, fence } = job;
    const last = await this.bus.call(getLastImportedBatch, { importId, fence }, detached(signal));
    if (last.batchNo >= job.nextBatch) {
      const pace = new Pace();
      for await (const batch of this.batches(job)) {
        await this.settle(job, batch, null, pace, signal).settled;
        if (batch.batchNo >= last.batchNo) break;
      }
    }
    return this.end(job, 'cancelled');
  }

  /**
   * Returns the numbers of rows of the import, including those of a batch without a checkpoint. The next fence refuses the
   * batches that are still on their way, which nothing would count.
   */
  async countLeads({ id: importId, fence }: ImportJob, signal: AbortSignal): Promise<Partial<GoodRows>> {
    return this.bus.call(getLastImportedBatch, { importId, fence: fence + 1 }, detached(signal));
  }

  private async undo(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const pace = new Pace();
    for (;;) {
      await requireActiveAdministrator(this.bus, job.actingId);
      const input = { importId: job.id, fence: job.fence, undoneBy: job.actingId, limit: undoBatchSize };
      const { more, ...counts } = await this.bus.call(undoImportChunk, input, detached(signal));
      await this.imports.countUndone(job, counts);
      if (!more) return this.end(job, 'undone');
      signal.throwIfAborted();
      if (pace.isDue()) this.signals.publish(job);
    }
  }

  private async end(job: ImportJob, state: EndedState): Promise<EndedState> {
    await this.imports.end(job, state);
    return state;
  }

  private tooManyRows(): UnreadableFile {
    const max = this.settings.IMPORT_MAX_ROWS.toLocaleString('en-US');
    return new UnreadableFile(`The file has more than ${max} rows; those behind them were not imported`);
  }
}

const detached = (signal: AbortSignal): Caller => ({ ...asService(), signal });

/** Measures the rows per second of this time slice, and when the next change signal is due. */
class Pace {
  private readonly startedAt = performance.now();
  private signalledAt = -Infinity;
  private rows = 0;

  count(rows: number): number {
    this.rows += rows;
    return this.rows / Math.max(0.001, (performance.now() - this.startedAt) / 1_000);
  }

  isUsedUp(): boolean {
    return performance.now() - this.startedAt > timeSliceMs;
  }

  isDue(): boolean {
    if (performance.now() - this.signalledAt < signalMs) return false;
    this.signalledAt = performance.now();
    return true;
  }
}
