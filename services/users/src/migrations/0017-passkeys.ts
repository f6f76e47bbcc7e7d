import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Passkeys1700000260000 implements MigrationInterface {
  name = 'Passkeys1700000260000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table passkeys (
        id bigint generated always as identity primary key,
        user_id bigint not null references users (id) on delete cascade,
        credential_id text not null unique,
        public_key bytea not null,
        counter bigint not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      );
      create index passkeys_user on passkeys (user_id);
      create table used_passkey_challenges (
        challenge_hash text primary key,
        used_at timestamptz not null
      );
      create index used_passkey_challenges_used_at on used_passkey_challenges (used_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
