import type { CustomFieldRule, CustomFields } from '@lead-finder/contracts';
import { Database, isUniqueViolation } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { noteDetails } from '../change-feed/noted-details.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { uncounted } from '../lead/uncounted.js';
import { detailChanges } from '../timeline/logged-changes.rules.js';
import { arrayText, copyLine } from './copy-text.rules.js';
import { copyRows } from './copied-rows.js';
import { ImportedBusinesses } from './imported-businesses.js';
import type { FoundLead } from './found-leads.js';
import type { RowChanges } from './row-changes.rules.js';

export interface ChangedRow {
  row: number;
  lead: FoundLead;
  changes: RowChanges;
}

type Definitions = ReadonlyMap<string, CustomFieldRule>;

/** The COPY texts of leads that change themselves, and of the others. */
export interface ChangeTexts {
  changed: string;
  noted: string;
}

/** Another transaction has written a lead since its row was compared, or an earlier row had the lead. */
export class OutdatedComparison extends Error {
  override readonly name = 'OutdatedComparison';
}

/** Each commit empties it. */
const changedLeads = `create temp table if not exists leads_to_change (id bigint not null, written_by xid not null, import_row int not null, details jsonb,
  versions jsonb, before jsonb, priors jsonb, logged jsonb not null, added text[]) on commit delete rows`;

const jsonOrNull = (value: object) => {
  const text = JSON.stringify(value);
  return text === '{}' ? null : text;
};

/** Writes what the rows of a batch change, with the values before it, the history, and the rows of unchanged leads. */
@Injectable()
export class UpdatedLeads {
  constructor(
    private readonly database: Database,
    private readonly businesses: ImportedBusinesses,
    private readonly signals: LeadSignals,
  ) {}

  async write(importId: number, createdBy: number, rows: readonly ChangedRow[], texts: ChangeTexts): Promise<void> {
    await this.note(texts);
    const changed = rows.filter(isOwn);
    if (changed.length > 0) {
      await this.database.query(changedLeads);
      await copyRows(this.database, 'leads_to_change', texts.changed);
      const changesTags = changed.some(({ changes }) => changes.addedTags.length > 0);
      const update = () => this.update(importId, createdBy);
      const updated = await (changesTags ? update() : uncounted(this.database, update));
      if (updated < changed.length) throw new OutdatedComparison();
      this.signals.leadsChanged(
        changed.map(({ lead }) => lead.userId),
        changed.map(({ lead }) => lead.id),
      );
    }
    const filled = rows.filter(hasFill);
    await this.businesses.fillKnown(
      importId,
      filled.map(({ lead, changes }) => ({ id: lead.business.id, ...changes.fill })),
    );
  }

  /** Stores which leads had a row, so that a later row of the same lead is refused. */
  async note({ noted }: ChangeTexts): Promise<void> {
    await copyRows(this.database, 'import_changes (import_id, lead_id, row)', noted).catch(rejectOutdated);
  }

  /** The history has what a user's edit would have. */
  private async update(importId: number, createdBy: number): Promise<number> {
    const [updated] = await this.database
      .query<{ count: number }>(
        `with image as (
         insert into import_changes (import_id, lead_id, row, revision, version, updated_at, before, priors, tags)
         select $1, id, change.import_row, lead.revision + 1, lead.version + (details is not null)::int, lead.updated_at,
           coalesce(before, '{}'), priors, added
         from leads_to_change change join user_businesses lead using (id)
       ), logged as (
         insert into lead_changes (user_business_id, kind, what, changed_by)
         select id, 'edit', what || jsonb_build_object('import', $1::bigint), $2
         from leads_to_change cross join lateral jsonb_array_elements(logged) as what
       ), updated as (
         update user_businesses lead set custom_fields = lead.custom_fields || coalesce(details, '{}'),
           version = lead.version + (details is not null)::int,
           field_versions = lead.field_versions || coalesce(versions, '{}'), tags = lead.tags || added,
           revision = lead.revision + 1, updated_at = now()
         from leads_to_change change where lead.id = change.id and lead.xmin = change.written_by returning lead.id, lead.user_id
       ), noted as (${noteDetails('updated')})
       select count(*)::int as count from updated`,
        [importId, createdBy],
      )
      .catch(rejectOutdated);
    return updated!.count;
  }
}

function rejectOutdated(error: unknown): never {
  if (isUniqueViolation(error)) throw new OutdatedComparison();
  throw error;
}

export const hasFill = ({ changes }: ChangedRow) => Object.keys(changes.fill).length > 0;
const isOwn = ({ changes }: ChangedRow) => changes.addedTags.length > 0 || Object.keys(changes.details).length > 0;

/**
 * They are built before the transaction where that is possible, because other batches wait for it, and in the order in which
 * leads are locked.
 */
export function textsOf(
  importId: number,
  rows: readonly ChangedRow[],
  definitions: Definitions,
  dryRun: boolean,
): ChangeTexts {
  const texts = { changed: '', noted: '' };
  for (const each of rows.toSorted((a, b) => a.lead.id - b.lead.id)) {
    if (!dryRun && isOwn(each)) texts.changed += lineOf(each, definitions);
    else texts.noted += copyLine([importId, each.lead.id, each.row]);
  }
  return texts;
}

/** An import clears no value, so the values of a row are simply added to those of the lead. */
function lineOf({ row, lead, changes: { details, addedTags } }: ChangedRow, definitions: Definitions): string {
  const before: Record<string, unknown> = {};
  const priors: Record<string, number> = {};
  const versions: Record<string, number> = {};
  for (const name of Object.keys(details)) {
    before[name] = lead.customFields[name] ?? null;
    if (lead.fieldVersions[name]) priors[name] = lead.fieldVersions[name];
    versions[name] = lead.version + 1;
  }
  const after = {
    customFields: { ...lead.customFields, ...(details as CustomFields) },
    tags: [...lead.tags, ...addedTags],
  };
  return copyLine([
    lead.id,
    lead.writtenBy,
    row,
    jsonOrNull(details),
    jsonOrNull(versions),
    jsonOrNull(before),
    jsonOrNull(priors),
    JSON.stringify(detailChanges(lead, after, definitions).map(({ what }) => what)),
    addedTags.length > 0 ? arrayText(addedTags) : null,
  ]);
}
