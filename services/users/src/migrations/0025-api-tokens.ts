import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API tokens. The account of a service token is a user whom `is_service` marks, and `team_id` limits what it sees. */
export class ApiTokens1700000350000 implements MigrationInterface {
  name = 'ApiTokens1700000350000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column is_service boolean not null default false;

      create table api_tokens (
        id bigint generated always as identity primary key,
        user_id bigint not null references users (id) on delete cascade,
        is_service boolean not null,
        team_id bigint references teams (id) on delete cascade,
        token_hash text not null unique,
        begins_with text not null,
        name text not null,
        scopes text[] not null,
        networks text[] not null,
        created_by bigint references users (id) on delete set null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz
      );
      create index api_tokens_user on api_tokens (user_id, id);
      create index api_tokens_services on api_tokens (id) where is_service;
      create index api_tokens_team on api_tokens (team_id);
      create index api_tokens_created_by on api_tokens (created_by);
      create index api_tokens_expires_at on api_tokens (expires_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
