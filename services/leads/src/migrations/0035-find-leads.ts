import type { MigrationInterface, QueryRunner } from 'typeorm';

const recorded = (column: string, rows: string) =>
  `insert into lead_search_changes (${column}, size) select array_agg(id), count(*) from ${rows} group by id / 1000;`;

/** Words of leads to find them by, and the changes of leads and businesses that the words do not have yet. */
export class FindLeads1700000035000 implements MigrationInterface {
  name = 'FindLeads1700000035000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lead_search (
        lead_id bigint primary key,
        user_id bigint not null,
        worked_at timestamptz,
        words tsvector not null
      );
      -- Without statistics a search always uses the index of words.
      alter table lead_search alter column words set statistics 0;
      create index lead_search_by_word on lead_search using gin (words) with (gin_pending_list_limit = 512);
      create index lead_search_recent on lead_search (worked_at desc nulls last, lead_id desc);
      create index lead_search_of_user on lead_search (user_id, worked_at desc nulls last, lead_id desc);

      create table lead_words (word text collate "C" primary key, leads int not null) with (fillfactor = 50);
      create index lead_words_similar on lead_words using gin (word public.gin_trgm_ops)
        where length(word) between 4 and 16;

      create table lead_search_changes (
        id bigint generated always as identity primary key,
        lead_ids bigint[] not null default '{}',
        business_ids bigint[] not null default '{}',
        size int not null,
        recorded_at timestamptz not null default clock_timestamp()
      );
      create index lead_search_changes_next on lead_search_changes ((size > 50), id);
      create table lead_search_backfill (after_id bigint not null);
      insert into lead_search_backfill select 0 where exists (select 1 from user_businesses);
    `);
    await runner.query(`
      create function record_changed_leads() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          ${recorded('lead_ids', 'removed')}
        else
          ${recorded('lead_ids', 'added')}
        end if;
        return null;
      end $$;
      create trigger search_added after insert on user_businesses
        referencing new table as added for each statement execute function record_changed_leads();
      create trigger search_changed after update on user_businesses
        referencing new table as added for each statement execute function record_changed_leads();
      create trigger search_removed after delete on user_businesses
        referencing old table as removed for each statement execute function record_changed_leads();

      create function record_changed_businesses() returns trigger language plpgsql as $$
      begin
        ${recorded('business_ids', 'added')}
        return null;
      end $$;
      create trigger search_changed after update on businesses
        referencing new table as added for each statement execute function record_changed_businesses();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
