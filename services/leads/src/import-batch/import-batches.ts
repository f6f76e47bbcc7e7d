import type { importLeads, OutputOf, ParsedInputOf, RefusedRow } from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ImportedLeads } from './imported-leads.js';

type Batch = ParsedInputOf<typeof importLeads>;

/** Each batch of an import once, in one commit with the answer that a repeat gets (design, section 3a, point 2). */
@Injectable()
export class ImportBatches {
  constructor(
    private readonly database: Database,
    private readonly leads: ImportedLeads,
  ) {}

  run(batch: Batch): Promise<OutputOf<typeof importLeads>> {
    return this.database.transaction(async () => {
      await this.raiseFence(batch.importId, batch.fence);
      const [stored] = await this.database.query<{ created: number; refused: RefusedRow[] }>(
        'select created, refused from import_batches where import_id = $1 and batch_no = $2',
        [batch.importId, batch.batchNo],
      );
      if (stored) return { ...stored, applied: false };

      const refused = batch.dryRun ? await this.leads.check(batch) : await this.leads.add(batch);
      const created = batch.rows.length - refused.length;
      await this.database.query(
        'insert into import_batches (import_id, batch_no, created, refused) values ($1, $2, $3, $4)',
        [batch.importId, batch.batchNo, created, JSON.stringify(refused)],
      );
      return { created, refused, applied: true };
    });
  }

  async last(importId: number, fence: number): Promise<number> {
    return this.database.transaction(async () => {
      await this.raiseFence(importId, fence);
      const [row] = await this.database.query<{ last: number }>(
        'select coalesce(max(batch_no), -1) as last from import_batches where import_id = $1',
        [importId],
      );
      return row!.last;
    });
  }

  /** Held until the commit: a worker that lost its import meanwhile is refused, and can't come after the answer. */
  async raiseFence(importId: number, fence: number): Promise<void> {
    const [row] = await this.database.query<{ fence: number }>(
      `insert into import_fences (import_id, fence) values ($1, $2)
       on conflict (import_id) do update set fence = greatest(import_fences.fence, excluded.fence)
       returning fence`,
      [importId, fence],
    );
    if (row!.fence > fence)
      throw new AppError('conflict', 'stale_version', 'Another worker has taken over this import');
  }
}
