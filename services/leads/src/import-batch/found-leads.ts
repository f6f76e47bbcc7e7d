import type { ImportMode, RefusedRow, UpdatingRow } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { oldestBusiness } from './imported-businesses.js';
import type { BusinessOfLead, LeadOfRow } from './row-changes.rules.js';

export interface FoundLead extends LeadOfRow {
  id: number;
  uuid: string;
  userId: number;
  version: number;
  fieldVersions: Record<string, number>;
  /** The transactions that wrote the lead and its business as they were read. */
  writtenBy: string;
  businessWrittenBy: string;
}

interface RowsOfLeads {
  found: Map<number, FoundLead>;
  missing: UpdatingRow[];
  refused: RefusedRow[];
}

/** `earlierRow` is the row of this import that the lead had before. */
type ReadLead = FoundLead & { earlierRow: number | null };
type LeadRow = Omit<ReadLead, 'business'> & Omit<BusinessOfLead, 'id'> & { businessId: number };

/** Finds the lead of each row by its uuid, else by business and user (docs/product/import.md#modes). */
@Injectable()
export class FoundLeads {
  constructor(private readonly database: Database) {}

  /** `keys` has the match key of each row without a uuid. `lock` locks the leads in an order without deadlocks. */
  async find(
    { importId, rows, mode }: { importId: number; rows: readonly UpdatingRow[]; mode: ImportMode },
    keys: ReadonlyMap<number, string>,
    lock: boolean,
  ): Promise<RowsOfLeads> {
    const ids = new Map([...(await this.byUuid(rows)), ...(await this.byBusiness(rows, keys))]);
    const leads = await this.read(importId, [...new Set(ids.values())], lock);
    const found = new Map<number, FoundLead>();
    const unknown: UpdatingRow[] = [];
    const refused: RefusedRow[] = [];
    const missing: UpdatingRow[] = [];
    for (const row of rows) {
      const lead = leads.get(ids.get(row.row) ?? 0);
      const sameAs = lead?.earlierRow ?? null;
      if (sameAs !== null) refused.push({ row: row.row, why: 'same-lead', sameAs });
      else if (lead) found.set(row.row, lead);
      else if (row.leadUuid !== null) unknown.push(row);
      else if (mode === 'update') refused.push({ row: row.row, why: 'no-lead' });
      else missing.push(row);
    }
    const deleted = await this.deletedAmong(unknown);
    for (const { row, leadUuid } of unknown)
      refused.push({ row, why: deleted.has(leadUuid!) ? 'deleted-lead' : 'unknown-lead' });
    return { found, missing, refused };
  }

  /** `offset 0` makes PostgreSQL look up each row by the index, also with outdated statistics. */
  private async byUuid(rows: readonly UpdatingRow[]): Promise<[number, number][]> {
    const named = rows.filter(({ leadUuid }) => leadUuid !== null);
    if (named.length === 0) return [];
    const found = await this.database.query<{ row: number; id: number }>(
      `select given.row, lead.id from unnest($1::int[], $2::uuid[]) as given (row, uuid)
       cross join lateral (select id from user_businesses where uuid = given.uuid offset 0) as lead`,
      [named.map(({ row }) => row), named.map(({ leadUuid }) => leadUuid)],
    );
    return found.map(({ row, id }) => [row, id]);
  }

  private async byBusiness(
    rows: readonly UpdatingRow[],
    keys: ReadonlyMap<number, string>,
  ): Promise<[number, number][]> {
    const given = rows.filter(({ leadUuid }) => leadUuid === null);
    if (given.length === 0) return [];
    const found = await this.database.query<{ row: number; id: number }>(
      `select given.row, lead.id from unnest($1::int[], $2::bigint[], $3::text[]) as given (row, user_id, match_key)
       cross join lateral (${oldestBusiness('given.match_key', 'id')}) as business
       cross join lateral (
         select id from user_businesses where user_id = given.user_id and business_id = business.id offset 0
       ) as lead`,
      [given.map(({ row }) => row), given.map(({ userId }) => userId), given.map(({ row }) => keys.get(row))],
    );
    return found.map(({ row, id }) => [row, id]);
  }

  /** Leads of one business share its object, so that a row sees what an earlier one filled. */
  private async read(importId: number, ids: readonly number[], lock: boolean): Promise<Map<number, ReadLead>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<LeadRow>(
      `select u.id, u.uuid, u.user_id as "userId", u.xmin::text as "writtenBy", b.xmin::text as "businessWrittenBy", u.version, u.field_versions as "fieldVersions",
         u.custom_fields as "customFields", to_jsonb(u.tags) as tags, b.id as "businessId", b.name,
         coalesce(b.formatted_address, b.vicinity) as address, b.international_phone as "internationalPhone", b.phone,
         b.website, b.state, b.latitude, b.longitude,
         case when u.import_id = $2 then u.import_row
           else (select row from import_changes where import_id = $2 and lead_id = u.id) end as "earlierRow"
       from user_businesses u cross join lateral (select *, xmin from businesses where id = u.business_id offset 0) as b
       where u.id = any ($1) order by u.id ${lock ? 'for update of u' : ''}`,
      [ids, importId],
    );
    const businesses = new Map<number, BusinessOfLead>();
    return new Map(rows.map((row) => [row.id, leadOf(row, businesses)]));
  }

  /** Whether the leads and their businesses are as they were found. Locks them like `find`. */
  async areSame(found: ReadonlyMap<number, FoundLead>): Promise<boolean> {
    const leads = [...found.values()].sort((a, b) => a.id - b.id);
    const [same] = await this.database.query<{ count: number }>(
      `select count(*)::int as count from unnest($1::bigint[], $2::xid[], $3::xid[]) as given (id, written_by, business_written_by)
       cross join lateral (
         select business_id, xmin as written_by from user_businesses where id = given.id offset 0 for update
       ) as u cross join lateral (
         select xmin as written_by from businesses where id = u.business_id offset 0
       ) as b
       where u.written_by = given.written_by and b.written_by = given.business_written_by`,
      [
        leads.map(({ id }) => id),
        leads.map(({ writtenBy }) => writtenBy),
        leads.map(({ businessWrittenBy }) => businessWrittenBy),
      ],
    );
    return same!.count === leads.length;
  }

  private async deletedAmong(rows: readonly UpdatingRow[]): Promise<Set<string>> {
    if (rows.length === 0) return new Set();
    const deleted = await this.database.query<{ uuid: string }>(
      `select content -> 'lead' ->> 'uuid' as uuid from deleted_leads where content -> 'lead' ->> 'uuid' = any ($1)`,
      [rows.map(({ leadUuid }) => leadUuid)],
    );
    return new Set(deleted.map(({ uuid }) => uuid));
  }
}

function leadOf(row: LeadRow, businesses: Map<number, BusinessOfLead>): ReadLead {
  const { businessId, name, address, internationalPhone, phone, website, state, latitude, longitude, ...lead } = row;
  const business = businesses.get(businessId) ?? {
    id: businessId,
    name,
    address,
    internationalPhone,
    phone,
    website,
    state,
    latitude,
    longitude,
  };
  businesses.set(businessId, business);
  return { ...lead, business };
}
