import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches of whole areas: what was asked, each cell that was answered, and what was found. */
export class AreaSearches1700000003000 implements MigrationInterface {
  name = 'AreaSearches1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Short memory that a crash may take: writing it waits for no disk.
      alter table search_pages set unlogged;

      create table area_searches (
        id int generated always as identity primary key,
        actor jsonb not null,
        actor_id int not null,
        provider text not null,
        business_type text not null,
        location text not null,
        keyword text,
        radius double precision not null,
        -- The geocoder's answer; null until it was asked.
        latitude double precision,
        longitude double precision,
        region text,
        status text not null default 'running'
          check (status in ('running', 'stopping', 'stopped', 'spent', 'failed', 'completed')),
        budget int not null,
        calls int not null default 0,
        found int not null default 0,
        share_done double precision not null default 0,
        problem text,
        -- Whoever works on it; taken over where nothing is heard of him.
        worker uuid,
        held_until timestamptz,
        created_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index area_searches_unfinished on area_searches (id) where status in ('running', 'stopping');
      create unique index area_searches_of_actor on area_searches (actor_id) where status in ('running', 'stopping');
      create index area_searches_finished on area_searches (finished_at);

      -- A row is written with the answer of a cell's first page, and changed with each further one.
      create table area_cells (
        search_id int not null references area_searches on delete cascade,
        path text not null,
        places int not null,
        next_token text,
        -- Where the places of a full cell are, as [latitude, longitude].
        points jsonb not null,
        primary key (search_id, path)
      );

      create table area_places (
        search_id int not null references area_searches on delete cascade,
        place_id text not null,
        place_no bigint generated always as identity,
        business jsonb not null,
        fetched_at timestamptz not null default now(),
        primary key (search_id, place_id)
      );
      create index area_places_in_order on area_places (search_id, place_no);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
