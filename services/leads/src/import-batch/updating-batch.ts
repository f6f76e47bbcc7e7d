import type {
  CustomFieldRule,
  ImportRow,
  ParsedInputOf,
  RefusedRow,
  updateImportedLeads,
} from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { matchKey } from '../business/match-key.rules.js';
import { CheckedRows, type CheckedRow } from './checked-rows.js';
import { FoundLeads, type FoundLead } from './found-leads.js';
import type { Applied } from './applied-batch.js';
import { ImportedLeads } from './imported-leads.js';
import { changesOf, isChange, type UpdateRules } from './row-changes.rules.js';
import { UpdatedLeads, type ChangedRow } from './updated-leads.js';

type Batch = ParsedInputOf<typeof updateImportedLeads>;

/** Applies the rows of a file to the leads that they find, and creates leads for the others if the mode says so. */
@Injectable()
export class UpdatingBatch {
  constructor(
    private readonly database: Database,
    private readonly found: FoundLeads,
    private readonly updated: UpdatedLeads,
    private readonly imported: ImportedLeads,
    private readonly checked: CheckedRows,
  ) {}

  /** The keys by which rows find their businesses. They are built before the transaction, as other batches wait for it. */
  keysOf({ rows }: Batch): Map<number, string> {
    const unnamed = rows.filter(({ leadUuid }) => leadUuid === null);
    return new Map(unnamed.map(({ row, name, address }) => [row, matchKey(name, address)]));
  }

  /** Runs inside the caller's transaction. */
  async apply(batch: Batch, keys: ReadonlyMap<number, string>): Promise<Applied> {
    const { importId, createdBy, dryRun } = batch;
    const { found, missing, refused } = await this.found.find(batch, keys, !dryRun);
    const rules = await this.rules(batch);
    const { rows, ...outcome } = compare(batch, found, rules);
    const changed = rows.filter(({ changes }) => isChange(changes));
    if (!dryRun) await this.updated.write({ importId, createdBy, rows, customFields: rules.customFields });
    else await this.updated.note(importId, rows);

    const add = { ...batch, rows: missing as ImportRow[] };
    const created =
      missing.length === 0
        ? { refused: [], ids: [], businessIds: [] }
        : dryRun
          ? { refused: await this.imported.check(add, await this.imported.prepare(add)), ids: [], businessIds: [] }
          : await this.imported.add(add, await this.imported.prepare(add));
    if (dryRun) {
      const refusedRows = new Set(created.refused.map(({ row }) => row));
      const shown = missing.filter(({ row }) => !refusedRows.has(row));
      await this.checked.store(importId, [...rows.map(checkedRow), ...shown.map(createdRow)]);
    }
    return {
      ids: created.ids,
      businessIds: created.businessIds,
      created: missing.length - created.refused.length,
      updated: changed.length,
      unchanged: rows.length - changed.length,
      refused: [...refused, ...outcome.refused, ...created.refused],
    };
  }

  private async rules({ mode, overwrite, rows }: Batch): Promise<UpdateRules> {
    const keys = [
      ...new Set(
        rows.flatMap(({ customFields, doubtful }) => [
          ...Object.keys(customFields ?? {}),
          ...(doubtful ?? []).map(({ field }) => field.replace(/^customFields\./, '')),
        ]),
      ),
    ];
    const definitions =
      keys.length === 0
        ? []
        : await this.database.query<CustomFieldRule & { key: string }>(
            `select key, name, type, options, currency from custom_field_definitions
             where key = any ($1) and removed_at is null for share`,
            [keys],
          );
    return {
      mode,
      overwrite: overwrite && new Set(overwrite),
      customFields: new Map(definitions.map((each) => [each.key, each])),
    };
  }
}

/** Compares the rows with their leads in the order of the file. A second row of a lead is refused. */
function compare(batch: Batch, found: ReadonlyMap<number, FoundLead>, rules: UpdateRules) {
  const refused: RefusedRow[] = [];
  const rows: ChangedRow[] = [];
  const seen = new Map<number, number>();
  for (const row of batch.rows) {
    const lead = found.get(row.row);
    if (!lead) continue;
    const sameAs = seen.get(lead.id);
    const outcome =
      sameAs === undefined ? changesOf(row, lead, rules) : { refused: { why: 'same-lead', sameAs } as const };
    if ('refused' in outcome) {
      refused.push({ row: row.row, ...outcome.refused });
      continue;
    }
    seen.set(lead.id, row.row);
    Object.assign(lead.business, outcome.changes.fill);
    rows.push({ row: row.row, lead, changes: outcome.changes });
  }
  return { rows, refused };
}

const checkedRow = ({ row, lead, changes }: ChangedRow): CheckedRow => ({
  row,
  outcome: isChange(changes) ? 'updated' : 'unchanged',
  leadUuid: lead.uuid,
  name: lead.business.name,
  changes: changes.shown,
});

export const createdRow = ({ row, name }: Pick<ImportRow, 'row' | 'name'>): CheckedRow => ({
  row,
  outcome: 'created',
  leadUuid: null,
  name,
  changes: [],
});
