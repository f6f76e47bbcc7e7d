import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The map grid: counts of leads per square of the map, user (0 for all users) and status, for leads that are neither
 * archived nor existing customers. As for the counts, triggers append signed rows at the finest level, and a roll-up
 * adds them at every level.
 */
export class LeadCells1700000006000 implements MigrationInterface {
  name = 'LeadCells1700000006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lead_cells (
        level smallint not null,
        user_id int not null,
        x int not null,
        y int not null,
        status text not null,
        leads int not null,
        latitude double precision not null,
        longitude double precision not null,
        primary key (level, user_id, x, y, status)
      );
      create index lead_cells_empty on lead_cells (level) where leads = 0;
      create table lead_cell_changes (
        id bigint generated always as identity primary key,
        user_id int not null,
        x int not null,
        y int not null,
        status text not null,
        leads int not null,
        latitude double precision not null,
        longitude double precision not null
      );
      -- 16384 squares around the world: four per tile of zoom 12.
      create function cell_of(degrees double precision) returns int language sql immutable parallel safe
        return floor(degrees * 16384 / 360)::int;
      create function is_on_map(lead user_businesses) returns boolean language sql immutable parallel safe
        return not (lead).archived and not (lead).existing_customer
          and (lead).latitude is not null and (lead).longitude is not null;
    `);
    await runner.query(`
      create function count_cells() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
          select user_id, cell_of(longitude), cell_of(latitude), status, count(*), sum(latitude), sum(longitude)
          from added where is_on_map(added) group by 1, 2, 3, 4;
        elsif tg_op = 'DELETE' then
          insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
          select user_id, cell_of(longitude), cell_of(latitude), status, -count(*), -sum(latitude), -sum(longitude)
          from removed where is_on_map(removed) group by 1, 2, 3, 4;
        else
          insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
          select user_id, x, y, status, sum(sign), sum(sign * latitude), sum(sign * longitude)
          from (
            select user_id, cell_of(longitude) as x, cell_of(latitude) as y, status, latitude, longitude, 1 as sign
            from added where is_on_map(added)
            union all
            select user_id, cell_of(longitude), cell_of(latitude), status, latitude, longitude, -1
            from removed where is_on_map(removed)
          ) as moved
          group by 1, 2, 3, 4
          having sum(sign) <> 0 or sum(sign * latitude) <> 0 or sum(sign * longitude) <> 0;
        end if;
        return null;
      end $$;
      create trigger cells_added after insert on user_businesses
        referencing new table as added for each statement execute function count_cells();
      create trigger cells_changed after update on user_businesses
        referencing new table as added old table as removed for each statement execute function count_cells();
      create trigger cells_removed after delete on user_businesses
        referencing old table as removed for each statement execute function count_cells();

      insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
      select user_id, cell_of(longitude), cell_of(latitude), status, count(*), sum(latitude), sum(longitude)
      from user_businesses u where is_on_map(u) group by 1, 2, 3, 4;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
