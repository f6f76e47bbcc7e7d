import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The claims of a checked SAML response, which wait until the browser comes to the callback. */
export class SamlAnswers1700000330000 implements MigrationInterface {
  name = 'SamlAnswers1700000330000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table provider_sign_in_states add column answer jsonb');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
