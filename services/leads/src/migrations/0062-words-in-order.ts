import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const recorded = (rows: string) =>
  `insert into lead_search_changes (lead_ids, size)
   select array_agg(id), count(*) from ${rows} group by id / 1000 order by id / 1000;`;

/** New leads get their words in the order of their ids, at the end of an index or of a user's part of it, which fills its pages. */
export class WordsInOrder1700000062000 implements MigrationInterface {
  name = 'WordsInOrder1700000062000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function record_changed_leads() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          ${recorded('removed')}
        else
          ${recorded('added')}
        end if;
        return null;
      end $$`);
    await createIndexOnline(
      runner,
      'lead_search_worked_of_user',
      'on lead_search (user_id, worked_at nulls first, lead_id)',
    );
    await runner.query('drop index concurrently if exists lead_search_of_user');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
