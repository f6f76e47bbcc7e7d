import type { Database } from '@lead-finder/platform';

/**
 * Tables that change without a request: mails that the clock plans, limits, which count rejected attempts too, reset
 * requests, which the audit trail gets after their minute, its seals, what is sent to devices, the positions of changes and what webhooks send, the words and territories of leads, and how
 * often counts were rolled up. A roll-up moves counts between two tables, so each such pair is compared by the sum that users
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
  'lead_folds',
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

const auditedByRequests = `select * from audit.entries where action <> 'password_requested'`;

/** Returns a hash of each table of a service's schema, and of the audit trail if the service may read it. */
export async function fingerprintOf(database: Database): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = current_schema() or (schemaname = 'audit' and current_schema() = 'users')) and tablename <> all($1)`,
    [moving],
  );
  const isOfLeads = tables.some(({ name }) => name.endsWith('.user_businesses'));
  const contents = [
    ...tables.map(({ name }) => [name, name === 'audit.entries' ? auditedByRequests : `select * from ${name}`]),
    ...(isOfLeads
      ? sums.map(([name, columns]) => [
          name,
          total(
            `select ${columns} from ${name} where ${storedOf[name as keyof typeof storedOf]}
             union all select ${columns} from ${name.slice(0, -1)}_changes`,
          ),
        ])
      : []),
  ];
  // The last use of a session changes with every request.
  const content = `md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by t::text), ''))`;
  const hashes = contents.map(([name, query]) => `select '${name}' as name, ${content} as hash from (${query}) t`);
  const rows = await database.query<{ name: string; hash: string }>(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Selects the number of leads of each group; a group with none is left out. */
const total = (rows: string) =>
  `select key, sum(leads) as leads from (select to_jsonb(r) - 'leads' as key, r.leads from (${rows}) r) each group by key having sum(leads) <> 0`;

const waiting = [
  ['outbox', 'published_at is null'],
  ['mails', 'sent_at is null'],
  ['password_reset_requests', 'true'],
];

/**
 * Throws while an event, a mail or a reset request waits, because a service would then change data without a request.
 */
export async function assertIdle(databases: readonly Database[]): Promise<void> {
  for (const database of databases) {
    for (const [table, isWaiting] of waiting) {
      const [there] = await database.query<{ name: string | null }>('select to_regclass($1)::text as name', [table]);
      if (there!.name === null) continue;
      const rows = await database.query(`select 1 from ${table} where ${isWaiting}`);
      if (rows.length > 0) throw new Error(`${rows.length} of ${table} are on their way`);
    }
  }
}
