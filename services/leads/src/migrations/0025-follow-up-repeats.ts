import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FollowUpRepeats1700000025000 implements MigrationInterface {
  name = 'FollowUpRepeats1700000025000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table contact_activities add column if not exists repeat_days int, add column if not exists repeat_of int;
      alter table notifications add column if not exists related_activity_id int;
      create table if not exists calendar_feeds (
        user_id int primary key,
        token_hash bytea not null unique,
        created_at timestamptz not null default now()
      );
    `);
    // A completion that is repeated adds no second follow-up.
    const definition = 'on contact_activities (repeat_of) where repeat_of is not null';
    await createIndexOnline(runner, 'contact_activities_repeat', definition, 'unique');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
