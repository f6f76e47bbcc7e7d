import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The retention of calls finds them by their age alone. */
export class KeptCalls1700000004000 implements MigrationInterface {
  name = 'KeptCalls1700000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index provider_calls_age on provider_calls (made_at)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
