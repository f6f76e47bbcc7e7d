import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leads copy the columns that filters and sorting need (name, state, county, coordinates) from their business, so that
 * each list is one indexed query. Indexes on rare values are partial, so that an import of new leads does not write
 * them.
 */
export class Leads1700000002000 implements MigrationInterface {
  name = 'Leads1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- lower() for arrays. It is immutable, so that a generated column can use it.
      create function lower_all(text[]) returns text[] language sql immutable parallel safe
        return array(select pg_catalog.lower(each) from pg_catalog.unnest($1) as each);

      create table user_businesses (
        id int generated always as identity primary key,
        uuid uuid not null default gen_random_uuid() constraint user_businesses_uuid unique,
        user_id int not null,
        business_id int not null references businesses on delete cascade,
        status text not null default 'new'
          check (status in ('new', 'in_progress', 'recontact', 'closed_won', 'closed_lost')),
        viewed boolean not null default false,
        archived boolean not null default false,
        archived_at timestamptz,
        existing_customer boolean not null default false,
        existing_customer_at timestamptz,
        assigned_at timestamptz not null default now(),
        last_contacted_at timestamptz,
        notes text not null default '',
        tags text[] not null default '{}',
        custom_fields jsonb not null default '{}',
        version int not null default 0,
        field_versions jsonb not null default '{}',
        revision int not null default 0,
        first_contact_at timestamptz,
        import_id int,
        name text not null,
        state text,
        county text,
        latitude double precision,
        longitude double precision,
        tag_keys text[] not null generated always as (lower_all(tags)) stored,
        imported boolean not null generated always as ('Imported' = any (tags)) stored,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint user_businesses_user_business unique (user_id, business_id)
      );
      create index user_businesses_business on user_businesses (business_id);
      create index user_businesses_of_user_newest on user_businesses (user_id, assigned_at desc, id desc);
      create index user_businesses_newest on user_businesses (assigned_at desc, id desc);
      create index user_businesses_archived on user_businesses (assigned_at desc, id desc) where archived;
      create index user_businesses_moved on user_businesses (status, assigned_at desc, id desc) where status <> 'new';
      create index user_businesses_state on user_businesses (state, assigned_at desc, id desc) where state is not null;
      create index user_businesses_county on user_businesses (county, assigned_at desc, id desc)
        where county is not null;
      create index user_businesses_tags on user_businesses using gin (tag_keys);
      create index user_businesses_name on user_businesses using gin (name public.gin_trgm_ops);
      create index user_businesses_place on user_businesses using gist (point(longitude, latitude))
        where latitude is not null and longitude is not null;
      create index user_businesses_import on user_businesses (import_id, id) where import_id is not null;

      create table contact_activities (
        id int generated always as identity primary key,
        user_business_id int not null references user_businesses on delete cascade,
        type text not null check (type in ('call', 'email', 'meeting', 'note')),
        description text not null,
        scheduled_at timestamptz,
        completed_at timestamptz,
        outcome text,
        created_by int not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index contact_activities_of_lead on contact_activities (user_business_id, created_at desc, id desc);

      create table assignment_history (
        id int generated always as identity primary key,
        user_business_id int not null references user_businesses on delete cascade,
        previous_user_id int,
        new_user_id int not null,
        changed_by int not null,
        changed_at timestamptz not null default now(),
        notes text
      );
      create index assignment_history_of_lead on assignment_history (user_business_id, changed_at, id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
