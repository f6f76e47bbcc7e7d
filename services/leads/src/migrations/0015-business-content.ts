import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time of the last details request for a business, and an index for the oldest content of a provider. */
export class BusinessContent1700000015000 implements MigrationInterface {
  name = 'BusinessContent1700000015000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table businesses add column details_at timestamptz;
      create index businesses_content on businesses (provider, fetched_at) where provider is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
