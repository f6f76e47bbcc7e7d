import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactor1700000240000 implements MigrationInterface {
  name = 'SecondFactor1700000240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column second_factor_since timestamptz;

      create table authenticators (
        user_id bigint primary key references users (id) on delete cascade,
        pending_secret text,
        secret text,
        confirmed_at timestamptz,
        last_step bigint not null default 0
      );
      create table recovery_codes (
        user_id bigint not null references users (id) on delete cascade,
        code_hash text not null,
        created_at timestamptz not null,
        used_at timestamptz,
        primary key (user_id, code_hash)
      );
      create table sign_in_challenges (
        token_hash text primary key,
        user_id bigint not null references users (id) on delete cascade,
        device_id text,
        created_at timestamptz not null
      );
      create index sign_in_challenges_user on sign_in_challenges (user_id);
      create index sign_in_challenges_created_at on sign_in_challenges (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
