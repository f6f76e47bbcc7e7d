import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A number of seven digits, which few leads share, costs 50 bytes per lead in the index of words, and its first five cost few.
 * Entries of before stay until the index is built anew, and searches ask for both. The version before does not find new leads
 * by such a number.
 */
export class ShorterNumbers1700000063000 implements MigrationInterface {
  name = 'ShorterNumbers1700000063000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function indexed_words(word_list text, user_id bigint) returns tsvector
        language plpgsql immutable strict parallel safe as $$
      declare
        name text[] := string_to_array(ltrim(split_part(word_list, E'\\n', 1)), ' ');
        short text := regexp_replace(word_list, ' ([0-9]{5})[0-9]{2}(?=\\s|$)', ' #\\1', 'g');
        pairs text := '';
      begin
        for at in 2..coalesce(cardinality(name), 0) loop
          if length(name[at - 1]) < 4 or name[at - 1] !~ '[0-9]' then
            pairs := pairs || ' ' || name[at - 1] || '+'
              || case when name[at] ~ '^[0-9]' then left(name[at], 3) else name[at] end;
          end if;
        end loop;
        return (regexp_replace(short, ' ([0-9]{7})[0-9]+(?=\\s|$)', ' \\1', 'g') || pairs || ' @' || user_id)::tsvector;
      end $$`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
