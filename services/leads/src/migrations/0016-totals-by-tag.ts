import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index that returns the total of a list with one tag from stored counts, in any case of the tag. Writes of leads
 * stay as fast, because only a roll-up writes lead_values.
 */
export class TotalsByTag1700000016000 implements MigrationInterface {
  name = 'TotalsByTag1700000016000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index lead_values_tag on lead_values (lower(value), user_id) where kind = 'tag'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
