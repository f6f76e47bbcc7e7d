import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words of leads as text, from which the index gets what a search asks it for (docs/decisions/0037-words-of-leads.md). The
 * version before cannot write the old column any more, so changes of leads wait for this version.
 */
export class WordsAsText1700000060000 implements MigrationInterface {
  name = 'WordsAsText1700000060000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function indexed_words(word_list text, user_id bigint) returns tsvector
        language plpgsql immutable strict parallel safe as $$
      declare
        name text[] := string_to_array(ltrim(split_part(word_list, E'\\n', 1)), ' ');
        pairs text := '';
      begin
        for at in 2..coalesce(cardinality(name), 0) loop
          if length(name[at - 1]) < 4 or name[at - 1] !~ '[0-9]' then
            pairs := pairs || ' ' || name[at - 1] || '+'
              || case when name[at] ~ '^[0-9]' then left(name[at], 3) else name[at] end;
          end if;
        end loop;
        return (regexp_replace(word_list, ' ([0-9]{7})[0-9]+(?=\\s|$)', ' \\1', 'g') || pairs || ' @' || user_id)::tsvector;
      end $$`);
    await runner.query('alter table lead_search add column if not exists word_list text');
    await runner.query(
      'alter table lead_search alter column word_list set statistics 0, alter column words drop not null',
    );
    await runner.query('alter table lead_search drop constraint if exists lead_search_words_unused');
    await runner.query(
      'alter table lead_search add constraint lead_search_words_unused check (words is null) not valid',
    );
    await createIndexOnline(
      runner,
      'lead_search_words',
      'on lead_search using gin (indexed_words(word_list, user_id)) with (gin_pending_list_limit = 512)',
    );
    // Without statistics a search always uses the index of words.
    await runner.query('alter index lead_search_words alter column 1 set statistics 0');
    await createIndexOnline(
      runner,
      'lead_search_worked',
      'on lead_search (worked_at desc, lead_id desc) where worked_at is not null',
    );
    await runner.query(`
      truncate lead_search_backfill;
      insert into lead_search_backfill select 0 where exists (select 1 from user_businesses)`);
    await runner.query('drop index concurrently if exists lead_search_by_word');
    await runner.query('drop index concurrently if exists lead_search_recent');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
