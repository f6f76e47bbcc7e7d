import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of a user or a branch checks the state without reading the lead (docs/decisions/0038-twelve-indexes.md). */
export class StatesOfUser1700000046000 implements MigrationInterface {
  name = 'StatesOfUser1700000046000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(
      runner,
      'user_businesses_of_user',
      `on user_businesses (user_id, assigned_at desc, id desc)
       include (archived, existing_customer, status, imported, state, name)`,
    );
    await runner.query('drop index concurrently if exists user_businesses_of_user_newest');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
