import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PeopleOfTeams1700000180000 implements MigrationInterface {
  name = 'PeopleOfTeams1700000180000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, 'users_team', 'on users (team_id) where team_id is not null');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
