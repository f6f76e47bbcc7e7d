import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose rights an undo goes by, piece for piece. */
export class UndoneBy1700000210000 implements MigrationInterface {
  name = 'UndoneBy1700000210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table imports add column undone_by int');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
