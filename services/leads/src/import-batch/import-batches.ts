import { setTimeout as pause } from 'node:timers/promises';
import type { importLeads, OutputOf, ParsedInputOf, RefusedRow } from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { CountRollup } from '../list/count-rollup.js';
import { ImportedLeads, type PreparedBatch } from './imported-leads.js';

type Batch = ParsedInputOf<typeof importLeads>;

type Result = OutputOf<typeof importLeads>;

/** The interval of checks for the previous batch while another process writes it. */
const pollMs = 20;

const isKnown = 'bool_and(created = 0 or first_lead_id is not null)';

/** SQL for the first and the last lead of the import `$1`; other leads lie between them. Batches of version 0.1.0 have none. */
export const idsOfImport = `(
  select case when ${isKnown} then min(first_lead_id) else 0 end as first,
    case when ${isKnown} then max(last_lead_id) else ${Number.MAX_SAFE_INTEGER} end as last
  from import_batches where import_id = $1)`;

/** Writes each batch of an import once. The same commit stores the result, which a repeat of the request gets. */
@Injectable()
export class ImportBatches {
  /** The last running batch of each import in this process. */
  private readonly running = new Map<number, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly leads: ImportedLeads,
    private readonly rollup: CountRollup,
  ) {}

  /** Runs the batches of an import in order. Rejects with 409 if `fence` is stale. */
  async run(batch: Batch, signal: AbortSignal): Promise<Result> {
    const prepared = await this.leads.prepare(batch);
    for (;;) {
      const result = await this.inOrder(batch.importId, () => this.once(batch, prepared));
      if (result) {
        await this.rollup.keepUp();
        return result;
      }
      await pause(pollMs, undefined, { signal });
    }
  }

  /** Waits for the previous batch without a database connection, which lists need. */
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

  /** Returns null if the batch that it follows is not written yet. */
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

      const { refused, ids } = batch.dryRun
        ? { refused: await this.leads.check(batch, prepared), ids: [] }
        : await this.leads.add(batch, prepared);
      const created = batch.rows.length - refused.length;
      await this.database.query(
        `insert into import_batches (import_id, batch_no, created, refused, first_lead_id, last_lead_id)
         select $1, $2, $3, $4, min(id), max(id) from unnest($5::bigint[]) as added (id)`,
        [importId, batchNo, created, JSON.stringify(refused), ids],
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

  /** Raises the fence and locks it until the commit. Rejects with 409 if a newer worker has taken over the import. */
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
