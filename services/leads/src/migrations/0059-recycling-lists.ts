import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What moves tonight and what an owner was reminded of, in the order of the lists. */
export class RecyclingLists1700000059000 implements MigrationInterface {
  name = 'RecyclingLists1700000059000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(
      runner,
      'recycling_leads_moving_of_user',
      'on recycling_leads (user_id, moves_on, lead_id) where moves_on is not null',
    );
    await createIndexOnline(runner, 'recycling_leads_reminded', 'on recycling_leads (user_id, reminded_on, lead_id)');
    await runner.query('drop index concurrently if exists recycling_leads_moving');
    await runner.query('drop index concurrently if exists recycling_leads_of_user');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
