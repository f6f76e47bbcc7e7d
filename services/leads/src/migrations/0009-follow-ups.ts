import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import writes none of this: new leads have no follow-up, and import_id shows their origin. */
export class FollowUps1700000009000 implements MigrationInterface {
  name = 'FollowUps1700000009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A lead's earliest open follow-up, so that My day is one index scan.
      alter table user_businesses add column follow_up_at timestamptz;
      create index user_businesses_follow_up on user_businesses (user_id, follow_up_at, id)
        where follow_up_at is not null;

      -- The time whose reminder was sent. A new time gets a new reminder.
      alter table contact_activities add column reminded_for timestamptz;
      update contact_activities set reminded_for = scheduled_at where scheduled_at <= now();
      create index contact_activities_to_remind on contact_activities (scheduled_at)
        where scheduled_at is not null and completed_at is null and reminded_for is distinct from scheduled_at;
      create index contact_activities_open on contact_activities (user_business_id, scheduled_at, id)
        where scheduled_at is not null and completed_at is null;

      create function keep_follow_up() returns trigger language plpgsql as $$
      declare
        lead int := case tg_op when 'DELETE' then old.user_business_id else new.user_business_id end;
      begin
        update user_businesses u set follow_up_at = open.due
        from (
          select min(scheduled_at) as due from contact_activities
          where user_business_id = lead and scheduled_at is not null and completed_at is null
        ) as open
        where u.id = lead and u.follow_up_at is distinct from open.due;
        return null;
      end $$;
      create trigger follow_up_added after insert on contact_activities for each row
        when (new.scheduled_at is not null and new.completed_at is null) execute function keep_follow_up();
      create trigger follow_up_changed after update on contact_activities for each row
        when (old.scheduled_at is distinct from new.scheduled_at or old.completed_at is distinct from new.completed_at)
        execute function keep_follow_up();
      create trigger follow_up_removed after delete on contact_activities for each row
        when (old.scheduled_at is not null and old.completed_at is null) execute function keep_follow_up();

      update user_businesses u set follow_up_at = open.due
      from (
        select user_business_id, min(scheduled_at) as due from contact_activities
        where scheduled_at is not null and completed_at is null group by 1
      ) as open
      where u.id = open.user_business_id;

      create table lead_changes (
        id bigint generated always as identity primary key,
        user_business_id int not null references user_businesses on delete cascade,
        kind text not null check (kind in ('status', 'edit')),
        what jsonb not null,
        changed_by int not null,
        changed_at timestamptz not null default now()
      );
      create index lead_changes_of_lead on lead_changes (user_business_id, changed_at desc, id desc);

      -- A user can undo only the last outcome.
      create table last_outcomes (
        done_by int primary key,
        id uuid not null,
        user_business_id int not null references user_businesses on delete cascade,
        revision int not null,
        status text not null,
        last_contacted_at timestamptz,
        first_contact boolean not null,
        activity_id int not null,
        completed int[] not null
      );
      create index last_outcomes_of_lead on last_outcomes (user_business_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
