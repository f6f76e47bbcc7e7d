import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TimeZones1700000033000 implements MigrationInterface {
  name = 'TimeZones1700000033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assignees add column time_zone text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
