import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for two pairs of filters. With one index per filter, PostgreSQL reads far too many leads. */
export class QuickPairs1700000019000 implements MigrationInterface {
  name = 'QuickPairs1700000019000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- User and name: reads the thousand names of a user in order, instead of 40,000 leads from the index of names.
      drop index user_businesses_of_user_newest;
      create index user_businesses_of_user_newest on user_businesses (user_id, assigned_at desc, id desc)
        include (archived, existing_customer, status, imported, name);
      -- State and county: few leads have both, and without this index PostgreSQL reads all leads of the county.
      create index user_businesses_state_county on user_businesses (state, county, assigned_at desc, id desc)
        where state is not null and county is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
