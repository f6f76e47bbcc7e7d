import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Word lists get a third line with the long numbers, so the function need not look for them, which took most of its time. Rows
 * with two lines are from the version before, and have the same entries as before.
 */
export class LinesOfWords1700000066000 implements MigrationInterface {
  name = 'LinesOfWords1700000066000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function indexed_words(word_list text, user_id bigint) returns tsvector
        language plpgsql immutable strict parallel safe as $$
      declare
        lines text[] := string_to_array(word_list, E'\\n');
        name text[] := string_to_array(ltrim(lines[1]), ' ');
        words text := lines[1] || coalesce(lines[2], '');
        number text;
      begin
        if lines[3] is null then
          words := regexp_replace(words, ' ([0-9]{5})[0-9]{2}(?=\\s|$)', ' #\\1', 'g');
          words := regexp_replace(words, ' ([0-9]{7})[0-9]+(?=\\s|$)', ' \\1', 'g');
        elsif lines[3] <> '' then
          foreach number in array string_to_array(ltrim(lines[3]), ' ') loop
            words := words || case when length(number) = 7 then ' #' || left(number, 5) else ' ' || left(number, 7) end;
          end loop;
        end if;
        for at in 2..coalesce(cardinality(name), 0) loop
          if length(name[at - 1]) < 4 or name[at - 1] !~ '[0-9]' then
            words := words || ' ' || name[at - 1] || '+'
              || case when name[at] ~ '^[0-9]' then left(name[at], 3) else name[at] end;
          end if;
        end loop;
        return (words || ' @' || user_id)::tsvector;
      end $$`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
