import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SCIM (docs/product/provisioning.md). `provider_active` is the provider's last word, `position` the order of the rules. */
export class Provisioning1700000320000 implements MigrationInterface {
  name = 'Provisioning1700000320000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table scim_tokens (
        id bigint generated always as identity primary key,
        provider_id bigint not null references identity_providers (id) on delete cascade,
        token_hash text not null unique,
        created_by bigint references users (id) on delete set null,
        created_at timestamptz not null,
        last_used_at timestamptz
      );
      create index scim_tokens_provider on scim_tokens (provider_id);
      create index scim_tokens_created_by on scim_tokens (created_by);

      create table scim_users (
        user_id bigint primary key references users (id) on delete cascade,
        provider_id bigint not null references identity_providers (id) on delete cascade,
        user_name text not null,
        external_id text,
        given_name text,
        family_name text,
        provider_active boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        removed_at timestamptz
      );
      create unique index scim_users_user_name on scim_users (provider_id, lower(user_name));
      create unique index scim_users_external_id on scim_users (provider_id, external_id);
      create index scim_users_listed on scim_users (provider_id, user_id) where removed_at is null;

      create table scim_groups (
        id bigint generated always as identity primary key,
        provider_id bigint not null references identity_providers (id) on delete cascade,
        display_name text not null,
        external_id text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index scim_groups_display_name on scim_groups (provider_id, lower(display_name));
      create unique index scim_groups_external_id on scim_groups (provider_id, external_id);
      create index scim_groups_listed on scim_groups (provider_id, id);

      create table scim_group_members (
        group_id bigint not null references scim_groups (id) on delete cascade,
        user_id bigint not null references scim_users (user_id) on delete cascade,
        primary key (group_id, user_id)
      );
      create index scim_group_members_user on scim_group_members (user_id);

      create table scim_group_rules (
        group_id bigint primary key references scim_groups (id) on delete cascade,
        position int not null,
        role text not null,
        team_id bigint references teams (id) on delete set null
      );
      create index scim_group_rules_team on scim_group_rules (team_id);

      create table leaver_rule (
        sole boolean primary key default true check (sole),
        hand_over text not null,
        user_id bigint references users (id) on delete set null,
        set_by bigint references users (id) on delete set null
      );
      create index leaver_rule_user on leaver_rule (user_id);
      create index leaver_rule_set_by on leaver_rule (set_by);

      create table provisioning_tasks (
        id bigint generated always as identity primary key,
        kind text not null,
        user_id bigint not null references users (id) on delete cascade,
        provider text not null,
        failures int not null default 0,
        due_at timestamptz not null
      );
      create unique index provisioning_tasks_user on provisioning_tasks (user_id, kind);
      create index provisioning_tasks_due on provisioning_tasks (due_at);

      alter table provider_sign_ins add column kind text not null default 'sign-in';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
