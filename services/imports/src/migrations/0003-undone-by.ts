import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user whose rights each batch of an undo checks. */
export class UndoneBy1700000210000 implements MigrationInterface {
  name = 'UndoneBy1700000210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table imports add column undone_by int');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
