import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What imports changed, so that an undo can restore it field by field, and the rows of dry runs. */
export class ImportChanges1700000045000 implements MigrationInterface {
  name = 'ImportChanges1700000045000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The rows of an import that found a lead. Without a revision the row changed nothing of the lead itself.
      create table if not exists import_changes (
        import_id bigint not null,
        lead_id bigint not null,
        row int not null,
        -- Of the lead, right after the change.
        revision int,
        version int,
        -- Of the lead, before the change.
        updated_at timestamptz,
        before jsonb,
        -- The versions of fields before the change, if the field had one, and those that an undo gave a field since.
        priors jsonb,
        owns jsonb,
        -- The tags that the change added.
        tags text[],
        -- An import that was undone made the lead, so the undo of this one removes it.
        removes boolean,
        primary key (import_id, lead_id)
      );
      -- The empty fields of businesses that an import filled.
      create table if not exists import_fills (
        import_id bigint not null,
        business_id bigint not null,
        filled jsonb not null,
        updated_at timestamptz not null,
        filled_at timestamptz not null,
        primary key (import_id, business_id)
      );
      create table if not exists dry_run_rows (
        import_id bigint not null,
        outcome text not null,
        row int not null,
        lead_uuid uuid,
        name text not null,
        changes jsonb,
        primary key (import_id, outcome, row)
      );
    `);
    await runner.query(`
      alter table import_batches add column if not exists updated int not null default 0,
        add column if not exists unchanged int not null default 0,
        add column if not exists first_business_id bigint, add column if not exists last_business_id bigint;
      alter table import_undos add column if not exists reversed int not null default 0,
        add column if not exists failed int not null default 0,
        add column if not exists last_changed_id bigint not null default 0,
        add column if not exists last_filled_id bigint not null default 0,
        add column if not exists last_business_id bigint not null default 0;
    `);
    await createIndexOnline(runner, 'deleted_leads_uuid', `on deleted_leads ((content -> 'lead' ->> 'uuid'))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
