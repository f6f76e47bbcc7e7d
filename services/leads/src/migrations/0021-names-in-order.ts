import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists stay fast after a bulk change of many leads and during searches for a name. */
export class NamesInOrder1700000021000 implements MigrationInterface {
  name = 'NamesInOrder1700000021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- By default a vacuum waits for a fifth of all rows. Until then each index-only scan reads the changed leads.
      alter table user_businesses set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      -- With the columns that lists exclude, a scan to the oldest leads of a status reads no leads.
      drop index user_businesses_moved;
      create index user_businesses_moved on user_businesses (status, assigned_at desc, id desc)
        include (archived, existing_customer, imported) where status <> 'new';
      -- A search by name scans in the order of the list first. Reading the name from the index takes a tenth of the time.
      drop index user_businesses_newest;
      create index user_businesses_newest on user_businesses (assigned_at desc, id desc)
        include (archived, existing_customer, status, imported, name);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
