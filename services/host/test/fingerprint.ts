import type { Database } from '@lead-finder/platform';

/**
 * What moves by itself: events and mails on their way, the next day of a mail that is planned ahead, and the counts of
 * leads, which are folded now and then.
 */
const moving = [
  'schedules',
  'outbox',
  'inbox',
  'mails',
  'password_reset_requests',
  'lead_folds',
  'lead_counts',
  'lead_count_changes',
  'lead_cells',
  'lead_cell_changes',
  'lead_values',
  'lead_value_changes',
];

/** A hash of each table of a service's schema, and of the audit trail where the service may read it. */
export async function fingerprintOf(database: Database): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = current_schema() or (schemaname = 'audit' and current_schema() = 'users')) and tablename <> all($1)`,
    [moving],
  );
  // A use of a session is no change that anybody asked for.
  const content = `md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by t::text), ''))`;
  const hashes = tables.map(({ name }) => `select '${name}' as name, ${content} as hash from ${name} t`);
  const rows = await database.query<{ name: string; hash: string }>(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Everything that is told is heard: no service has an event on its way. */
export async function refuseUnheard(databases: readonly Database[]): Promise<void> {
  for (const database of databases) {
    const waiting = await database.query('select type from outbox where published_at is null');
    if (waiting.length > 0) throw new Error(`${waiting.length} events are on their way`);
  }
}
