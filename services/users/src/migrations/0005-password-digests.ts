import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests with a password whose digest is SHA-256 are not recognised any more. */
export class PasswordDigests1700000140000 implements MigrationInterface {
  name = 'PasswordDigests1700000140000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from idempotent_answers
      where route in ('users.create-user', 'users.reset-user-password') and body_hash not like '$argon2%';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
