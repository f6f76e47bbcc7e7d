import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the total of a list with one tag, in any case of the tag. Only roll-ups write lead_values. */
export class TotalsByTag1700000016000 implements MigrationInterface {
  name = 'TotalsByTag1700000016000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index lead_values_tag on lead_values (lower(value), user_id) where kind = 'tag'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
