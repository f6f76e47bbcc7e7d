import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Users1700000100000 implements MigrationInterface {
  name = 'Users1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id int generated always as identity primary key,
        username text not null,
        email text not null,
        password_hash text not null,
        full_name text not null,
        role text not null default 'user' check (role in ('admin', 'manager', 'user')),
        monthly_goal int not null default 100 check (monthly_goal >= 1),
        active boolean not null default true,
        failed_login_attempts int not null default 0,
        first_failure_at timestamptz,
        locked_until timestamptz,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index users_username on users (lower(username));
      create unique index users_email on users (lower(email));
      create index users_full_name_search on users using gin (lower(username || ' ' || email || ' ' || full_name) gin_trgm_ops);
      create index users_active_names on users (lower(full_name), id) where active;

      create table sessions (
        id uuid primary key default gen_random_uuid(),
        token_hash text not null unique,
        user_id int not null references users (id) on delete cascade,
        address text not null,
        user_agent text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now()
      );
      create index sessions_user on sessions (user_id);
      create index sessions_last_used on sessions (last_used_at);

      create table revocations (
        id int generated always as identity primary key,
        user_id int,
        token_hash text,
        revoked_at timestamptz not null default now()
      );
      create index revocations_revoked_at on revocations (revoked_at);

      -- Unknown identifiers are locked like accounts, or a lock would reveal which accounts exist.
      create table unknown_identifiers (
        identifier_hash text primary key,
        failures int not null,
        first_failure_at timestamptz not null,
        locked_until timestamptz
      );
      create index unknown_identifiers_first_failure on unknown_identifiers (first_failure_at);

      create table address_failures (
        id bigint generated always as identity primary key,
        address text not null,
        failed_at timestamptz not null default now()
      );
      create index address_failures_recent on address_failures (address, failed_at);

      create table password_reset_requests (
        id uuid primary key default gen_random_uuid(),
        email text not null,
        requested_at timestamptz not null default now()
      );

      create table password_reset_tokens (
        id int generated always as identity primary key,
        user_id int not null references users (id) on delete cascade,
        token text not null unique,
        expires_at timestamptz not null,
        used boolean not null default false,
        created_at timestamptz not null default now()
      );
      create index password_reset_tokens_user on password_reset_tokens (user_id, created_at);

      create table mails (
        id uuid primary key default gen_random_uuid(),
        recipient text not null,
        subject text not null,
        text text not null,
        html text not null,
        created_at timestamptz not null default now(),
        sent_at timestamptz
      );
      create index mails_waiting on mails (created_at) where sent_at is null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
