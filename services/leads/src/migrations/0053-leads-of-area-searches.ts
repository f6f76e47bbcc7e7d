import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A whole-area search is a source of a plan. */
export class LeadsOfAreaSearches1700000053000 implements MigrationInterface {
  name = 'LeadsOfAreaSearches1700000053000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(
      runner,
      'user_businesses_of_area_search',
      'on user_businesses (area_search_id) where area_search_id is not null',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
