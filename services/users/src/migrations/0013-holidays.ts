import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A team without a list has that of the nearest team above. */
export class Holidays1700000220000 implements MigrationInterface {
  name = 'Holidays1700000220000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table holiday_lists (
        id bigint generated always as identity primary key,
        name text not null,
        version int not null default 1
      );
      create unique index holiday_lists_name on holiday_lists (lower(name));

      create table holidays (
        list_id bigint not null references holiday_lists (id) on delete cascade,
        day date not null,
        name text not null,
        primary key (list_id, day)
      );

      alter table teams add column holiday_list_id bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
