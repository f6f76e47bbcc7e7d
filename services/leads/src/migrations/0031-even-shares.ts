import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job that shares leads evenly has several new users, each of its chunks one of them. */
export class EvenShares1700000031000 implements MigrationInterface {
  name = 'EvenShares1700000031000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table bulk_jobs add column new_user_ids int[] not null default '{}';
      alter table bulk_job_pieces add column new_user_id int;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
