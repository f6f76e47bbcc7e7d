import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberedBrowsers1700000300000 implements MigrationInterface {
  name = 'RememberedBrowsers1700000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table remembered_browsers (
        user_id bigint not null references users (id) on delete cascade,
        device_hash text not null,
        user_agent text not null,
        remembered_at timestamptz not null,
        primary key (user_id, device_hash)
      );
      create index remembered_browsers_remembered_at on remembered_browsers (remembered_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
