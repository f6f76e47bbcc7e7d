import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Untouched leads go back to the pool of their team (docs/product/recycling.md). */
export class Recycling1700000054000 implements MigrationInterface {
  name = 'Recycling1700000054000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recycling_rules (
        team_id bigint primary key,
        active boolean not null,
        days int not null,
        remind_days int not null,
        cool_down_days int not null
      );
      -- Where a lead stands that its owner has not touched since 'since'. Another owner or touch makes a row void.
      create table recycling_leads (
        lead_id bigint primary key,
        user_id bigint not null,
        since timestamptz not null,
        protections int not null default 0,
        protected_until timestamptz,
        reminded_on date,
        -- The day in whose night it moves.
        moves_on date,
        vetoed_at timestamptz,
        vetoed_by bigint
      );
      create index recycling_leads_of_user on recycling_leads (user_id);
      create index recycling_leads_moving on recycling_leads (moves_on, lead_id) where moves_on is not null;
      -- The last day of each owner that was looked at, and how many leads are not reported yet.
      create table recycling_days (
        user_id bigint primary key,
        day date not null,
        tonight int not null default 0,
        moved int not null default 0
      );
      create index recycling_days_unreported on recycling_days (user_id) where tonight > 0 or moved > 0;
      -- The previous user may not claim the lead before.
      alter table assignment_history add column cool_down_until timestamptz;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
