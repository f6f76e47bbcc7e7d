import type { CustomFieldRule, CustomFields } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { merged } from '../lead/lead.entity.js';
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

interface Written {
  importId: number;
  createdBy: number;
  rows: readonly ChangedRow[];
  customFields: Definitions;
}

/** Each commit empties it. */
const changedLeads = `create temp table if not exists changed_leads (id bigint not null, import_row int not null, custom_fields jsonb,
  version int, field_versions jsonb, before jsonb, priors jsonb, logged jsonb not null, tags text[], added text[]) on commit delete rows`;

const jsonOrNull = (value: object | null) => (value && Object.keys(value).length > 0 ? JSON.stringify(value) : null);

/** Writes what the rows of a batch change, with the values before it, the history, and the rows of unchanged leads. */
@Injectable()
export class UpdatedLeads {
  constructor(
    private readonly database: Database,
    private readonly businesses: ImportedBusinesses,
    private readonly signals: LeadSignals,
  ) {}

  async write({ importId, createdBy, rows, customFields }: Written): Promise<void> {
    const isOwn = ({ changes }: ChangedRow) => changes.addedTags.length > 0 || Object.keys(changes.details).length > 0;
    const changed = rows.filter(isOwn);
    await this.note(
      importId,
      rows.filter((row) => !isOwn(row)),
    );
    if (changed.length > 0) {
      await this.database.query(changedLeads);
      await copyRows(this.database, 'changed_leads', changed.map((row) => lineOf(row, customFields)).join(''));
      await this.update(importId, createdBy);
      this.signals.leadsChanged(
        changed.map(({ lead }) => lead.userId),
        changed.map(({ lead }) => lead.id),
      );
    }
    const filled = rows.filter(({ changes }) => Object.keys(changes.fill).length > 0);
    await this.businesses.fillKnown(
      importId,
      filled.map(({ lead, changes }) => ({ id: lead.business.id, ...changes.fill })),
    );
  }

  /** Stores which leads had a row, so that a later row of the same lead is refused. */
  async note(importId: number, rows: readonly ChangedRow[]): Promise<void> {
    const lines = rows.map(({ row, lead }) => copyLine([importId, lead.id, row]));
    await copyRows(this.database, 'import_changes (import_id, lead_id, row)', lines.join(''));
  }

  /** The history has what a user's edit would have. */
  private async update(importId: number, createdBy: number): Promise<void> {
    await this.database.query(
      `with image as (
         insert into import_changes (import_id, lead_id, row, revision, version, updated_at, before, priors, tags)
         select $1, id, change.import_row, lead.revision + 1, coalesce(change.version, lead.version), lead.updated_at,
           coalesce(change.before, '{}'), change.priors, change.added
         from changed_leads change join user_businesses lead using (id)
       ), logged as (
         insert into lead_changes (user_business_id, kind, what, changed_by)
         select id, 'edit', what || jsonb_build_object('import', $1::bigint), $2
         from changed_leads cross join lateral jsonb_array_elements(logged) as what
       )
       update user_businesses lead set custom_fields = coalesce(change.custom_fields, lead.custom_fields),
         version = coalesce(change.version, lead.version),
         field_versions = coalesce(change.field_versions, lead.field_versions),
         tags = coalesce(change.tags, lead.tags), revision = lead.revision + 1, updated_at = now()
       from changed_leads change where lead.id = change.id`,
      [importId, createdBy],
    );
  }
}

function lineOf({ row, lead, changes: { details, addedTags } }: ChangedRow, definitions: Definitions): string {
  const names = Object.keys(details);
  const hasDetails = names.length > 0;
  const version = lead.version + 1;
  const before = Object.fromEntries(names.map((name) => [name, lead.customFields[name] ?? null]));
  const priors = Object.fromEntries(
    names.flatMap((name) => (lead.fieldVersions[name] ? [[name, lead.fieldVersions[name]]] : [])),
  );
  const versions = { ...lead.fieldVersions, ...Object.fromEntries(names.map((name) => [name, version])) };
  const customFields = merged(lead.customFields, details as CustomFields);
  const tags = [...lead.tags, ...addedTags];
  return copyLine([
    lead.id,
    row,
    hasDetails ? JSON.stringify(customFields) : null,
    hasDetails ? version : null,
    hasDetails ? JSON.stringify(versions) : null,
    hasDetails ? JSON.stringify(before) : null,
    jsonOrNull(priors),
    JSON.stringify(detailChanges(lead, { customFields, tags }, definitions).map(({ what }) => what)),
    addedTags.length > 0 ? arrayText(tags) : null,
    addedTags.length > 0 ? arrayText(addedTags) : null,
  ]);
}
