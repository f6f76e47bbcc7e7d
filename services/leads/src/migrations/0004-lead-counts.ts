import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exact totals without a scan. Triggers append signed rows to lead_count_changes for every statement that writes leads.
 * A roll-up adds them to lead_counts, where user 0 stands for all users. A total is the sum of both tables in one
 * snapshot, so it is always exact. Writers only append and do not wait for each other.
 */
export class LeadCounts1700000004000 implements MigrationInterface {
  name = 'LeadCounts1700000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lead_counts (
        user_id int not null,
        status text not null,
        archived boolean not null,
        existing_customer boolean not null,
        imported boolean not null,
        located boolean not null,
        leads bigint not null,
        primary key (user_id, status, archived, existing_customer, imported, located)
      );
      create table lead_count_changes (
        id bigint generated always as identity primary key,
        user_id int not null,
        status text not null,
        archived boolean not null,
        existing_customer boolean not null,
        imported boolean not null,
        located boolean not null,
        leads bigint not null
      );
    `);
    await runner.query(`
      create function count_leads() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into lead_count_changes (user_id, status, archived, existing_customer, imported, located, leads)
          select user_id, status, archived, existing_customer, imported, latitude is not null and longitude is not null,
            count(*)
          from added group by 1, 2, 3, 4, 5, 6;
        elsif tg_op = 'DELETE' then
          insert into lead_count_changes (user_id, status, archived, existing_customer, imported, located, leads)
          select user_id, status, archived, existing_customer, imported, latitude is not null and longitude is not null,
            -count(*)
          from removed group by 1, 2, 3, 4, 5, 6;
        else
          insert into lead_count_changes (user_id, status, archived, existing_customer, imported, located, leads)
          select user_id, status, archived, existing_customer, imported, located, sum(sign)
          from (
            select *, latitude is not null and longitude is not null as located, 1 as sign from added
            union all
            select *, latitude is not null and longitude is not null as located, -1 as sign from removed
          ) as moved
          group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0;
        end if;
        return null;
      end $$;
      create trigger leads_added after insert on user_businesses
        referencing new table as added for each statement execute function count_leads();
      create trigger leads_changed after update on user_businesses
        referencing new table as added old table as removed for each statement execute function count_leads();
      create trigger leads_removed after delete on user_businesses
        referencing old table as removed for each statement execute function count_leads();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
