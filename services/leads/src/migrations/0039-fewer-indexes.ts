import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const worked = '(archived, status, assigned_at desc, id desc) include (existing_customer, imported)';
const added = {
  user_businesses_worked: `on user_businesses ${worked} where status <> 'new' or archived`,
  user_businesses_of_county: 'on user_businesses (county, assigned_at desc, id desc, state) where county is not null',
  user_businesses_words: 'on user_businesses using gin (name public.gin_trgm_ops, tag_keys)',
  // It also has the leads without coordinates, as null.
  user_businesses_point: 'on user_businesses using spgist (point(longitude, latitude))',
  businesses_key: 'on businesses using hash (match_key)',
  assignment_history_lead: 'on assignment_history (user_business_id)',
};
const merged = [
  'moved',
  'archived',
  'county',
  'state_county',
  'name',
  'tags',
  'place',
  'unlocated',
  'planned',
  'import',
];
const dropped = [
  ...merged.map((each) => `user_businesses_${each}`),
  'businesses_match_key',
  'assignment_history_of_lead',
];

/** Merges indexes, because each costs an import time and disk (docs/decisions/0038-twelve-indexes.md). */
export class FewerIndexes1700000039000 implements MigrationInterface {
  name = 'FewerIndexes1700000039000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table import_batches add column if not exists first_lead_id bigint, add column if not exists last_lead_id bigint',
    );
    for (const [name, definition] of Object.entries(added)) await createIndexOnline(runner, name, definition);
    // The planner needs statistics of the point.
    await runner.query('analyze user_businesses');
    for (const each of dropped) await runner.query(`drop index concurrently if exists ${each}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
