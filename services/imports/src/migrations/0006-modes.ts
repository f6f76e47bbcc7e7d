import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Imports that change leads. `custom_fields` has the definitions of the fields that the file fills, fixed when the
 * import starts. A worker of version 0.1.0 would only create leads, so the trigger gives it none of these imports.
 */
export class Modes1700000210010 implements MigrationInterface {
  name = 'Modes1700000210010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table imports
        add column mode text not null default 'create',
        add column overwrite text[],
        add column custom_fields jsonb not null default '[]',
        add column format jsonb not null default '{}',
        add column updated int not null default 0,
        add column unchanged int not null default 0,
        add column reversed int,
        add column undo_failed int,
        -- The last fence of a worker that knows modes.
        add column mode_fence int;
    `);
    await runner.query(`
      create function skip_unknown_mode() returns trigger language plpgsql as $$
      begin
        return null;
      end $$;
      create trigger unknown_mode before update on imports for each row
        when (new.mode <> 'create' and new.fence > old.fence and new.mode_fence is distinct from new.fence)
        execute function skip_unknown_mode();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
