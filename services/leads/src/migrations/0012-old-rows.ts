import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OldRows1700000012000 implements MigrationInterface {
  name = 'OldRows1700000012000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index notifications_created_at on notifications (created_at);
      create index import_batches_done_at on import_batches (done_at);
      create index bulk_jobs_finished_at on bulk_jobs (finished_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
