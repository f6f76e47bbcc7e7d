import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rows of leads: one for its territory and one for each above, or one for no territory, which is 0. */
const rowsOf = (leads: string) => `
  insert into lead_territories (lead_id, territory_id, own)
  select lead.id, above.id, above.id = at.path[cardinality(at.path)]
  from ${leads} as lead join businesses b on b.id = lead.business_id
  cross join lateral territory_at(b.latitude, b.longitude, b.state, b.county, b.formatted_address) as at
  cross join lateral unnest(at.path) as above (id)
  on conflict (lead_id, territory_id) do update set own = excluded.own where lead_territories.own <> excluded.own;`;

const place = (table: string) =>
  ['latitude', 'longitude', 'state', 'county', 'formatted_address'].map((column) => `${table}.${column}`).join(', ');

/** Territories, and those of leads (docs/decisions/0055-territories-of-leads.md). */
export class Territories1700000049000 implements MigrationInterface {
  name = 'Territories1700000049000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table territories (
        id bigint generated always as identity primary key,
        name text not null,
        parent_id bigint references territories,
        path bigint[] not null default '{}',
        -- Among those with the same parent, from 1.
        priority int not null default 0,
        -- In the order of all territories. The first one that has a place wins.
        rank int not null default 0,
        shape jsonb,
        corners int not null default 0,
        bounds jsonb,
        zips text[] not null default '{}',
        counties text[] not null default '{}',
        states text[] not null default '{}',
        version int not null default 0
      );
      create unique index territories_name on territories (coalesce(parent_id, 0), lower(name));
      create table territory_parts (
        territory_id bigint not null references territories on delete cascade,
        part polygon not null
      );
      create index territory_parts_box on territory_parts using gist (box(part));
      create index territory_parts_of_territory on territory_parts (territory_id);
      create table territory_places (
        place text not null,
        territory_id bigint not null references territories on delete cascade,
        primary key (place, territory_id)
      );
      create index territory_places_of_territory on territory_places (territory_id);
      create table territory_overlaps (
        territory_id bigint not null references territories on delete cascade,
        other_id bigint not null references territories on delete cascade,
        primary key (territory_id, other_id)
      );
      create index territory_overlaps_of_other on territory_overlaps (other_id);
      create table territory_people (
        territory_id bigint not null references territories on delete cascade,
        user_id bigint not null,
        primary key (territory_id, user_id)
      );
      create index territory_people_of_user on territory_people (user_id);
      create table territory_teams (
        territory_id bigint not null references territories on delete cascade,
        team_id bigint not null,
        primary key (territory_id, team_id)
      );
      create table lead_territories (
        lead_id bigint not null,
        territory_id bigint not null,
        own boolean not null,
        primary key (lead_id, territory_id)
      );
      create index lead_territories_of_territory on lead_territories (territory_id, lead_id);
      -- The planner needs the number of leads of each territory.
      alter table lead_territories alter column territory_id set statistics 1000;
      -- A row from the first territory on. 'after_id' is the last lead that was compared, null once all are.
      create table territory_scan (
        one boolean primary key default true check (one),
        after_id bigint,
        begun boolean not null default false
      );
    `);
    await runner.query(`
      create function zip_of(address text) returns text language sql immutable as $$
        select substring(address from '(?:^|[ ,])([0-9]{5})(?:-[0-9]{4})?(?:, (?:USA|United States))?\\s*$')
      $$;
      create function territory_at(latitude float8, longitude float8, state text, county text, address text)
        returns table (path bigint[]) language sql stable as $$
        select coalesce((
          select t.path from territories t where t.id in (
            select territory_id from territory_parts
            where box(part) @> box(point(longitude, latitude), point(longitude, latitude))
              and part @> point(longitude, latitude)
            union all
            select territory_id from territory_places
            where place = any (array['zip ' || zip_of(address), 'county ' || lower(county), 'state ' || state])
          ) order by t.rank limit 1
        ), '{0}')
      $$;
      create function place_added_leads() returns trigger language plpgsql as $$
      begin
        -- A scan first waits for transactions that do not know the change.
        perform pg_advisory_xact_lock_shared(hashtextextended('territories ' || current_schema, 0));
        if exists (select from territory_scan) then
          ${rowsOf('added')}
        end if;
        return null;
      end $$;
      create function place_moved_leads() returns trigger language plpgsql as $$
      declare
        moved bigint[];
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('territories ' || current_schema, 0));
        if not exists (select from territory_scan) then
          return null;
        end if;
        moved := array(
          select u.id from added join removed using (id) join user_businesses u on u.business_id = added.id
          where (${place('added')}) is distinct from (${place('removed')})
        );
        if cardinality(moved) > 0 then
          delete from lead_territories where lead_id = any (moved);
          ${rowsOf('(select id, business_id from user_businesses where id = any (moved))')}
        end if;
        return null;
      end $$;
      create function remove_lead_territories() returns trigger language plpgsql as $$
      begin
        delete from lead_territories where lead_id in (select id from removed);
        return null;
      end $$;
      create trigger territories_added after insert on user_businesses
        referencing new table as added for each statement execute function place_added_leads();
      create trigger territories_removed after delete on user_businesses
        referencing old table as removed for each statement execute function remove_lead_territories();
      create trigger territories_moved after update on businesses
        referencing old table as removed new table as added for each statement execute function place_moved_leads();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
