import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A goal's row also has the time zone of that version of the user. `mailed_days` has the day of each user's last mail. */
export class OwnClocks1700000003000 implements MigrationInterface {
  name = 'OwnClocks1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table members add column time_zone text;
      alter table goals add column time_zone text, add column since timestamptz;

      create table mailed_days (
        kind text not null,
        user_id int not null,
        day date not null,
        primary key (kind, user_id)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
