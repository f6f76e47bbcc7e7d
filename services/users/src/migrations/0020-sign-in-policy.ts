import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Without a row passwords are on. `has_no_password` is set for accounts that an identity provider created. */
export class SignInPolicy1700000290000 implements MigrationInterface {
  name = 'SignInPolicy1700000290000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_policy (
        sole boolean primary key default true check (sole),
        local_passwords boolean not null
      );
      create table break_glass_admins (
        user_id bigint primary key references users (id) on delete cascade
      );
      alter table users add column has_no_password boolean not null default false;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
