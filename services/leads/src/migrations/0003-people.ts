import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user replica, notifications, and the written batches of imports. */
export class People1700000003000 implements MigrationInterface {
  name = 'People1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row outlives its user, for the name in the history of other leads.
      create table assignees (
        id int primary key,
        username text not null,
        full_name text not null,
        role text,
        active boolean not null default true,
        version int not null default 0,
        deleted_at timestamptz
      );

      create table notifications (
        id int generated always as identity primary key,
        user_id int not null,
        title text not null,
        message text not null,
        type text not null,
        related_business_id int,
        related_user_business_id int references user_businesses on delete cascade,
        source_user_id int,
        batch_id uuid,
        leads int not null default 1,
        read boolean not null default false,
        created_at timestamptz not null default now()
      );
      create index notifications_of_user on notifications (user_id, created_at desc, id desc);
      create index notifications_unread on notifications (user_id) where not read;
      create index notifications_of_lead on notifications (related_user_business_id)
        where related_user_business_id is not null;
      create unique index notifications_batch on notifications (user_id, source_user_id, batch_id)
        where batch_id is not null;

      create table import_fences (
        import_id int primary key,
        fence int not null
      );
      create table import_batches (
        import_id int not null,
        batch_no int not null,
        created int not null,
        failures jsonb not null default '[]',
        done_at timestamptz not null default now(),
        primary key (import_id, batch_no)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
