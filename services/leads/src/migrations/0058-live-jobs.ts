import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that undo what a live plan gave on a day (docs/decisions/0063-jobs-of-live-plans.md). */
export class LiveJobs1700000058000 implements MigrationInterface {
  name = 'LiveJobs1700000058000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bulk_jobs add column if not exists live boolean not null default false');
    await createIndexOnline(runner, 'bulk_jobs_of_plans', 'on bulk_jobs (plan_id, id) where plan_id is not null');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
