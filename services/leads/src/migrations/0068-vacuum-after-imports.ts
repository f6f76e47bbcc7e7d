import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * By default PostgreSQL vacuums after as many new rows as a fifth of all. Until then each list that passes the leads of an
 * import in its index reads their pages, too.
 */
export class VacuumAfterImports1700000068000 implements MigrationInterface {
  name = 'VacuumAfterImports1700000068000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_businesses set (autovacuum_vacuum_insert_scale_factor = 0.01)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
