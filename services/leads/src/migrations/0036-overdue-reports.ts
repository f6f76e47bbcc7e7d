import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day for which a manager last learned of overdue follow-ups. */
export class OverdueReports1700000036000 implements MigrationInterface {
  name = 'OverdueReports1700000036000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table overdue_reports (user_id bigint primary key, day date not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
