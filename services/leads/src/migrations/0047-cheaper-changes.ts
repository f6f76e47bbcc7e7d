import type { MigrationInterface, QueryRunner } from 'typeorm';

const changed = (name: string, action: string) =>
  `create or replace trigger ${name} after update on user_businesses
   referencing new table as added old table as removed
   for each statement when (coalesce(current_setting('lead_finder.backfill', true), '') not in ('on', 'details'))
   execute function ${action}()`;

/**
 * A statement that changes only contact details and custom fields changes no count, so it can say so by the setting. And
 * the foreign key of changes goes like that of 0017, for the same reasons: they are written while their lead is locked.
 */
export class CheaperChanges1700000047000 implements MigrationInterface {
  name = 'CheaperChanges1700000047000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table lead_changes drop constraint lead_changes_user_business_id_fkey;
      create or replace function remove_history() returns trigger language plpgsql as $$
      begin
        delete from assignment_history using removed where user_business_id = removed.id;
        delete from lead_changes using removed where user_business_id = removed.id;
        return null;
      end $$;
    `);
    await runner.query(changed('leads_changed', 'count_leads'));
    await runner.query(changed('cells_changed', 'count_cells'));
    await runner.query(changed('values_changed', 'count_values'));
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
