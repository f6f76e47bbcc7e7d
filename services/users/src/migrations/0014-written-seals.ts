import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last seal of the audit trail that each place outside the database has, by the SHA-256 of its address. */
export class WrittenSeals1700000230000 implements MigrationInterface {
  name = 'WrittenSeals1700000230000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table written_seals (place text primary key, last_seal int not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
