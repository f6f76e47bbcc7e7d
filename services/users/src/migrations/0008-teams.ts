import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `path` holds the ids from the root of the tree to the team; `users.time_zone` is the own one, else that of the team. */
export class Teams1700000170000 implements MigrationInterface {
  name = 'Teams1700000170000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table teams (
        id int generated always as identity primary key,
        name text not null,
        parent_id int references teams (id),
        path int[] not null,
        time_zone text,
        working_days int[],
        version int not null default 1,
        created_at timestamptz not null default now()
      );
      create unique index teams_name on teams (coalesce(parent_id, 0), lower(name));
      create index teams_path on teams using gin (path);

      create table team_managers (
        team_id int not null references teams (id) on delete cascade,
        user_id int not null references users (id) on delete cascade,
        primary key (user_id, team_id)
      );
      create index team_managers_team on team_managers (team_id);

      alter table users add column team_id int, add column time_zone text, add column own_time_zone text;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
