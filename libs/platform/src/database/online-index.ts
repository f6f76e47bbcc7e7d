import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while users read and write the table, for a migration with `transaction = false`. A build that was
 * interrupted leaves an invalid index, which is built again. `definition` begins with `on table`.
 */
export async function createIndexOnline(
  runner: QueryRunner,
  name: string,
  definition: string,
  kind: '' | 'unique' = '',
): Promise<void> {
  const [index] = (await runner.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ])) as { valid: boolean }[];
  if (index?.valid) return;
  // It waits for older transactions, such as a backup, but readers and writers do not wait for it.
  await runner.query('set lock_timeout = 0');
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create ${kind} index concurrently ${name} ${definition}`);
  await runner.query('reset lock_timeout');
}
