import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The command `backup` writes the row, and the metrics report it. */
export class LastBackup1700000150000 implements MigrationInterface {
  name = 'LastBackup1700000150000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table last_backup (
        sole boolean primary key default true check (sole),
        completed_at timestamptz not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
