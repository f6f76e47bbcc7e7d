import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { KnownUser } from '@lead-finder/contracts';
import type { Database } from '@lead-finder/platform';
import { stringify } from 'csv-stringify/sync';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { reviewOwners } from '../list/counted-owners.js';
import { QueryCache } from '../list/query-cache.js';
import { LeadMapGrid } from '../list/lead-map-grid.js';
import { LeadTotals } from '../list/lead-totals.js';
import { LeadValues } from '../list/lead-values.js';
import { rollUpParts, waitingParts } from '../list/waiting-changes.js';
import { madeUpLead, type MadeUpLead } from './made-up-lead.rules.js';
import { randomFrom } from './random.rules.js';

export interface Seeding {
  count: number;
  /** The first user is an administrator who assigns; the others own the leads. */
  users: readonly KnownUser[];
  /** Called after each batch with the number of leads so far. */
  onProgress(leads: number): void;
}

/** Large enough for COPY and small enough for memory. */
const batchSize = 20_000;
const changesPerRollup = 200_000;
/** A seed that adds at least a tenth builds the indexes anew, which is faster than adding to each and takes less disk. */
const minShare = 10;

const columns = `place_id, match_key, name, address, phone, website, latitude, longitude, state, county, user_id, status,
  archived, existing_customer, tags, assigned_at`;
const contacted = `case when status <> 'new' then assigned_at + (now() - assigned_at) / 2 end`;

/** Adds made-up leads, whose counts `rollUpSeeded` rolls up. The same number of existing leads gives the same new ones. */
export async function seedLeads(database: Database, { count, users, onProgress }: Seeding): Promise<void> {
  const [admin, ...others] = users;
  const owners = others.length > 0 ? others : [admin!];
  const [{ first } = { first: 0 }] = await database.query<{ first: number }>(
    `select coalesce(max(substr(place_id, 6)::bigint), 0) as first from businesses where place_id ~ '^seed:\\d+$'`,
  );
  const random = randomFrom(20_260_302 + first);
  const now = new Date();
  const batchFrom = (done: number) => {
    // Neighbours have the same owner, so that a batch changes few counters.
    const ownerOf = (n: number) => owners[Math.floor(((done + n) / count) * owners.length)]!.id;
    const size = Math.min(batchSize, count - done);
    return Array.from({ length: size }, (_, n) => madeUpLead(random, first + done + n + 1, ownerOf(n), now));
  };
  await database.transaction(async (manager) => {
    const client = (await manager.queryRunner!.connect()) as PoolClient;
    const indexes = count * minShare > first ? await dropIndexes(database) : [];
    await database.query(`create temp table seed_rows (place_id text, match_key text, name text, address text, phone text,
      website text, latitude float8, longitude float8, state text, county text, user_id bigint, status text, archived boolean,
      existing_customer boolean, tags text[], assigned_at timestamptz) on commit drop`);
    let batch = batchFrom(0);
    for (let done = 0; done < count;) {
      const adding = addBatch(database, client, batch, admin!.id);
      done += batch.length;
      batch = batchFrom(done);
      await adding;
      onProgress(done);
    }
    for (const definition of indexes) await database.query(definition);
  });
}

/** Drops the indexes that are no constraints until the end of the transaction. Returns the statements that build them. */
async function dropIndexes(database: Database): Promise<string[]> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('businesses'::regclass, 'user_businesses'::regclass)
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  if (indexes.length > 0) await database.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
  return indexes.map(({ definition }) => definition);
}

async function addBatch(database: Database, client: PoolClient, leads: MadeUpLead[], adminId: number): Promise<void> {
  await database.query('truncate seed_rows');
  const rows = stringify(leads.map(rowOf), { cast: { boolean: (on) => (on ? 't' : 'f') } });
  await pipeline(Readable.from([rows]), client.query(copyFrom(`copy seed_rows (${columns}) from stdin (format csv)`)));
  await database.query(
    `with found as (
       insert into businesses (place_id, match_key, name, formatted_address, phone, website, latitude, longitude, state, county)
       select place_id, match_key, name, address, phone, website, latitude, longitude, state, county from seed_rows
       returning id, place_id
     )
     insert into user_businesses (user_id, business_id, status, viewed, archived, archived_at, existing_customer,
       existing_customer_at, assigned_at, last_contacted_at, first_contact_at, tags, name, state, county, latitude,
       longitude, created_by, created_at)
     select user_id, id, status, status <> 'new', archived, case when archived then now() end, existing_customer,
       case when existing_customer then now() end, assigned_at, ${contacted}, ${contacted}, tags, name, state, county,
       latitude, longitude, $1, assigned_at
     from seed_rows join found using (place_id)`,
    [adminId],
  );
}

const rowOf = (lead: MadeUpLead) => [
  lead.placeId,
  lead.matchKey,
  lead.name,
  lead.address,
  lead.phone,
  lead.website,
  lead.latitude,
  lead.longitude,
  lead.state,
  lead.county,
  lead.userId,
  lead.status,
  lead.archived,
  lead.existingCustomer,
  `{${lead.tags.map((tag) => JSON.stringify(tag)).join(',')}}`,
  lead.assignedAt.toISOString(),
];

/** Rolls up the counts of the new leads. Several may run at the same time, each with a connection of its own. */
export async function rollUpSeeded(database: Database): Promise<void> {
  const cache = new QueryCache(database);
  const values = new LeadValues(database);
  const counts = [new LeadTotals(database, cache, values), values, new LeadMapGrid(database)];
  for (let waiting; (waiting = await waitingParts(database, counts)).length > 0;)
    for (const parts of waiting) await rollUpParts(database, parts, changesPerRollup);
  while (await reviewOwners(database));
}

/** Builds the indexes that `seedLeads` could not drop anew, and those that the roll-up left. */
export async function packSeeded(database: Database, count: number): Promise<void> {
  const indexes = await database.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where (indrelid in ('businesses'::regclass, 'user_businesses'::regclass)
         and exists (select from pg_constraint where conindid = indexrelid)
       or indrelid in ('lead_values'::regclass, 'lead_cells'::regclass, 'lead_cell_changes'::regclass))
       and (select count(*) from user_businesses) < $1::bigint * ${minShare}`,
    [count],
  );
  for (const { name } of indexes) await database.query(`reindex index concurrently ${name}`);
  // Otherwise autovacuum slows down lists in the first minute of the product.
  await database.query('vacuum analyze');
}
