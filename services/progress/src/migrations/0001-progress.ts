import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Progress1700000001000 implements MigrationInterface {
  name = 'Progress1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Append-only. A contact counts 1. If its job is undone, a second row counts -1 on the same day. turn is how
      -- often the lead was taken back before, so each turn holds one contact at most.
      create table contact_ledger (
        id bigint generated always as identity primary key,
        lead_id int not null,
        turn int not null,
        counts smallint not null check (counts in (1, -1)),
        business_name text not null,
        user_id int not null,
        done_by int not null,
        from_status text not null,
        to_status text not null,
        happened_at timestamptz not null,
        day date not null,
        event_id uuid not null,
        job text
      );
      create unique index contact_ledger_once on contact_ledger (lead_id, turn, counts);
      create index contact_ledger_of_user on contact_ledger (user_id, day, happened_at, id) where counts = 1;

      -- The sums of the ledger per user and day, updated in the same transaction.
      create table contact_counts (
        user_id int not null,
        day date not null,
        contacts int not null,
        primary key (user_id, day)
      );

      -- The user replica. The row of a deleted user stays, or a late event would restore the user.
      create table members (
        id int primary key,
        username text not null,
        full_name text not null,
        email text not null,
        role text,
        active boolean not null,
        version int not null,
        deleted_at timestamptz
      );

      -- The goals with their first days. Append-only, so a past month keeps its target.
      create table goals (
        user_id int not null,
        version int not null,
        from_day date not null,
        goal int not null check (goal >= 1),
        primary key (user_id, version)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
