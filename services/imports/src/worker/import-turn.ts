import { getLastImportedBatch, importLeads, undoImportedLeads, type ImportRow } from '@lead-finder/contracts';
import {
  Bus,
  currentRequestId,
  FILES,
  refuseFormerAdministrator,
  SERVICE_SETTINGS,
  type Caller,
  type FileStore,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { cutBatches, type Batch } from '../file/batches.js';
import { readRecords } from '../file/rows.js';
import { noDataRows, UnreadableFile } from '../file/unreadable-file.js';
import { ImportHints } from '../import/import-hints.js';
import type { EndedState, ImportJob, ImportState } from '../import/import-job.js';
import { ImportRepository } from '../import/import.repository.js';
import type { ImportsSettings } from '../imports.config.js';
import { BatchLine, type Settling } from './batch-line.js';
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
    const line = new BatchLine((batch, before, called) => this.settle(job, batch, before, pace, called), signal);
    const batches = this.batches(job);
    try {
      const isRead = await this.readInto(line, job, batches, pace, signal);
      await line.end();
      if (line.state === 'cancelling') return await this.end(job, 'cancelled');
      return isRead ? await this.end(job, 'completed') : null;
    } catch (error) {
      // What was read before the fault of the file is imported and counted.
      if (error instanceof UnreadableFile) await line.end();
      throw error;
    } finally {
      await line.abandon();
      await batches.return(undefined);
    }
  }

  /** Whether the file was read to its end; else the import was cancelled, or somebody else's turn has come. */
  private async readInto(
    line: BatchLine,
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
      await refuseFormerAdministrator(this.bus, job.actingId);
      await line.add(step.value);
      processed += step.value.rows.length + step.value.failed.length;
      signal.throwIfAborted();
      if (line.state === 'cancelling') return false;
      if (pace.isDue()) this.hints.tell(job);
      if (pace.isOver() && (await this.imports.waiting()).length > 0) return false;
    }
    if (processed === 0) throw noDataRows();
    return true;
  }

  private batches({ fileId, layout, columns, assignee, position, nextBatch }: ImportJob) {
    const rules = { headers: layout.headers, columns, hasAssignee: assignee !== null };
    return cutBatches(readRecords(this.files.read(fileId, position.offset), layout, position), rules, nextBatch);
  }

  /**
   * To leads and into the checkpoint, behind the batch before. A repeat after a crash gets the answer that leads has
   * stored.
   */
  private settle(job: ImportJob, batch: Batch, before: Settling | null, pace: Pace, signal: AbortSignal): Settling {
    let send!: (follows: number | null) => void;
    let fail!: (reason: unknown) => void;
    const sent = new Promise<number | null>((resolve, reject) => ([send, fail] = [resolve, reject]));
    const work = async (): Promise<ImportState> => {
      const sorted = sortRows(batch, job, await this.users.find(job.id, namesOf(batch)));
      const follows = (await before?.sent) ?? null;
      const answering = this.toLeads(job, batch, sorted.rows, follows, signal);
      // Leads hears nothing of a batch without a good row.
      send(sorted.rows.length > 0 ? batch.batchNo : follows);
      const { created, refused } = await answering;
      await before?.settled;
      const failed = [...sorted.failed, ...refusedReports(batch, refused, sorted)];
      const rowsPerSecond = pace.count(batch.rows.length + batch.failed.length);
      return this.imports.checkpoint(job, batch, created, failed, rowsPerSecond);
    };
    const settled = work();
    // Whoever waits for it hears of a failure in its turn; a batch behind one that was never sent is not sent either.
    settled.catch(fail);
    sent.catch(() => undefined);
    return { sent, settled };
  }

  private async toLeads(
    { id, fence, createdBy, dryRun }: ImportJob,
    { batchNo }: Batch,
    rows: ImportRow[],
    follows: number | null,
    signal: AbortSignal,
  ) {
    if (rows.length === 0) return { created: 0, refused: [] };
    const input = { importId: id, batchNo, follows, fence, createdBy, dryRun, rows };
    return this.bus.call(importLeads, input, caller(signal));
  }

  /** A worker may have died between the leads of its last batches and their checkpoint: these leads are counted first. */
  private async finishCancel(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const { id: importId, fence } = job;
    const last = await this.bus.call(getLastImportedBatch, { importId, fence }, caller(signal));
    if (last.batchNo >= job.nextBatch) {
      const pace = new Pace();
      for await (const batch of this.batches(job)) {
        await this.settle(job, batch, null, pace, signal).settled;
        if (batch.batchNo >= last.batchNo) break;
      }
    }
    return this.end(job, 'cancelled');
  }

  /** How many leads there are of it, also those of a batch that no checkpoint tells of. */
  async leadsMade({ id: importId, fence }: ImportJob, signal: AbortSignal): Promise<number | undefined> {
    return (await this.bus.call(getLastImportedBatch, { importId, fence }, caller(signal))).created;
  }

  private async undo(job: ImportJob, signal: AbortSignal): Promise<EndedState> {
    const pace = new Pace();
    for (;;) {
      await refuseFormerAdministrator(this.bus, job.actingId);
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
