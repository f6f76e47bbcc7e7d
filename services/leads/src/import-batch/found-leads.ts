import type { ImportMode, RefusedRow, UpdatingRow } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { oldestBusiness } from './imported-businesses.js';
import type { BusinessOfLead, LeadOfRow } from './row-changes.rules.js';

export interface FoundLead extends LeadOfRow {
  id: number;
  uuid: string;
  userId: number;
  importId: number | null;
  importRow: number | null;
  version: number;
  fieldVersions: Record<string, number>;
}

interface RowsOfLeads {
  found: Map<number, FoundLead>;
  missing: UpdatingRow[];
  refused: RefusedRow[];
}

type LeadRow = Omit<FoundLead, 'business'> & { business: BusinessOfLead };

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
    const leads = await this.read([...new Set(ids.values())], lock);
    const earlier = await this.rowsBefore(importId, [...leads.keys()]);
    const found = new Map<number, FoundLead>();
    const unknown: UpdatingRow[] = [];
    const refused: RefusedRow[] = [];
    const missing: UpdatingRow[] = [];
    for (const row of rows) {
      const lead = leads.get(ids.get(row.row) ?? 0);
      const sameAs = lead && (lead.importId === importId ? lead.importRow : earlier.get(lead.id));
      if (typeof sameAs === 'number') refused.push({ row: row.row, why: 'same-lead', sameAs });
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
  private async read(ids: readonly number[], lock: boolean): Promise<Map<number, FoundLead>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<LeadRow>(
      `select u.id, u.uuid, u.user_id as "userId", u.import_id as "importId", u.import_row as "importRow", u.version,
         u.field_versions as "fieldVersions", u.custom_fields as "customFields", to_jsonb(u.tags) as tags,
         business.record as business
       from user_businesses u cross join lateral (
         select json_build_object('id', id, 'name', name, 'address', coalesce(formatted_address, vicinity),
           'internationalPhone', international_phone, 'phone', phone, 'website', website, 'state', state,
           'latitude', latitude, 'longitude', longitude) as record
         from businesses where id = u.business_id offset 0
       ) as business
       where u.id = any ($1) order by u.id ${lock ? 'for update of u' : ''}`,
      [ids],
    );
    const businesses = new Map<number, BusinessOfLead>();
    return new Map(
      rows.map((lead) => {
        const business = businesses.get(lead.business.id) ?? lead.business;
        businesses.set(business.id, business);
        return [lead.id, { ...lead, business }];
      }),
    );
  }

  private async rowsBefore(importId: number, leadIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.database.query<{ id: number; row: number }>(
      'select lead_id as id, row from import_changes where import_id = $1 and lead_id = any ($2)',
      [importId, leadIds],
    );
    return new Map(rows.map(({ id, row }) => [id, row]));
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
