import type { Database } from '@lead-finder/platform';

/**
 * Tables that change without a request: mails that the clock plans, limits, which count rejected attempts too, reset
 * requests, which the audit trail gets after their minute, its seals, what is sent to devices, the positions of changes and what webhooks send, and the words and territories of
 * leads. A roll-up moves counts between two tables, so each such pair is compared by the sum that users
 * see. Rows of user 0 are totals that only the roll-up creates.
 */
const moving = [
  'limits',
  'reset_request_counts',
  'schedules',
  'mailed_days',
  'overdue_reports',
  'seals',
  'written_seals',
  'push_devices',
  'pushes',
  'lead_counts',
  'lead_count_changes',
  'lead_values',
  'lead_value_changes',
  'lead_cells',
  'lead_cell_changes',
  'counted_owners',
  'filtered_fields',
  'lead_field_entries',
  'lead_search',
  'lead_search_backfill',
  'lead_search_changes',
  'lead_words',
  'lead_territories',
  'territory_scan',
  'provisioning_tasks',
  'changes',
  'change_feed',
  'webhooks',
  'webhook_deliveries',
];
const sums = Object.entries({
  lead_counts: 'user_id, status, archived, existing_customer, imported, located, leads',
  // Of most users these are not stored.
  lead_values: 'kind, value, status, archived, existing_customer, leads',
  lead_cells: 'x, y, status, leads',
});
const storedOf = {
  lead_counts: 'user_id <> 0',
  lead_values: 'user_id = 0',
  lead_cells: 'user_id = 0 and level = (select max(level) from lead_cells)',
};

/** Returns a statement for each database, made once: specs ask hundreds of times. */
function statementFor(make: (database: Database) => Promise<string>) {
  const made = new WeakMap<Database, Promise<string>>();
  return (database: Database): Promise<string> => {
    if (!made.has(database)) made.set(database, make(database));
    return made.get(database)!;
  };
}

/** Each row has another place or transaction after it was written, even with the values of before. */
const writes = 'hashtidextended(t.ctid, t.xmin::text::bigint)';
/** Of the rows that a rejected request may write: a password counts as wrong until it proves right, and a session's last use changes. */
const values = `hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)`;

const hashOf = (name: string, source: string, row: string) =>
  `select '${name}' as name, concat(count(*), ' ', bit_xor(${row})) as hash from ${source}`;

const hashesOf = statementFor(async (database) => {
  const tables = await database.query<{ name: string; byValues: boolean }>(
    `select name, name = 'users.users' or exists (
         select from pg_attribute where attrelid = name::regclass and attname = 'last_used_at'
       ) as "byValues"
     from (
       select format('%I.%I', schemaname, tablename) as name from pg_tables
       where (schemaname = current_schema() or (schemaname = 'audit' and current_schema() = 'users')) and tablename <> all($1)
     ) tables`,
    [moving],
  );
  const isOfLeads = tables.some(({ name }) => name.endsWith('.user_businesses'));
  const hashes = tables.map(({ name, byValues }) => {
    const byRequests = name === 'audit.entries' ? ` where action <> 'password_requested'` : '';
    return hashOf(name, `${name} t${byRequests}`, byValues ? values : writes);
  });
  const totals = (isOfLeads ? sums : []).map(([name, columns]) => {
    const stored = `select ${columns} from ${name} where ${storedOf[name as keyof typeof storedOf]}`;
    const waiting = `select ${columns} from ${name.slice(0, -1)}_changes`;
    return hashOf(name, `(${total(`${stored} union all ${waiting}`)}) t`, values);
  });
  return [...hashes, ...totals].join(' union all ');
});

/**
 * Returns a hash of each table of a service's schema, and of the audit trail if the service may read it. It differs after
 * any write of a row, or of its values where a rejected request may write it.
 */
export async function fingerprintOf(database: Database): Promise<Record<string, string>> {
  const rows = await database.prepared<{ name: string; hash: string }>(await hashesOf(database), []);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Selects the number of leads of each group; a group with none is left out. */
const total = (rows: string) =>
  `select key, sum(leads) as leads from (select to_jsonb(r) - 'leads' as key, r.leads from (${rows}) r) each group by key having sum(leads) <> 0`;

const waiting = {
  outbox: 'published_at is null',
  mails: 'sent_at is null',
  password_reset_requests: 'true',
};

const waitingIn = statementFor(async (database) => {
  const tables = await database.query<{ name: keyof typeof waiting }>(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)',
    [Object.keys(waiting)],
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where ${waiting[name]}`,
  );
  return `select name, count from (${counts.join(' union all ')}) each where count > 0`;
});

/**
 * Throws while an event, a mail or a reset request waits, because a service would then change data without a request.
 */
export async function assertIdle(databases: readonly Database[]): Promise<void> {
  for (const database of databases) {
    const [some] = await database.prepared<{ name: string; count: number }>(await waitingIn(database), []);
    if (some) throw new Error(`${some.count} of ${some.name} are on their way`);
  }
}
