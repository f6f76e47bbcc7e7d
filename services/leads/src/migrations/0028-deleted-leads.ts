import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted leads wait here for a restore. `content` has the rows of the lead and of what belonged to it, by table. */
export class DeletedLeads1700000028000 implements MigrationInterface {
  name = 'DeletedLeads1700000028000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deleted_leads (
        id int primary key,
        user_id int not null,
        business_id int not null,
        name text not null,
        deleted_by int not null,
        deleted_at timestamptz not null,
        content jsonb not null
      );
      create index deleted_leads_newest on deleted_leads (deleted_at desc, id desc);
      create index deleted_leads_of_user on deleted_leads (user_id);
      create index deleted_leads_business on deleted_leads (business_id);
      create index deleted_leads_name on deleted_leads using gin (name public.gin_trgm_ops);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
