import type { MigrationInterface, QueryRunner } from 'typeorm';

const quiet = `when (coalesce(current_setting('lead_finder.backfill', true), '') <> 'on')`;
const changed = (name: string, table: string, tables: string, action: string) =>
  `create or replace trigger ${name} after update on ${table} referencing ${tables}
   for each statement ${quiet} execute function ${action}()`;
const both = 'new table as added old table as removed';

/** A backfill of columns that users do not see changes no count and no word of a lead. */
export class QuietBackfills1700000038000 implements MigrationInterface {
  name = 'QuietBackfills1700000038000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(changed('leads_changed', 'user_businesses', both, 'count_leads'));
    await runner.query(changed('cells_changed', 'user_businesses', both, 'count_cells'));
    await runner.query(changed('values_changed', 'user_businesses', both, 'count_values'));
    const added = 'new table as added';
    await runner.query(changed('search_changed', 'user_businesses', added, 'record_changed_leads'));
    await runner.query(changed('search_changed', 'businesses', added, 'record_changed_businesses'));
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
