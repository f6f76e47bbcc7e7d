import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keeps answers about a million leads quick: a version for kept answers, and an index that counts pages alone. */
export class QuickPages1700000011000 implements MigrationInterface {
  name = 'QuickPages1700000011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Raised with each fold: together with what is not folded yet it tells one state of all leads from another.
      create table lead_folds (
        sole boolean primary key default true check (sole),
        folds bigint not null default 0
      );
      insert into lead_folds default values;

      -- A jump to a far page walks over the index alone.
      drop index user_businesses_newest;
      create index user_businesses_newest on user_businesses (assigned_at desc, id desc)
        include (archived, existing_customer, status, imported);
      create index user_businesses_unlocated on user_businesses (assigned_at desc, id desc)
        where latitude is null or longitude is null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
