import type { OutputOf, ParsedInputOf, undoImportedLeads } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { CountRollup } from '../list/count-rollup.js';
import { idsOfImport, ImportBatches } from './import-batches.js';

/** Deletes unchanged leads of an import (docs/product/import.md#undo). */
@Injectable()
export class ImportUndo {
  constructor(
    private readonly database: Database,
    private readonly batches: ImportBatches,
    private readonly signals: LeadSignals,
    private readonly rollup: CountRollup,
  ) {}

  async run({
    importId,
    fence,
    limit,
  }: ParsedInputOf<typeof undoImportedLeads>): Promise<OutputOf<typeof undoImportedLeads>> {
    await this.rollup.keepUp();
    return this.database.transaction(async () => {
      await this.batches.raiseFence(importId, fence);
      const scanned = await this.database.query<{ id: number; userId: number; isTouched: boolean }>(
        `select id, user_id as "userId", revision > 0 as "isTouched" from user_businesses
         where import_id = $1 and id > coalesce((select last_lead_id from import_undos where import_id = $1), 0)
           and id >= (select first from ${idsOfImport} ids) and id <= (select last from ${idsOfImport} ids)
         order by id limit $2 for update`,
        [importId, limit],
      );
      const removed = scanned.filter((lead) => !lead.isTouched);
      await this.database.query('delete from user_businesses where id = any ($1)', [removed.map((lead) => lead.id)]);
      const [sums] = await this.database.query<{ removed: number; kept: number }>(
        `insert into import_undos as undo (import_id, last_lead_id, removed, kept) values ($1, $2, $3, $4)
         on conflict (import_id) do update set last_lead_id = greatest(undo.last_lead_id, excluded.last_lead_id),
           removed = undo.removed + excluded.removed, kept = undo.kept + excluded.kept, undone_at = now()
         returning removed, kept`,
        [importId, scanned.at(-1)?.id ?? 0, removed.length, scanned.length - removed.length],
      );
      this.signals.leadsChanged(
        removed.map((lead) => lead.userId),
        removed.map((lead) => lead.id),
      );
      return { ...sums!, more: scanned.length === limit };
    });
  }
}
