import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `unknown_users`: the names that a dry run found and no user has. `stand_ins`: the user mapping for their rows. */
export class StandIns1700000200001 implements MigrationInterface {
  name = 'StandIns1700000200001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table imports
        add column stand_ins jsonb not null default '[]',
        add column unknown_users jsonb not null default '[]';
      alter table import_row_errors add column kind text;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
