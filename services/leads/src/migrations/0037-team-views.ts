import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A view is for its owner, for a team and all below it, or for everybody. */
export class TeamViews1700000037000 implements MigrationInterface {
  name = 'TeamViews1700000037000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table saved_views add column if not exists team_id int');
    await createIndexOnline(runner, 'saved_views_of_team', 'on saved_views (team_id, name) where team_id is not null');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
