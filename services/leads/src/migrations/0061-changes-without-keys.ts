import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['lead_count_changes', 'lead_value_changes'];

/**
 * Nothing reads these rows by their ids, and each key costs every new lead time and disk. Without a key, a logical replica
 * finds a deleted row by all its columns. Version 0.1.0 joins `lead_cell_changes` by its key, so that one stays for a release.
 */
export class ChangesWithoutKeys1700000061000 implements MigrationInterface {
  name = 'ChangesWithoutKeys1700000061000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`alter table ${table} drop constraint if exists ${table}_pkey, replica identity full`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
