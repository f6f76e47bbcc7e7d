import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who made a lead, so that an import writes no history of first assignments (docs/decisions/0067-first-assignments-in-the-lead.md).
 * Null if the history has the first assignment.
 */
export class FirstAssignments1700000064000 implements MigrationInterface {
  name = 'FirstAssignments1700000064000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_businesses add column created_by bigint');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
