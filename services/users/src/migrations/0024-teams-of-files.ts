import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The teams that a file of users creates, for its result. */
export class TeamsOfFiles1700000340000 implements MigrationInterface {
  name = 'TeamsOfFiles1700000340000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table user_imports add column new_teams text[] not null default '{}'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
