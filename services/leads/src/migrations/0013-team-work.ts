import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notification settings, and indexes for the figures of team progress, which have no new leads. */
export class TeamWork1700000013000 implements MigrationInterface {
  name = 'TeamWork1700000013000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Only users who switched something off have a row.
      create table notification_settings (
        user_id int primary key,
        off text[] not null
      );
      create index contact_activities_of_writer on contact_activities (created_by, created_at) where type <> 'note';
      create index lead_changes_closed on lead_changes (changed_at, user_business_id)
        where kind = 'status' and what ->> 'to' in ('closed_won', 'closed_lost');
      create index user_businesses_planned on user_businesses (follow_up_at, id) where follow_up_at is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
