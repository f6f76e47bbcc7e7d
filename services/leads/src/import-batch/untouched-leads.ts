import { contactDetailKeys } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { noteDetails } from '../change-feed/noted-details.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { uncounted } from '../lead/uncounted.js';

interface Undone {
  /** How many leads of the import the chunk has, and the last one. */
  read: number;
  last: number | null;
  /** How many of them are undone, and how many values. The others need more than one statement. */
  leads: number;
  values: number;
}

/** Undoes what an import changed of leads that nothing has changed since, which are most: in one statement per chunk. */
@Injectable()
export class UntouchedLeads {
  constructor(
    private readonly database: Database,
    private readonly signals: LeadSignals,
  ) {}

  /**
   * Does what `undoneLead` says for images of contact details that no other image touches. It locks all leads of the chunk
   * in the order of their ids.
   */
  async undo(importId: number, undoneBy: number, after: number, limit: number): Promise<Undone> {
    const [done] = await uncounted(this.database, () =>
      this.database.query<Undone & { owners: number[]; ids: number[] }>(
        `with image as materialized (
           select lead_id as id, before, updated_at, version as own_version, priors is null and owns is null and tags is null
             and removes is not true and before - $5::text[] = '{}' as is_plain, revision as own_revision
           from import_changes where import_id = $1 and lead_id > $3 and revision is not null order by lead_id limit $4
         ), locked as materialized (
           select image.*, lead.* from image cross join lateral (
             select user_id, revision, version, field_versions from user_businesses where id = image.id offset 0 for update
           ) as lead
         ), untouched as materialized (
           select locked.*, names, versions from locked cross join lateral (
             select array_agg(name order by position) as names, jsonb_object_agg(name, own_version) as own,
               jsonb_object_agg(name, version + 1) as versions
             from unnest($5::text[]) with ordinality as each (name, position) where before ? name
           ) as fields
           where is_plain and revision = own_revision and field_versions @> own
         ), logged as (
           insert into lead_changes (user_business_id, kind, what, changed_by)
           select id, 'edit', jsonb_build_object('what', 'details', 'names', names, 'undoneImport', $1::bigint), $2
           from untouched
         ), forgotten as (
           -- An array is found by the index, also if the statistics are from before the import.
           delete from import_changes where import_id = $1 and lead_id = any (array(select id from untouched))
         ), undone as (
           update user_businesses lead set custom_fields = (lead.custom_fields - names) || jsonb_strip_nulls(before),
             version = lead.version + 1, field_versions = lead.field_versions || versions, revision = lead.revision - 1,
             updated_at = untouched.updated_at
           from untouched where lead.id = untouched.id
         ), noted as (${noteDetails('untouched')})
         select (select count(*)::int from image) as read, (select max(id) from image) as last,
           count(*)::int as leads, coalesce(sum(cardinality(names)), 0)::int as values,
           coalesce(array_agg(distinct user_id), '{}') as owners, coalesce(array_agg(id), '{}') as ids
         from untouched`,
        [importId, undoneBy, after, limit, contactDetailKeys],
      ),
    );
    const { owners, ids, ...undone } = done!;
    if (undone.leads > 0) this.signals.leadsChanged(owners, ids);
    return undone;
  }
}
