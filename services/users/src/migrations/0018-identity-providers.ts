import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in by identity providers (docs/product/sign-in.md). `version` counts the changes of what a test tries. */
export class IdentityProviders1700000270000 implements MigrationInterface {
  name = 'IdentityProviders1700000270000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table identity_providers (
        id bigint generated always as identity primary key,
        kind text not null default 'oidc',
        settings jsonb not null,
        secret text,
        enabled boolean not null default false,
        version int not null default 1,
        created_at timestamptz not null default now()
      );

      create table identity_provider_domains (
        domain text primary key,
        provider_id bigint not null references identity_providers (id) on delete cascade
      );
      create index identity_provider_domains_provider on identity_provider_domains (provider_id);

      create table identities (
        issuer text not null,
        subject text not null,
        user_id bigint not null references users (id) on delete cascade,
        provider_id bigint references identity_providers (id) on delete set null,
        linked_at timestamptz not null,
        last_sign_in_at timestamptz not null,
        primary key (issuer, subject)
      );
      create unique index identities_user on identities (user_id, issuer);
      create index identities_provider on identities (provider_id);

      create table provider_sign_in_states (
        state_hash text primary key,
        browser_hash text not null,
        provider_id bigint not null references identity_providers (id) on delete cascade,
        provider_version int not null,
        nonce text not null,
        code_verifier text not null,
        return_to text not null,
        tested_by bigint references users (id) on delete cascade,
        created_at timestamptz not null
      );
      create index provider_sign_in_states_created on provider_sign_in_states (created_at);
      create index provider_sign_in_states_provider on provider_sign_in_states (provider_id);
      create index provider_sign_in_states_tested_by on provider_sign_in_states (tested_by);

      create table identity_provider_tests (
        provider_id bigint not null references identity_providers (id) on delete cascade,
        user_id bigint not null references users (id) on delete cascade,
        provider_version int not null,
        passed boolean not null default false,
        report jsonb not null,
        started_at timestamptz not null,
        primary key (provider_id, user_id)
      );
      create index identity_provider_tests_user on identity_provider_tests (user_id);
      create index identity_provider_tests_started on identity_provider_tests (started_at);

      create table provider_sessions (
        session_id uuid primary key references sessions (id) on delete cascade,
        provider_id bigint references identity_providers (id) on delete set null,
        subject text not null,
        provider_session text,
        id_token text
      );
      create index provider_sessions_subject on provider_sessions (provider_id, subject);
      create index provider_sessions_session on provider_sessions (provider_id, provider_session);

      create table used_logout_tokens (
        token_hash text primary key,
        used_at timestamptz not null
      );
      create index used_logout_tokens_used on used_logout_tokens (used_at);

      create table provider_sign_ins (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        provider text not null,
        user_id bigint,
        username text not null,
        outcome text not null,
        problem text,
        details text not null
      );
      create index provider_sign_ins_at on provider_sign_ins (at);
      create index provider_sign_ins_user on provider_sign_ins (user_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
