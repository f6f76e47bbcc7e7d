import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the user was at an activity, and how many metres from the business. */
export class CheckIns1700000030000 implements MigrationInterface {
  name = 'CheckIns1700000030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table contact_activities add column if not exists latitude double precision,
        add column if not exists longitude double precision, add column if not exists distance double precision
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
