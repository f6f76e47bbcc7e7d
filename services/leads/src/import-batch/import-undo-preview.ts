import { importFieldLabels, type checkImportUndo, type ImportField, type OutputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment } from '../lead/lead-columns.js';
import { isOfImport, isTouched } from './import-batches.js';
import { UndoneBusinesses } from './undone-businesses.js';
import { labelOf, type Unreversed } from './undone-lead.rules.js';
import { UndoneLeads } from './undone-leads.js';

type Preview = OutputOf<typeof checkImportUndo>;
type LeftOver = Unreversed & { leadId: number };
interface Counts {
  reversed: number;
  kept: number;
  failed: number;
}

const maxValues = 100;
const chunkSize = 2_000;

/** Says what an undo would do, without a lock, and which values it would not restore. */
@Injectable()
export class ImportUndoPreview {
  constructor(
    private readonly database: Database,
    private readonly leads: UndoneLeads,
    private readonly businesses: UndoneBusinesses,
  ) {}

  async run(importId: number): Promise<Preview> {
    const [made] = await this.database.query<{ removed: number; kept: number }>(
      `select count(*) filter (where not ${isTouched})::int as removed, count(*) filter (where ${isTouched})::int as kept
       from user_businesses where ${isOfImport}
         and id > coalesce((select last_lead_id from import_undos where import_id = $1), 0)`,
      [importId],
    );
    const fills = await this.businesses.count(importId);
    const leftOvers = await this.leftOvers(importId);
    const changes = await this.changes(importId, leftOvers);
    return {
      removed: made!.removed,
      reversed: changes.reversed + fills.reversed,
      kept: made!.kept + changes.kept + fills.kept,
      failed: changes.failed,
      values: await this.values(importId, leftOvers),
    };
  }

  /** Leads that a user changed come first, then values of leads, then those of businesses, of which nothing says who. */
  private async values(importId: number, leftOvers: readonly LeftOver[]): Promise<Preview['values']> {
    const touched = await this.database.query<{ leadId: number }>(
      `select id as "leadId" from user_businesses where ${isOfImport} and ${isTouched} order by id limit ${maxValues}`,
      [importId],
    );
    const leads = touched.map(({ leadId }) => ({ leadId, field: '', outcome: 'kept' as const }));
    const values = await this.valuesOf(importId, [...leads, ...leftOvers].slice(0, maxValues));
    const filled = await this.businesses.kept(importId, maxValues - values.length);
    const ofBusiness = { leadUuid: null, outcome: 'kept' as const, why: 'It was changed since', by: null, at: null };
    return [
      ...values,
      ...filled.map(({ name, field }) => ({
        ...ofBusiness,
        name,
        field,
        label: importFieldLabels[field as ImportField] ?? field,
      })),
    ];
  }

  /** Counts leads that nothing has changed since in one statement, and the others as the undo does. */
  private async changes(importId: number, leftOvers: LeftOver[]): Promise<Counts> {
    const [fields] = await this.database.query<{ changed: boolean }>(
      `select exists (select from custom_field_definitions where greatest(updated_at, removed_at) >=
         (select min(done_at) from import_batches where import_id = $1)) as changed`,
      [importId],
    );
    const onlyChanged = !fields!.changed;
    const counts: Counts = { reversed: onlyChanged ? await this.valuesAsImported(importId) : 0, kept: 0, failed: 0 };
    for (let after = 0; ;) {
      const rows = await this.leads.next(importId, after, chunkSize, { lock: false, onlyChanged });
      if (rows.length === 0) return counts;
      for (const { image, result } of rows) {
        counts.reversed += result.reversed.length;
        for (const each of result.unreversed) {
          counts[each.outcome]++;
          if (leftOvers.length < maxValues) leftOvers.push({ ...each, leadId: image.leadId });
        }
      }
      after = rows.at(-1)!.image.leadId;
    }
  }

  private async valuesAsImported(importId: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select coalesce(sum((select count(*) from jsonb_object_keys(change.before)) + coalesce(cardinality(change.tags), 0)), 0)::int as count
       from import_changes change join user_businesses lead on lead.id = change.lead_id and lead.revision = change.revision
       where change.import_id = $1 and change.revision is not null`,
      [importId],
    );
    return row!.count;
  }

  /** Returns what an undo did not restore. */
  private async leftOvers(importId: number): Promise<LeftOver[]> {
    const rows = await this.database.query<{ leadId: number; field: string; why: string | null }>(
      `select change.lead_id as "leadId", value.key as field, value.value as why
       from import_changes change cross join lateral jsonb_each_text(change.before) as value
       where change.import_id = $1 and change.revision is null and change.before is not null
       order by change.lead_id limit ${maxValues}`,
      [importId],
    );
    return rows.map(({ leadId, field, why }) =>
      why === null ? { leadId, field, outcome: 'kept' } : { leadId, field, outcome: 'failed', why },
    );
  }

  /** Adds the user and the time of the last change of each value after the import. */
  private async valuesOf(importId: number, leftOvers: readonly LeftOver[]): Promise<Preview['values']> {
    const names = await this.database.query<{ key: string; name: string }>(
      'select key, name from custom_field_definitions where key = any ($1)',
      [leftOvers.map(({ field }) => field)],
    );
    const customFields = new Map(names.map((field) => [field.key, field]));
    const details = await this.database.query<Details>(
      `select lead.uuid as "leadUuid", coalesce(lead.name, deleted.name, '') as name, last.by, last.at
       from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality as value (lead_id, field, label, position)
       left join user_businesses lead on lead.id = value.lead_id
       left join deleted_leads deleted on deleted.id = value.lead_id
       left join lateral (
         select coalesce(person.username, 'user ' || change.by) as by, ${moment('change.at')} as at
         from (${changesOfValue}) as change (by, at) left join assignees person on person.id = change.by
         order by change.at desc limit 1
       ) as last on true
       order by value.position`,
      [
        importId,
        leftOvers.map(({ leadId }) => leadId),
        leftOvers.map(({ field }) => field),
        leftOvers.map(({ field }) => labelOf(field, customFields)),
      ],
    );
    return leftOvers.map((each, index) => {
      const isKept = each.outcome === 'kept';
      const { leadUuid, name, by, at } = details[index]!;
      return {
        leadUuid,
        name,
        field: each.field,
        label: labelOf(each.field, customFields),
        outcome: each.outcome,
        why: isKept ? 'It was changed since' : each.why,
        by: isKept ? by : null,
        at: isKept ? at : null,
      };
    });
  }
}

/** A lead as a whole changes with its activities and its users too. */
const changesOfValue = `
  select changed_by, changed_at from lead_changes change
  where user_business_id = value.lead_id
    and (value.field = '' or kind = 'edit' and (what -> 'names' ? regexp_replace(value.field, '^tag:', '')
      or exists (select from jsonb_array_elements(what -> 'fields') as logged
        where coalesce(logged ->> 'key' = value.field, logged ->> 'name' = value.label))))
    and (what ->> 'import')::bigint is distinct from $1 and (what ->> 'undoneImport')::bigint is distinct from $1
  union all
  select created_by, updated_at from contact_activities where value.field = '' and user_business_id = value.lead_id
  union all
  select changed_by, changed_at from assignment_history where value.field = '' and user_business_id = value.lead_id`;

interface Details {
  leadUuid: string | null;
  name: string;
  by: string | null;
  at: string | null;
}
