import type {
  CustomFieldRule,
  ImportRow,
  ParsedInputOf,
  RefusedRow,
  updateImportedLeads,
  UpdatingRow,
} from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual as isEqual } from 'node:util';
import { matchKey } from '../business/match-key.rules.js';
import { CheckedRows, type CheckedRow } from './checked-rows.js';
import { FoundLeads, type FoundLead } from './found-leads.js';
import type { Applied } from './applied-batch.js';
import { ImportedLeads } from './imported-leads.js';
import { changesOf, isChange, type UpdateRules } from './row-changes.rules.js';
import { hasFill, textsOf, UpdatedLeads, type ChangedRow, type ChangeTexts } from './updated-leads.js';

type Batch = ParsedInputOf<typeof updateImportedLeads>;

interface ComparedBatch {
  rules: UpdateRules;
  found: ReadonlyMap<number, FoundLead>;
  rows: ChangedRow[];
  missing: UpdatingRow[];
  refused: RefusedRow[];
  texts: ChangeTexts;
}

export interface PreparedUpdate {
  /** The keys by which rows without a uuid find their businesses. */
  keys: ReadonlyMap<number, string>;
  compared: ComparedBatch | null;
}

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

  /** Compares the rows with their leads while the batch before is written, if all name a lead. */
  async prepare(batch: Batch): Promise<PreparedUpdate> {
    const unnamed = batch.rows.filter(({ leadUuid }) => leadUuid === null);
    const keys = new Map(unnamed.map(({ row, name, address }) => [row, matchKey(name, address)]));
    const compared = keys.size > 0 ? null : await this.compared(batch, keys, await this.rules(batch, ''), false);
    return { keys, compared: compared?.found.size === batch.rows.length ? compared : null };
  }

  /** Runs inside the caller's transaction. Throws `OutdatedComparison` if a lead is not as `prepare` found it. */
  async apply(batch: Batch, { keys, compared }: PreparedUpdate): Promise<Applied> {
    const { importId, createdBy, dryRun } = batch;
    const rules = await this.rules(batch, 'for share');
    // The batch before may have filled a business. A lead itself is checked when it is written.
    const isCurrent =
      compared &&
      isEqual(compared.rules, rules) &&
      (dryRun || !compared.rows.some(hasFill) || (await this.found.areSame(compared.found)));
    const { rows, missing, refused, texts } = isCurrent ? compared : await this.compared(batch, keys, rules, !dryRun);
    const changed = rows.filter(({ changes }) => isChange(changes));
    if (!dryRun) await this.updated.write(importId, createdBy, rows, texts);
    else await this.updated.note(texts);

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
      refused: [...refused, ...created.refused],
    };
  }

  private async compared(
    batch: Batch,
    keys: ReadonlyMap<number, string>,
    rules: UpdateRules,
    lock: boolean,
  ): Promise<ComparedBatch> {
    const { found, missing, refused } = await this.found.find(batch, keys, lock);
    const { rows, ...outcome } = compare(batch, found, rules);
    const texts = textsOf(batch.importId, rows, rules.customFields, batch.dryRun);
    return { rules, found, rows, missing, refused: [...refused, ...outcome.refused], texts };
  }

  private async rules({ mode, overwrite, rows }: Batch, lock: '' | 'for share'): Promise<UpdateRules> {
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
             where key = any ($1) and removed_at is null ${lock}`,
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
