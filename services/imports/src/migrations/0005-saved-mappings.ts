import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `shape`: the hash of the file's columns, by which an import's settings are found for the next file like it. `corrections`: of cells. */
export class SavedMappings1700000230000 implements MigrationInterface {
  name = 'SavedMappings1700000230000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table imports add column if not exists shape text, add column if not exists settings jsonb,
         add column if not exists corrections jsonb`,
    );
    await createIndexOnline(runner, 'imports_shape', 'on imports (shape, id desc) where shape is not null');
    await runner.query(`
      create table if not exists saved_mappings (
        id bigint generated always as identity primary key,
        name text not null,
        shape text not null,
        file_name text not null,
        settings jsonb not null,
        created_by bigint not null,
        created_by_username text not null,
        created_at timestamptz not null default now(),
        used_at timestamptz
      );
      create unique index if not exists saved_mappings_name on saved_mappings (lower(name));
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
