import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SavedViews1700000027000 implements MigrationInterface {
  name = 'SavedViews1700000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_views (
        key text primary key,
        owner_id int not null,
        name text not null,
        shared boolean not null,
        query text not null,
        filter jsonb not null,
        created_at timestamptz not null default now()
      );
      create index saved_views_of_owner on saved_views (owner_id, name);
      create index saved_views_shared on saved_views (name) where shared;
      create table default_views (
        user_id int primary key,
        view_key text not null references saved_views on delete cascade
      );
      create index default_views_of_view on default_views (view_key);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
