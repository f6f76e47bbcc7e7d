import { setTimeout as pause } from 'node:timers/promises';
import type {
  getLastImportedBatch,
  importLeads,
  OutputOf,
  ParsedInputOf,
  updateImportedLeads,
} from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { CountRollup } from '../list/count-rollup.js';
import type { Applied, BatchResult } from './applied-batch.js';
import { CheckedRows } from './checked-rows.js';
import { ImportedLeads, type PreparedBatch } from './imported-leads.js';
import { OutdatedComparison } from './updated-leads.js';
import { createdRow, UpdatingBatch } from './updating-batch.js';

type Batch = ParsedInputOf<typeof importLeads>;
type Update = ParsedInputOf<typeof updateImportedLeads>;
type Order = Pick<Batch, 'importId' | 'batchNo' | 'follows' | 'fence'>;

/** The interval of checks for the previous batch while another process writes it. */
const pollMs = 20;

const isKnown = 'bool_and(created = 0 or first_lead_id is not null)';

/** SQL for the first and the last lead of the import `$1`. Batches of version 0.1.0 have none. */
const idsOfImport = `(
  select case when ${isKnown} then min(first_lead_id) else 0 end as first,
    case when ${isKnown} then max(last_lead_id) else ${Number.MAX_SAFE_INTEGER} end as last
  from import_batches where import_id = $1)`;
/** SQL for the leads of the import `$1`, which lie between its first and its last. */
export const isOfImport = `import_id = $1 and id between (select first from ${idsOfImport} ids) and (select last from ${idsOfImport} ids)`;

/** SQL: a user changed the new lead after the import. That a plan gave it to a user first is no change. */
export const isTouched = '(revision > 0 and (revision > 1 or plan_revision is distinct from 1))';

/** Writes each batch of an import once. The same commit stores the result, which a repeat of the request gets. */
@Injectable()
export class ImportBatches {
  /** The last running batch of each import in this process. */
  private readonly running = new Map<number, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly leads: ImportedLeads,
    private readonly updating: UpdatingBatch,
    private readonly checked: CheckedRows,
    private readonly rollup: CountRollup,
    private readonly feed: ChangeFeed,
  ) {}

  /** Runs the batches of an import in order. Rejects with 409 if `fence` is stale. */
  async run(batch: Batch, signal: AbortSignal): Promise<OutputOf<typeof importLeads>> {
    const prepared = await this.leads.prepare(batch);
    const { created, refused, applied } = await this.inTurn(batch, () => this.add(batch, prepared), signal);
    return { created, refused, applied };
  }

  /** Does the same for a file that may change leads. */
  async update(batch: Update, signal: AbortSignal): Promise<BatchResult> {
    const prepared = await this.updating.prepare(batch);
    try {
      return await this.inTurn(batch, () => this.updating.apply(batch, prepared), signal);
    } catch (error) {
      if (!(error instanceof OutdatedComparison)) throw error;
      return this.inTurn(batch, () => this.updating.apply(batch, { ...prepared, compared: null }), signal);
    }
  }

  private async inTurn(order: Order, apply: () => Promise<Applied>, signal: AbortSignal): Promise<BatchResult> {
    for (;;) {
      const result = await this.inOrder(order.importId, () => this.once(order, apply));
      if (result) {
        await this.rollup.keepUp();
        return result;
      }
      await pause(pollMs, undefined, { signal });
    }
  }

  private async add(batch: Batch, prepared: PreparedBatch): Promise<Applied> {
    const { rows, dryRun, importId } = batch;
    const added = dryRun
      ? { refused: await this.leads.check(batch, prepared), ids: [], businessIds: [] }
      : await this.leads.add(batch, prepared);
    if (dryRun) {
      const refused = new Set(added.refused.map(({ row }) => row));
      await this.checked.store(importId, rows.filter(({ row }) => !refused.has(row)).map(createdRow));
    }
    return { ...added, created: rows.length - added.refused.length, updated: 0, unchanged: 0 };
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
  private once(
    { importId, batchNo, fence, follows }: Order,
    apply: () => Promise<Applied>,
  ): Promise<BatchResult | null> {
    return this.database.transaction(async () => {
      await this.raiseFence(importId, fence);
      const known = await this.database.query<Omit<BatchResult, 'applied'> & { batchNo: number }>(
        `select batch_no as "batchNo", created, updated, unchanged, refused from import_batches
         where import_id = $1 and batch_no in ($2, $3)`,
        [importId, batchNo, follows],
      );
      const stored = known.find((each) => each.batchNo === batchNo);
      if (stored) {
        const { batchNo: _is, ...result } = stored;
        return { ...result, applied: false };
      }
      if (follows !== null && known.length === 0) return null;

      const { ids, businessIds, ...result } = await apply();
      await this.database.query(
        `insert into import_batches (import_id, batch_no, created, updated, unchanged, refused, first_lead_id, last_lead_id,
           first_business_id, last_business_id)
         select $1, $2, $3, $4, $5, $6, (select min(id) from unnest($7::bigint[]) as id),
           (select max(id) from unnest($7::bigint[]) as id), (select min(id) from unnest($8::bigint[]) as id),
           (select max(id) from unnest($8::bigint[]) as id)`,
        [
          importId,
          batchNo,
          result.created,
          result.updated,
          result.unchanged,
          JSON.stringify(result.refused),
          ids,
          businessIds,
        ],
      );
      this.feed.changed();
      return { ...result, applied: true };
    });
  }

  async last(importId: number, fence: number): Promise<OutputOf<typeof getLastImportedBatch>> {
    return this.database.transaction(async () => {
      await this.raiseFence(importId, fence);
      const [row] = await this.database.query<OutputOf<typeof getLastImportedBatch>>(
        `select coalesce(max(batch_no), -1) as "batchNo", coalesce(sum(created), 0)::int as created,
           coalesce(sum(updated), 0)::int as updated, coalesce(sum(unchanged), 0)::int as unchanged
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
