import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hash of the set-up token in the log, until the first administrator exists. */
export class SetupToken1700000130000 implements MigrationInterface {
  name = 'SetupToken1700000130000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table setup_token (
        only_one boolean primary key default true check (only_one),
        token_hash text not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
