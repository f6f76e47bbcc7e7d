import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `purged_to` is the last lead whose value of a removed field is deleted. */
export class CustomFields1700000043000 implements MigrationInterface {
  name = 'CustomFields1700000043000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table custom_field_definitions (
        id bigint generated always as identity primary key,
        key text not null,
        name text not null,
        type text not null,
        options text[] not null default '{}',
        currency text,
        required boolean not null default false,
        group_name text,
        position int not null,
        filter boolean not null default false,
        archived boolean not null default false,
        removed_at timestamptz,
        purged_to bigint not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index custom_field_definitions_key on custom_field_definitions (lower(key));
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
