import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The CSV file that the worker made of a workbook. */
export class Workbooks1700000220000 implements MigrationInterface {
  name = 'Workbooks1700000220000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table imports add column if not exists rows_file_id text, add column if not exists rows_bytes bigint',
    );
    const where = 'on imports (rows_file_id) where rows_file_id is not null';
    await createIndexOnline(runner, 'imports_rows_file', where);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
