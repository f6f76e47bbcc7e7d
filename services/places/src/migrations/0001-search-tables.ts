import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SearchTables1700000001000 implements MigrationInterface {
  name = 'SearchTables1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_pages (
        id uuid primary key default gen_random_uuid(),
        search_hash text not null,
        page int not null,
        provider text not null,
        businesses jsonb not null,
        served int not null,
        total int,
        provider_token text,
        fetched_at timestamptz not null default now(),
        unique (search_hash, page)
      );
      create index search_pages_fetched_at on search_pages (fetched_at);

      create table provider_calls (
        id bigint generated always as identity primary key,
        provider text not null,
        actor_id int not null,
        search_method text not null,
        calls int not null,
        outcome text not null,
        made_at timestamptz not null default now()
      );
      create index provider_calls_made_at on provider_calls (provider, made_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
