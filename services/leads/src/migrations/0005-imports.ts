import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Imports1700000005500 implements MigrationInterface {
  name = 'Imports1700000005500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The row number in the file, as a spreadsheet shows it.
      alter table user_businesses add column import_row int;
      -- The value of the State column if it is no US state.
      alter table businesses add column state_as_given text;

      -- The leads that a dry run would create. Deleted when it ends.
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
