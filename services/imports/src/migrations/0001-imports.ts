import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Imports1700000200000 implements MigrationInterface {
  name = 'Imports1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imports (
        id int generated always as identity primary key,
        created_by int not null,
        created_by_username text not null,
        idempotency_key text,
        file_id text not null,
        file_name text not null,
        bytes bigint not null,
        encoding text not null,
        dry_run boolean not null,
        -- Fixed when the import starts, so a repeated batch is the same one.
        layout jsonb,
        columns jsonb,
        assignee jsonb,
        tag text,
        state text not null default 'queued' check (state in
          ('queued', 'processing', 'completed', 'failed', 'cancelling', 'cancelled', 'undoing', 'undone')),
        message text,
        -- The checkpoint: the position and the number of the next batch.
        position jsonb,
        next_batch int not null default 0,
        created int not null default 0,
        invalid int not null default 0,
        unknown_user int not null default 0,
        duplicate_in_file int not null default 0,
        duplicate_in_database int not null default 0,
        -- Raised each time a worker takes the import. Writes with a lower fence are rejected.
        fence int not null default 0,
        lease_until timestamptz,
        last_turn_at timestamptz,
        -- Failed attempts since the last batch.
        stumbles int not null default 0,
        rows_per_second real,
        removed int,
        kept int,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create unique index imports_idempotency_key on imports (created_by, idempotency_key) where idempotency_key is not null;
      create index imports_unfinished on imports (last_turn_at nulls first, id)
        where state in ('queued', 'processing', 'cancelling', 'undoing');
      create index imports_newest on imports (created_at desc, id desc);
      create index imports_file on imports (file_id);

      create table import_row_errors (
        import_id int not null references imports on delete cascade,
        row int not null,
        column_name text,
        message text not null,
        cells jsonb not null,
        primary key (import_id, row)
      );

      -- The users whom the names of the file mean, fixed at the first use. Deleted when the import ends.
      create table import_users (
        import_id int not null references imports on delete cascade,
        name text not null,
        user_id int,
        username text,
        active boolean,
        primary key (import_id, name)
      );

      -- The user replica: names for the history.
      create table people (
        id int primary key,
        username text not null,
        version int not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
