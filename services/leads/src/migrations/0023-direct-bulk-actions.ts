import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the actions of requests, which are stored like ended jobs so that a user can undo them. */
export class DirectBulkActions1700000023000 implements MigrationInterface {
  name = 'DirectBulkActions1700000023000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table bulk_jobs add column direct boolean not null default false;
      -- The list shows few jobs among many marked rows.
      create index bulk_jobs_listed on bulk_jobs (id desc) where not direct;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
