import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two pairs of filters that took an index each by themselves, and far too many leads together. */
export class QuickPairs1700000019000 implements MigrationInterface {
  name = 'QuickPairs1700000019000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A person and a name: a thousand names are read in the person's order; the index of names found 40,000 leads first.
      drop index user_businesses_of_user_newest;
      create index user_businesses_of_user_newest on user_businesses (user_id, assigned_at desc, id desc)
        include (archived, existing_customer, status, imported, name);
      -- A state and a county: hardly a lead has both, and all of the county's were looked at to find that out.
      create index user_businesses_state_county on user_businesses (state, county, assigned_at desc, id desc)
        where state is not null and county is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
