import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A goal holds from its first day until the next one. Null means the sum of the people's goals. */
export class TeamGoals1700000210000 implements MigrationInterface {
  name = 'TeamGoals1700000210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table team_goals (
        team_id bigint not null references teams (id) on delete cascade,
        first_day date not null,
        goal int check (goal >= 1),
        primary key (team_id, first_day)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
