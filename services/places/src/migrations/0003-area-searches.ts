import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches of whole areas: the searches, their searched squares, and their results. */
export class AreaSearches1700000003000 implements MigrationInterface {
  name = 'AreaSearches1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A cache that a crash may lose, so its writes wait for no disk.
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
        -- The geocoder's result; null until it is known.
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
        -- The worker with the lease; another worker takes over when the lease expires.
        worker uuid,
        held_until timestamptz,
        created_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index area_searches_unfinished on area_searches (id) where status in ('running', 'stopping');
      create unique index area_searches_of_actor on area_searches (actor_id) where status in ('running', 'stopping');
      create index area_searches_finished on area_searches (finished_at);

      -- The searched squares of the grid. The first page of a square writes its row, and each further page updates it.
      create table area_cells (
        search_id int not null references area_searches on delete cascade,
        path text not null,
        places int not null,
        next_token text,
        -- The places of a square, as [latitude, longitude].
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
