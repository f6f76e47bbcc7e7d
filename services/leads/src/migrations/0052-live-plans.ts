import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans that distribute leads as they come in (docs/decisions/0059-live-plans.md). */
export class LivePlans1700000052000 implements MigrationInterface {
  name = 'LivePlans1700000052000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The origins whose leads the plan distributes, and the user who switched it on.
      alter table distribution_plans add column live text[] not null default '{}', add column live_by bigint,
        -- Groups the notifications of some minutes.
        add column burst uuid, add column burst_at timestamptz;
      -- Leads that came in without a user and have none yet, each with why.
      create table distribution_arrivals (
        lead_id bigint primary key,
        origin text not null,
        came_at timestamptz not null,
        due_at timestamptz not null,
        plan_id bigint,
        rule int,
        territory_id bigint,
        reason text
      );
      create index distribution_arrivals_due on distribution_arrivals (due_at, lead_id);
      -- Whole-area searches whose results become leads, and the last page that did.
      create table distribution_searches (
        search_id bigint primary key,
        page int not null default 0
      );
      alter table user_businesses add column area_search_id bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
