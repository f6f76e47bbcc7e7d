import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for leads with the same phone, which may be the same business under another name or address. */
export class Phones1700000014000 implements MigrationInterface {
  name = 'Phones1700000014000';

  async up(runner: QueryRunner): Promise<void> {
    // The last ten digits are equal with and without the country code.
    await runner.query(`
      create index businesses_phone on businesses (right(translate(phone, '()-. +/', ''), 10)) where phone is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
