import type { Database } from '@lead-finder/platform';

/** Runs a statement of the caller's transaction that changes leads, but no column that the counts of leads have. */
export async function uncounted<T>(database: Database, change: () => Promise<T>): Promise<T> {
  const set = (mode: string) => database.query("select set_config('lead_finder.backfill', $1, true)", [mode]);
  await set('details');
  const result = await change();
  await set('');
  return result;
}
