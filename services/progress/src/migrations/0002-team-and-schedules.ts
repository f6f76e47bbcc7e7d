import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TeamAndSchedules1700000002000 implements MigrationInterface {
  name = 'TeamAndSchedules1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For the whole team's days and their contacts.
      create index contact_counts_of_day on contact_counts (day) include (user_id, contacts);
      create index contact_ledger_of_day on contact_ledger (day, happened_at, id) where counts = 1;

      -- One row for each time at which mails are due: written in advance, processed user by user, then done. A worker
      -- that finds the row done or further on writes nothing, so a mail is composed once.
      create table schedules (
        kind text not null,
        due timestamptz not null,
        after_user int not null default 0,
        done_at timestamptz,
        primary key (kind, due)
      );
      create index schedules_waiting on schedules (due) where done_at is null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
