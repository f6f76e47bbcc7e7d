import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Leaves1700000250000 implements MigrationInterface {
  name = 'Leaves1700000250000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table leaves (
        id bigint generated always as identity primary key,
        user_id bigint not null references users (id) on delete cascade,
        first_day date not null,
        last_day date not null check (last_day >= first_day),
        stand_in_id bigint references users (id) on delete set null,
        written_by bigint references users (id) on delete set null
      );
      create index leaves_user on leaves (user_id, last_day);
      create index leaves_stand_in on leaves (stand_in_id, last_day);
      create index leaves_writer on leaves (written_by);
      create index leaves_end on leaves (last_day);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
