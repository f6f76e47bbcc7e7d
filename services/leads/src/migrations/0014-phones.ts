import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A search asks for leads with the same phone: a hint that a business is taken under another name or address. */
export class Phones1700000014000 implements MigrationInterface {
  name = 'Phones1700000014000';

  async up(runner: QueryRunner): Promise<void> {
    // The last ten digits: with and without the country's code a number is the same.
    await runner.query(`
      create index businesses_phone on businesses (right(translate(phone, '()-. +/', ''), 10)) where phone is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
