import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New leads are appended to an ascending index. In a descending one they split its first page again and again. */
export class DatesAscending1700000069000 implements MigrationInterface {
  name = 'DatesAscending1700000069000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(
      runner,
      'user_businesses_by_date',
      'on user_businesses (assigned_at, id) include (archived, existing_customer, status, imported, name)',
    );
    await runner.query('drop index concurrently if exists user_businesses_newest');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
