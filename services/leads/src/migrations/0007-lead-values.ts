import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = 'user_id, kind, value, status, archived, existing_customer, leads';
const valuesOf = (rows: string) => `
  select user_id, kind, value, status, archived, existing_customer from ${rows}
  cross join lateral (
    select 'state' as kind, state as value where state is not null
    union all select 'county', county where county is not null
    union all select 'tag', tag from unnest(tags) as tag
  ) as named`;

/** Counts per state, county and tag, by user (0 for all), with changes and roll-up as lead_counts. */
export class LeadValues1700000007000 implements MigrationInterface {
  name = 'LeadValues1700000007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lead_values (
        user_id int not null,
        kind text not null,
        value text not null,
        status text not null,
        archived boolean not null,
        existing_customer boolean not null,
        leads int not null,
        primary key (user_id, kind, value, status, archived, existing_customer)
      );
      create index lead_values_empty on lead_values (kind) where leads = 0;
      create table lead_value_changes (
        id bigint generated always as identity primary key,
        user_id int not null,
        kind text not null,
        value text not null,
        status text not null,
        archived boolean not null,
        existing_customer boolean not null,
        leads int not null
      );
    `);
    await runner.query(`
      create function count_values() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into lead_value_changes (${columns})
          select *, count(*) from (${valuesOf('added')}) as each group by 1, 2, 3, 4, 5, 6;
        elsif tg_op = 'DELETE' then
          insert into lead_value_changes (${columns})
          select *, -count(*) from (${valuesOf('removed')}) as each group by 1, 2, 3, 4, 5, 6;
        else
          insert into lead_value_changes (${columns})
          select user_id, kind, value, status, archived, existing_customer, sum(sign)
          from (
            select *, 1 as sign from (${valuesOf('added')}) as each
            union all
            select *, -1 from (${valuesOf('removed')}) as each
          ) as moved
          group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0;
        end if;
        return null;
      end $$;
      create trigger values_added after insert on user_businesses
        referencing new table as added for each statement execute function count_values();
      create trigger values_changed after update on user_businesses
        referencing new table as added old table as removed for each statement execute function count_values();
      create trigger values_removed after delete on user_businesses
        referencing old table as removed for each statement execute function count_values();

      insert into lead_value_changes (${columns})
      select *, count(*) from (${valuesOf('user_businesses')}) as each group by 1, 2, 3, 4, 5, 6;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
