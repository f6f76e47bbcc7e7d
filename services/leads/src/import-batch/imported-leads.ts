import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  resolveUsers,
  type importLeads,
  type ImportRow,
  type ParsedInputOf,
  type RefusedRow,
} from '@lead-finder/contracts';
import { asService, Bus, Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { FieldValues } from '../custom-field/field-values.js';
import { noteArrivals } from '../distribution/live-arrivals.js';
import { organisationPool, Pools } from '../pool/pools.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { emptyBatch, readRows, type ReadBatch, type WantedLead } from './batch.rules.js';
import { copyBatch, givenColumns, textOf } from './copied-batch.js';
import { ImportedBusinesses, oldestBusiness } from './imported-businesses.js';

type Batch = ParsedInputOf<typeof importLeads>;

export interface PreparedBatch {
  read: ReadBatch;
  /** Null for a dry run, which writes no leads. */
  text: string | null;
}

interface Inserted {
  leads: number;
  first: number | null;
  last: number | null;
}

/** The rows that created no lead, and ids of the new leads and businesses with the smallest and the largest. */
export interface AddedLeads {
  refused: RefusedRow[];
  ids: number[];
  businessIds: number[];
}

const maxRounds = 3;
const isNumber = (value: unknown) => typeof value === 'number';

type InsertedWithBusinesses = Inserted & {
  businesses: number;
  firstBusiness: number | null;
  lastBusiness: number | null;
};

const maxUsersPerCall = 1_000;
/** Between so many rows, the requests of this process run. */
const rowsPerTurn = 200;

const businessColumns = ['match_key', ...givenColumns].join();

/** Common table expressions that insert a lead for each row of `source`, in an order without deadlocks. */
const insertedLeads = (source: string) => `added as (
    insert into user_businesses (user_id, business_id, tags, custom_fields, import_id, import_row, assigned_at,
      created_by, name, state, county, latitude, longitude)
    select user_id, business.id, tags, custom_fields, $1, import_row, $2, $3, business.name, business.state, business.county,
      business.latitude, business.longitude
    from ${source}
    order by business.id, user_id
    on conflict (user_id, business_id) do nothing
    returning id, user_id
  ), arrived as (${noteArrivals('added', 'imports', '$2::timestamptz')})`;

/** Turns the rows of a batch into leads with set-based statements. Returns the rows that created none. */
@Injectable()
export class ImportedLeads {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly businesses: ImportedBusinesses,
    private readonly pools: Pools,
    private readonly fieldValues: FieldValues,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  /** Prepares what needs no transaction, because other batches wait for the transaction. */
  async prepare({ rows, dryRun }: Batch): Promise<PreparedBatch> {
    const read = emptyBatch();
    for (let from = 0; from < rows.length; from += rowsPerTurn) {
      readRows(rows.slice(from, from + rowsPerTurn), read);
      await nextTurn();
    }
    return { read, text: dryRun ? null : textOf(read) };
  }

  async add(batch: Batch, prepared: PreparedBatch): Promise<AddedLeads> {
    const { rows, refused } = await this.acceptable(batch.rows);
    const { read, text } = refused.length > 0 ? await this.prepare({ ...batch, rows }) : prepared;
    await copyBatch(this.database, text!);
    const ids: (number | null)[] = [];
    const businessIds: (number | null)[] = [];
    for (let [added, round] = [0, 1]; ; round++) {
      const fresh = await this.insertNew(batch);
      const known = fresh.businesses < read.businesses.size ? await this.insertKnown(batch) : null;
      ids.push(fresh.first, fresh.last, known?.first ?? null, known?.last ?? null);
      businessIds.push(fresh.firstBusiness, fresh.lastBusiness);
      added += fresh.leads + (known?.leads ?? 0);
      const result = { ids: ids.filter(isNumber), businessIds: businessIds.filter(isNumber) };
      if (added === read.leads.size && rows.length === added) return { refused, ...result };
      const taken =
        added < read.leads.size ? await this.takenByOthers(batch.importId) : new Map<number, number | null>();
      // The undo of another import can remove a business between the two statements.
      if (added + taken.size < read.leads.size && round < maxRounds) continue;
      const repeated = refusals([...read.leads.values()], (lead) => taken.get(lead.row.row));
      return { refused: [...refused, ...repeated], ...result };
    }
  }

  /** Returns the rows that would create no lead. Stores the wanted leads until the dry run ends, to find repeated rows. */
  async check(batch: Batch, prepared: PreparedBatch): Promise<RefusedRow[]> {
    const { rows, refused } = await this.acceptable(batch.rows);
    const { read } = refused.length > 0 ? await this.prepare({ ...batch, rows }) : prepared;
    const wanted = [...read.leads.values()];
    const taken = await this.noteDryRun(batch.importId, wanted);
    return [...refused, ...refusals(wanted, (lead) => taken.get(lead.row.row))];
  }

  /** Refuses rows that fitted when the import began: their user is gone or inactive, or a custom field has changed. */
  private async acceptable(all: ImportRow[]): Promise<{ rows: ImportRow[]; refused: RefusedRow[] }> {
    const { rows, refused } = await this.withLockedUsers(all);
    const misfits = await this.fieldValues.misfits(rows.map(({ customFields = {} }) => customFields));
    if (misfits.every(({ size }) => size === 0)) return { rows, refused };
    const message = (at: number) => [...misfits[at]!.values()].join('; ');
    return {
      rows: rows.filter((_, at) => !message(at)),
      refused: [
        ...refused,
        ...rows.flatMap(({ row }, at) => (message(at) ? { row, why: 'invalid' as const, message: message(at) } : [])),
      ],
    };
  }

  /** Locks the users of the rows against deletion and deactivation until the commit. Refuses rows of others. */
  private async withLockedUsers(all: ImportRow[]): Promise<{ rows: ImportRow[]; refused: RefusedRow[] }> {
    const ids = [...new Set(all.map((row) => row.userId))];
    if (ids.includes(organisationPool.id)) await this.pools.lock([organisationPool]);
    let locked = await this.userReplica.lockActiveForShare(ids);
    const unknown = ids.filter((id) => !locked.has(id));
    if (unknown.length === 0) return { rows: all, refused: [] };
    await this.addMissingUsers(unknown);
    locked = await this.userReplica.lockActiveForShare(ids);
    const inactive = await this.userReplica.lockAllForShare(unknown.filter((id) => !locked.has(id)));
    const gone = all.filter(({ userId }) => !locked.has(userId));
    return {
      rows: all.filter(({ userId }) => locked.has(userId)),
      refused: gone.map(({ row, userId }) => ({ row, why: 'user-gone', isInactive: inactive.has(userId) })),
    };
  }

  private async addMissingUsers(unknown: number[]): Promise<void> {
    for (let from = 0; from < unknown.length; from += maxUsersPerCall) {
      const ids = unknown.slice(from, from + maxUsersPerCall);
      const { users } = await this.bus.call(resolveUsers, { ids }, asService());
      await this.userReplica.upsert(users);
    }
  }

  /**
   * Inserts the new businesses with their leads, which no user can have yet. The order of keys keeps two imports of the
   * same file from a deadlock. `offset 0` forces one index lookup per key: with outdated statistics the planner would scan
   * the table.
   */
  private async insertNew({ importId, createdBy }: Batch): Promise<InsertedWithBusinesses> {
    const [row] = await this.database.query<InsertedWithBusinesses>(
      `with business as (
         insert into businesses (${businessColumns})
         select ${businessColumns} from given_leads given
         where place_id is not null
           and not exists (select 1 from businesses known where known.match_key = given.match_key offset 0)
         order by match_key
         on conflict (place_id) do nothing
         returning id, match_key, name, state, county, latitude, longitude
       ), ${insertedLeads('given_leads join business using (match_key)')}
       select (select count(*) from business)::int as businesses, (select min(id) from business) as "firstBusiness",
         (select max(id) from business) as "lastBusiness", count(*)::int as leads, min(id) as first, max(id) as last
       from added`,
      [importId, this.clock.now(), createdBy],
    );
    return row!;
  }

  /** Fills the known businesses and inserts their leads. A lead that exists takes no id. */
  private async insertKnown({ importId, createdBy }: Batch): Promise<Inserted> {
    await this.businesses.fill(importId);
    const [row] = await this.database.query<Inserted>(
      `with ${insertedLeads(`given_leads given
         cross join lateral (${oldestBusiness('given.match_key', 'id, name, state, county, latitude, longitude')}
           for key share) as business
         where not exists (
           select 1 from user_businesses lead where lead.user_id = given.user_id and lead.business_id = business.id offset 0
         )`)}
       select count(*)::int as leads, min(id) as first, max(id) as last from added`,
      [importId, this.clock.now(), createdBy],
    );
    return row!;
  }

  /**
   * Returns the rows of `given_leads` that created no lead, with the row that did, or null for an older lead. `offset
   * 0` forces a lookup by the unique key: a join would read every lead of a user for each row.
   */
  private async takenByOthers(importId: number): Promise<Map<number, number | null>> {
    const rows = await this.database.query<{ row: number; by: number | null }>(
      `select given.import_row as row, case when lead.import_id = $1 then lead.import_row end as by
       from given_leads given
       cross join lateral (${oldestBusiness('given.match_key', 'id')}) as business
       cross join lateral (
         select import_id, import_row from user_businesses
         where user_id = given.user_id and business_id = business.id offset 0
       ) as lead
       where lead.import_id is distinct from $1 or lead.import_row <> given.import_row`,
      [importId],
    );
    return new Map(rows.map(({ row, by }) => [row, by]));
  }

  /**
   * Notes the leads that the rows would create. Returns the rows that would create none, with the row of this file that
   * asked for the lead, or null for an older lead.
   */
  private async noteDryRun(importId: number, wanted: WantedLead[]): Promise<Map<number, number | null>> {
    const rows = await this.database.query<{ row: number; by: number | null }>(
      `with wanted as materialized (
         select * from unnest($2::bigint[], $3::text[], $4::int[]) as wanted (user_id, match_key, import_row)
       ), taken as materialized (
         select import_row from wanted
         cross join lateral (${oldestBusiness('wanted.match_key', 'id')}) as business
         where exists (
           select 1 from user_businesses where user_id = wanted.user_id and business_id = business.id offset 0
         )
       ), noted as (
         insert into dry_run_leads (import_id, user_id, match_key, import_row)
         select $1, * from wanted where import_row not in (select import_row from taken)
         on conflict do nothing returning import_row
       )
       select import_row as row, null::int as by from taken
       union all
       select wanted.import_row, earlier.import_row from wanted cross join lateral (
         select import_row from dry_run_leads
         where import_id = $1 and user_id = wanted.user_id and match_key = wanted.match_key offset 0
       ) as earlier
       where wanted.import_row not in (select import_row from noted union all select import_row from taken)`,
      [
        importId,
        wanted.map((lead) => lead.row.userId),
        wanted.map((lead) => lead.matchKey),
        wanted.map((lead) => lead.row.row),
      ],
    );
    return new Map(rows.map(({ row, by }) => [row, by]));
  }
}

/**
 * `takenBy` returns undefined for a new lead, null if the user had it before, else the earlier row of the file. Each
 * repeat within the batch names the row that it repeats.
 */
function refusals(wanted: WantedLead[], takenBy: (lead: WantedLead) => number | null | undefined): RefusedRow[] {
  return wanted.flatMap((lead): RefusedRow[] => {
    const by = takenBy(lead);
    const sameAs = by === undefined ? lead.row.row : by;
    const rows = by === undefined ? lead.repeats : [lead.row.row, ...lead.repeats];
    return rows.map((row) => (sameAs === null ? { row, why: 'assigned' } : { row, why: 'repeated', sameAs }));
  });
}
