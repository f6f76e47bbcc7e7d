import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans that distribute leads (docs/decisions/0056-distribution-plans.md). */
export class DistributionPlans1700000050000 implements MigrationInterface {
  name = 'DistributionPlans1700000050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table distribution_plans (
        id bigint generated always as identity primary key,
        name text not null,
        version int not null default 1,
        -- Breaks ties.
        seed int not null,
        -- Raised by each change of the accounts.
        runs int not null default 0,
        last_job_id bigint,
        created_at timestamptz not null default now()
      );
      create unique index distribution_plans_name on distribution_plans (lower(name));
      create table distribution_plan_versions (
        plan_id bigint not null references distribution_plans on delete cascade,
        version int not null,
        definition jsonb not null,
        changed_by bigint not null,
        changed_at timestamptz not null default now(),
        primary key (plan_id, version)
      );
      -- How many leads each user got while exactly these users were eligible. The account is a hash of them.
      create table distribution_accounts (
        plan_id bigint not null references distribution_plans on delete cascade,
        account bigint not null,
        user_id bigint not null,
        leads int not null,
        used_at timestamptz not null default now(),
        primary key (plan_id, account, user_id)
      );
      create index distribution_accounts_of_user on distribution_accounts (user_id);
      create index distribution_accounts_used on distribution_accounts (used_at);
      -- The plan that gave the lead to its user. The user changed the lead since if its revision is another.
      alter table user_businesses add column plan_id bigint, add column plan_revision int;
      alter table bulk_jobs add column plan_id bigint, add column plan_name text, add column plan_version int;
      -- What happens to each lead of the chunk, in the order of its ids.
      alter table bulk_job_pieces add column moves jsonb;
      alter table bulk_job_images add column plan_id bigint, add column plan_revision int, add column account bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
