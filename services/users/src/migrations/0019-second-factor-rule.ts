import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactorRule1700000280000 implements MigrationInterface {
  name = 'SecondFactorRule1700000280000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table second_factor_rule (
        sole boolean primary key default true check (sole),
        required_for text not null check (required_for in ('none', 'admins', 'leaders', 'all')),
        from_day date not null,
        due_at timestamptz not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
