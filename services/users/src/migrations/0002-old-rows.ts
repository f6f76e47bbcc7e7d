import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for expired rows, and the time of the next attempt of a mail. */
export class OldRows1700000110000 implements MigrationInterface {
  name = 'OldRows1700000110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mails add column attempts int not null default 0, add column try_at timestamptz not null default now();
      create index mails_due on mails (try_at) where sent_at is null;
      create index mails_sent on mails (sent_at) where sent_at is not null;
      create index sessions_created on sessions (created_at);
      create index address_failures_failed_at on address_failures (failed_at);
      create index password_reset_tokens_created on password_reset_tokens (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
