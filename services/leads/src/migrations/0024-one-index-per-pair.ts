import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One unique index finds the owners of a business, and the lead of a user. Two indexes did, at a cost for each new lead. */
export class OneIndexPerPair1700000024000 implements MigrationInterface {
  name = 'OneIndexPerPair1700000024000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, 'user_businesses_pair', 'on user_businesses (business_id, user_id)', 'unique');
    await runner.query('drop index concurrently if exists user_businesses_business');
    await runner.query('alter table user_businesses drop constraint if exists user_businesses_user_business');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
