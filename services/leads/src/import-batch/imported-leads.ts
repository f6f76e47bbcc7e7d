import {
  resolveUsers,
  type importLeads,
  type ImportRow,
  type ParsedInputOf,
  type RefusedRow,
} from '@lead-finder/contracts';
import { Bus, Clock, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Assignees } from '../assignee/assignees.js';
import { customFieldsOf, readBatch, tagsOf, type WantedLead } from './batch.rules.js';
import { ImportedBusinesses, type StoredBusiness } from './imported-businesses.js';

type Batch = ParsedInputOf<typeof importLeads>;
/** The row that made the lead; null where it was there before the import. */
type Taken = Map<string, number | null>;

const mostAsked = 1_000;

const pairOf = (userId: number, business: number | string) => `${userId}/${business}`;

/** The rows of one batch as leads: a statement for all of them. Answers the rows that made none. */
@Injectable()
export class ImportedLeads {
  constructor(
    private readonly database: Database,
    private readonly assignees: Assignees,
    private readonly businesses: ImportedBusinesses,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  async add(batch: Batch): Promise<RefusedRow[]> {
    const { rows, refused } = await this.withPeople(batch.rows);
    const { businesses: given, leads: wanted } = readBatch(rows);
    const businesses = await this.businesses.findOrAdd(given);
    const added = new Set(await this.insert(batch, wanted, businesses));
    const others = wanted.filter((lead) => !added.has(lead.row.row));
    const taken = await this.takenBefore(batch.importId, others, businesses);
    return [
      ...refused,
      ...refusals(wanted, (lead) => taken.get(pairOf(lead.row.userId, businesses.get(lead.matchKey)!.id))),
    ];
  }

  /** The same answer without a lead: what earlier batches would have made is remembered until the dry run ends. */
  async check(batch: Batch): Promise<RefusedRow[]> {
    const { rows, refused } = await this.withPeople(batch.rows);
    const { businesses: given, leads: wanted } = readBatch(rows);
    const businesses = await this.businesses.find([...given.keys()]);
    const known = wanted.filter((lead) => businesses.has(lead.matchKey));
    const taken = await this.takenBefore(batch.importId, known, businesses);
    const before = (lead: WantedLead) => {
      const business = businesses.get(lead.matchKey);
      return business && taken.get(pairOf(lead.row.userId, business.id));
    };
    const noted = await this.note(
      batch.importId,
      wanted.filter((lead) => before(lead) === undefined),
    );
    return [
      ...refused,
      ...refusals(wanted, (lead) => (before(lead) === null ? null : noted.get(pairOf(lead.row.userId, lead.matchKey)))),
    ];
  }

  /** Keeps the people of the rows from being dropped until the commit; rows of one who is gone fail. */
  private async withPeople(all: ImportRow[]): Promise<{ rows: ImportRow[]; refused: RefusedRow[] }> {
    const ids = [...new Set(all.map((row) => row.userId))];
    let held = await this.assignees.holdAll(ids);
    const unknown = ids.filter((id) => !held.has(id));
    if (unknown.length > 0) {
      await this.meet(unknown);
      held = await this.assignees.holdAll(ids);
    }
    const isHere = (row: ImportRow) => held.has(row.userId);
    const gone = unknown.length > 0 ? all.filter((row) => !isHere(row)) : [];
    return {
      rows: gone.length > 0 ? all.filter(isHere) : all,
      refused: gone.map(({ row }) => ({ row, why: 'user-gone' as const })),
    };
  }

  /** Users whose event is still on its way. */
  private async meet(unknown: number[]): Promise<void> {
    for (let from = 0; from < unknown.length; from += mostAsked) {
      const ids = unknown.slice(from, from + mostAsked);
      const { users } = await this.bus.call(resolveUsers, { ids }, { actor: null, requestId: currentRequestId() });
      await this.assignees.keep(users);
    }
  }

  private async insert(batch: Batch, wanted: WantedLead[], businesses: Map<string, StoredBusiness>): Promise<number[]> {
    const leads = wanted.map(({ row, matchKey }) => {
      const { id: business_id, name, state, county, latitude, longitude } = businesses.get(matchKey)!;
      const custom_fields = customFieldsOf(row);
      const tags = tagsOf(row);
      return {
        row: row.row,
        user_id: row.userId,
        business_id,
        tags,
        custom_fields,
        name,
        state,
        county,
        latitude,
        longitude,
      };
    });
    // In one order for all, as the businesses.
    leads.sort((one, other) => one.business_id - other.business_id || one.user_id - other.user_id);
    const added = await this.database.query<{ row: number }>(
      `with added as (
         insert into user_businesses (user_id, business_id, tags, custom_fields, import_id, import_row, assigned_at,
           name, state, county, latitude, longitude)
         select user_id, business_id, tags, custom_fields, $2, row, $3, name, state, county, latitude, longitude
         from json_to_recordset($1) as wanted (row int, user_id int, business_id int, tags text[], custom_fields jsonb,
           name text, state text, county text, latitude double precision, longitude double precision)
         on conflict (user_id, business_id) do nothing
         returning id, user_id, import_row
       ), told as (
         insert into assignment_history (user_business_id, new_user_id, changed_by) select id, user_id, $4 from added
       )
       select import_row as row from added`,
      [JSON.stringify(leads), batch.importId, this.clock.now(), batch.createdBy],
    );
    return added.map(({ row }) => row);
  }

  private async takenBefore(
    importId: number,
    wanted: WantedLead[],
    businesses: Map<string, StoredBusiness>,
  ): Promise<Taken> {
    if (wanted.length === 0) return new Map();
    const rows = await this.database.query<{ userId: number; businessId: number; row: number | null }>(
      `select user_id as "userId", business_id as "businessId", case when import_id = $3 then import_row end as row
       from unnest($1::int[], $2::int[]) as wanted (user_id, business_id)
       join user_businesses using (user_id, business_id)`,
      [wanted.map((lead) => lead.row.userId), wanted.map((lead) => businesses.get(lead.matchKey)!.id), importId],
    );
    return new Map(rows.map(({ userId, businessId, row }) => [pairOf(userId, businessId), row]));
  }

  /** Answers those that an earlier row of the file asked for already. */
  private async note(importId: number, wanted: WantedLead[]): Promise<Map<string, number>> {
    const [users, keys, lines] = [
      wanted.map((lead) => lead.row.userId),
      wanted.map((lead) => lead.matchKey),
      wanted.map((lead) => lead.row.row),
    ];
    const earlier = await this.database.query<{ userId: number; matchKey: string; row: number }>(
      `select user_id as "userId", match_key as "matchKey", import_row as row
       from unnest($2::int[], $3::text[]) as wanted (user_id, match_key)
       join dry_run_leads using (user_id, match_key) where import_id = $1`,
      [importId, users, keys],
    );
    await this.database.query(
      `insert into dry_run_leads (import_id, user_id, match_key, import_row)
       select $1, * from unnest($2::int[], $3::text[], $4::int[]) on conflict do nothing`,
      [importId, users, keys, lines],
    );
    return new Map(earlier.map(({ userId, matchKey, row }) => [pairOf(userId, matchKey), row]));
  }
}

/**
 * `takenBy`: undefined where the lead is new, null where the person had it before, else the earlier row of the file. A row
 * that repeats one of its own batch names that one.
 */
function refusals(wanted: WantedLead[], takenBy: (lead: WantedLead) => number | null | undefined): RefusedRow[] {
  return wanted.flatMap((lead): RefusedRow[] => {
    const by = takenBy(lead);
    const sameAs = by === undefined ? lead.row.row : by;
    const rows = by === undefined ? lead.repeats : [lead.row.row, ...lead.repeats];
    return rows.map((row) => (sameAs === null ? { row, why: 'assigned' } : { row, why: 'repeated', sameAs }));
  });
}
