import {
  AppError,
  BackgroundTask,
  Database,
  JOBS,
  LOGGER,
  ReconciledQueue,
  type JobQueues,
  type Logger,
} from '@lead-finder/platform';
import type { UserRow } from '@lead-finder/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { ApplyUserRows } from './apply-user-rows.js';
import { UserImports } from './user-imports.js';

const rowsAtOnce = 50;

/** Applies files of users, some rows per transaction: after a crash an import continues with its next rows. */
@Injectable()
export class UserImportProcessor extends BackgroundTask {
  protected readonly task: ReconciledQueue<{ importId: number }>;

  constructor(
    private readonly database: Database,
    private readonly imports: UserImports,
    private readonly rows: ApplyUserRows,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new ReconciledQueue(jobs, log, {
      queue: 'jobs-users',
      name: 'user-import',
      process: ({ importId }, signal) => this.process(importId, signal),
      unfinished: async () => (await imports.running()).map((importId) => ({ importId })),
      jobIdOf: ({ importId }) => String(importId),
    });
  }

  wake(importId: number): Promise<void> {
    return this.task.wake({ importId });
  }

  private async process(id: number, signal: AbortSignal): Promise<void> {
    let rows = rowsAtOnce;
    while (rows > 0) {
      signal.throwIfAborted();
      rows = await this.step(id, rows);
    }
  }

  /**
   * Applies the next rows in one transaction. Returns how many to apply next: none after the last one, and one if one of
   * these failed, until that row is known.
   */
  private async step(id: number, count: number): Promise<number> {
    let rows: UserRow[] = [];
    try {
      return await this.database.transaction(async () => {
        const { createdBy } = await this.imports.lock(id, ['running']);
        rows = await this.imports.next(id, count);
        if (rows.length === 0) {
          await this.imports.setStatus(id, 'completed');
          return 0;
        }
        await this.rows.apply(rows, createdBy);
        await this.imports.end(
          id,
          rows.map(({ line }) => line),
        );
        return count;
      });
    } catch (error) {
      if (!(error instanceof AppError) || rows.length === 0) throw error;
      if (rows.length > 1) return 1;
      await this.imports.end(id, [rows[0]!.line], error.message);
      return rowsAtOnce;
    }
  }
}
