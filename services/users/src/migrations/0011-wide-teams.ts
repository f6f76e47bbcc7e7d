import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No released version reads teams, so their ids are wide in every database. */
export class WideTeams1700000200000 implements MigrationInterface {
  name = 'WideTeams1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table teams alter column id type bigint, alter column parent_id type bigint, alter column path type bigint[];
      alter table team_managers alter column team_id type bigint, alter column user_id type bigint;
      alter table users alter column team_id type bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
