import { AppError, Database, JOBS, LOGGER, ReconciledQueue, type JobQueues, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApplyUserRow } from './apply-user-row.js';
import { UserImports, type StoredRow } from './user-imports.js';

/** Applies files of users, one row per transaction: after a crash an import continues with its next row. */
@Injectable()
export class UserImportProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: ReconciledQueue<{ importId: number }>;

  constructor(
    private readonly database: Database,
    private readonly imports: UserImports,
    private readonly rows: ApplyUserRow,
    @Inject(JOBS) jobs: JobQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new ReconciledQueue(jobs, log, {
      queue: 'jobs-users',
      name: 'user-import',
      process: ({ importId }, signal) => this.process(importId, signal),
      unfinished: async () => (await imports.running()).map((importId) => ({ importId })),
      jobIdOf: ({ importId }) => String(importId),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.queue.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.queue.stop();
  }

  wake(importId: number): Promise<void> {
    return this.queue.wake({ importId });
  }

  private async process(id: number, signal: AbortSignal): Promise<void> {
    while (await this.step(id)) signal.throwIfAborted();
  }

  /** Applies the next row. Returns whether there may be more. */
  private async step(id: number): Promise<boolean> {
    let row: StoredRow | null = null;
    try {
      return await this.database.transaction(async () => {
        const { createdBy } = await this.imports.lock(id, ['running']);
        row = await this.imports.next(id);
        if (!row) {
          await this.imports.setStatus(id, 'completed');
          return false;
        }
        await this.rows.apply(row.cells, createdBy);
        await this.imports.end(id, row.cells.line);
        return true;
      });
    } catch (error) {
      if (!(error instanceof AppError) || !row) throw error;
      await this.imports.end(id, (row as StoredRow).cells.line, error.message);
      return true;
    }
  }
}
