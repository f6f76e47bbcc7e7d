import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an import needs to name the row that another repeats, to check a file without writing, and to be taken back. */
export class Imports1700000005500 implements MigrationInterface {
  name = 'Imports1700000005500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The row of the file, as a spreadsheet shows it.
      alter table user_businesses add column import_row int;
      -- What was typed as State where it is none that the filter knows.
      alter table businesses add column state_as_given text;

      -- What a dry run would have made so far; goes when it ends.
      create unlogged table dry_run_leads (
        import_id int not null,
        user_id int not null,
        match_key text not null,
        import_row int not null,
        primary key (import_id, user_id, match_key)
      );

      alter table import_batches rename column failures to refused;

      create table import_undos (
        import_id int primary key,
        last_lead_id int not null default 0,
        removed int not null default 0,
        kept int not null default 0
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
