import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners with values and squares of their own. Today all have them; the review of owners removes the others. */
export class CountedOwners1700000040000 implements MigrationInterface {
  name = 'CountedOwners1700000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table counted_owners (user_id bigint primary key);
      insert into counted_owners select user_id from lead_counts where user_id <> 0 group by 1 having sum(leads) > 5000;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
