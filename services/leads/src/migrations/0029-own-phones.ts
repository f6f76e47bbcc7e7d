import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds a lead by the phone number that its user corrected. An import stores its numbers with the business. */
export class OwnPhones1700000029000 implements MigrationInterface {
  name = 'OwnPhones1700000029000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const digits = `right(translate(custom_fields ->> 'phoneNumber', '()-. +/', ''), 10)`;
    const definition = `on user_businesses ((${digits})) where custom_fields ? 'phoneNumber'`;
    await createIndexOnline(runner, 'user_businesses_own_phone', definition);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
