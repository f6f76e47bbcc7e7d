import { setTimeout as pause } from 'node:timers/promises';
import type { importLeads, OutputOf, ParsedInputOf, RefusedRow } from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ImportedLeads, type PreparedBatch } from './imported-leads.js';

type Batch = ParsedInputOf<typeof importLeads>;

type Result = OutputOf<typeof importLeads>;

/** How often is looked whether the batch before is done, where another process does it. */
const pollMs = 20;

/** Each batch of an import once, in one commit with the answer that a repeat gets (design, section 3a, point 2). */
@Injectable()
export class ImportBatches {
  /** The last batch of each import that is under way in this process. */
  private readonly running = new Map<number, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly leads: ImportedLeads,
  ) {}

  /** One after another for each import; the next one is made ready while the one before is written. */
  async run(batch: Batch, signal: AbortSignal): Promise<Result> {
    const prepared = this.leads.prepare(batch);
    for (;;) {
      const answer = await this.inOrder(batch.importId, () => this.once(batch, prepared));
      if (answer) return answer;
      await pause(pollMs, undefined, { signal });
    }
  }

  /** Waits for its turn without a connection: those of all imports would be too few for the lists. */
  private async inOrder<T>(importId: number, work: () => Promise<T>): Promise<T> {
    const before = this.running.get(importId) ?? Promise.resolve();
    const result = before.catch(() => undefined).then(work);
    this.running.set(importId, result);
    try {
      return await result;
    } finally {
      if (this.running.get(importId) === result) this.running.delete(importId);
    }
  }

  /** Null where the batch that it follows is not done yet. */
  private once(batch: Batch, prepared: PreparedBatch): Promise<Result | null> {
    const { importId, batchNo, fence, follows } = batch;
    return this.database.transaction(async () => {
      await this.raiseFence(importId, fence);
      const known = await this.database.query<{ batchNo: number; created: number; refused: RefusedRow[] }>(
        'select batch_no as "batchNo", created, refused from import_batches where import_id = $1 and batch_no in ($2, $3)',
        [importId, batchNo, follows],
      );
      const stored = known.find((each) => each.batchNo === batchNo);
      if (stored) return { created: stored.created, refused: stored.refused, applied: false };
      if (follows !== null && known.length === 0) return null;

      const refused = await (batch.dryRun ? this.leads.check(batch, prepared) : this.leads.add(batch, prepared));
      const created = batch.rows.length - refused.length;
      await this.database.query(
        'insert into import_batches (import_id, batch_no, created, refused) values ($1, $2, $3, $4)',
        [importId, batchNo, created, JSON.stringify(refused)],
      );
      return { created, refused, applied: true };
    });
  }

  async last(importId: number, fence: number): Promise<{ batchNo: number; created: number }> {
    return this.database.transaction(async () => {
      await this.raiseFence(importId, fence);
      const [row] = await this.database.query<{ batchNo: number; created: number }>(
        `select coalesce(max(batch_no), -1) as "batchNo", coalesce(sum(created), 0)::int as created
         from import_batches where import_id = $1`,
        [importId],
      );
      return row!;
    });
  }

  /** Held until the commit: a worker that lost its import meanwhile is refused, and can't come after the answer. */
  async raiseFence(importId: number, fence: number): Promise<void> {
    const [row] = await this.database.query<{ fence: number }>(
      `insert into import_fences (import_id, fence) values ($1, $2)
       on conflict (import_id) do update set fence = greatest(import_fences.fence, excluded.fence), raised_at = now()
       returning fence`,
      [importId, fence],
    );
    if (row!.fence > fence)
      throw new AppError('conflict', 'stale_version', 'Another worker has taken over this import');
  }
}
