import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The times of the last fence and of the last undo of an import, so that they expire with the import's history. */
export class OldImportMarks1700000020000 implements MigrationInterface {
  name = 'OldImportMarks1700000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table import_fences add column raised_at timestamptz not null default now();
      alter table import_undos add column undone_at timestamptz not null default now();
      create index import_fences_raised_at on import_fences (raised_at);
      create index import_undos_undone_at on import_undos (undone_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
