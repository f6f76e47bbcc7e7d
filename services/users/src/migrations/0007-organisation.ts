import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `first_steps` holds the steps that the user has ended. */
export class Organisation1700000160000 implements MigrationInterface {
  name = 'Organisation1700000160000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organisation (
        sole boolean primary key default true check (sole),
        name text not null
      );
      alter table users add column first_steps text[] not null default '{}';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
