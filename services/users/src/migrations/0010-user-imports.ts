import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `invited_at` is set while a user has only an invitation and no password yet. */
export class UserImports1700000190000 implements MigrationInterface {
  name = 'UserImports1700000190000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_imports (
        id int generated always as identity primary key,
        file_name text not null,
        status text not null default 'receiving',
        created_by int not null references users (id) on delete cascade,
        created_at timestamptz not null default now()
      );
      create index user_imports_created on user_imports (created_at);
      create index user_imports_running on user_imports (id) where status = 'running';

      create table user_import_rows (
        import_id int not null references user_imports (id) on delete cascade,
        line int not null,
        cells jsonb not null,
        verdict text,
        message text not null default '',
        is_done boolean not null default false,
        primary key (import_id, line)
      );

      alter table users add column invited_at timestamptz;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
