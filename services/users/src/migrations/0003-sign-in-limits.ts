import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `unknown_identifiers` counts for all identifiers and known browsers. */
export class SignInLimits1700000120000 implements MigrationInterface {
  name = 'SignInLimits1700000120000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_key (
        only_one boolean primary key default true check (only_one),
        key text not null
      );
      insert into sign_in_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

      alter table unknown_identifiers add column user_id int;
      create index unknown_identifiers_user on unknown_identifiers (user_id) where user_id is not null;

      create table limits (
        kind text not null,
        key text not null,
        began_at timestamptz not null,
        count int not null,
        primary key (kind, key)
      );
      create index limits_began on limits (began_at);

      create table reset_request_counts (
        minute timestamptz not null,
        network text not null,
        count int not null,
        primary key (minute, network)
      );

      create index password_reset_requests_requested on password_reset_requests (requested_at);
      create index mails_due_first on mails (attempts, try_at) where sent_at is null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
