import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Businesses1700000001000 implements MigrationInterface {
  name = 'Businesses1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table businesses (
        id int generated always as identity primary key,
        place_id text not null constraint businesses_place_id unique,
        match_key text not null,
        name text not null,
        formatted_address text,
        vicinity text,
        phone text,
        international_phone text,
        website text,
        google_maps_url text,
        rating real,
        user_ratings_total int,
        price_level int,
        business_status text,
        types text[] not null default '{}',
        open_now boolean,
        latitude double precision,
        longitude double precision,
        photo_references jsonb not null default '[]',
        icon text,
        owner_name text,
        provider text,
        fetched_at timestamptz,
        state text,
        county text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      -- Not unique: a provider may have two places with the same name and address. An import uses the oldest.
      create index businesses_match_key on businesses (match_key);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
