import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the trigger of follow-ups take the id of a lead after the ids are widened. */
export class WideFollowUps1700000034000 implements MigrationInterface {
  name = 'WideFollowUps1700000034000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function keep_follow_up() returns trigger language plpgsql as $$
      declare
        lead bigint := case tg_op when 'DELETE' then old.user_business_id else new.user_business_id end;
      begin
        update user_businesses u set follow_up_at = open.due
        from (
          select min(scheduled_at) as due from contact_activities
          where user_business_id = lead and scheduled_at is not null and completed_at is null
        ) as open
        where u.id = lead and u.follow_up_at is distinct from open.due;
        return null;
      end $$
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
