import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExportRequests1700000041000 implements MigrationInterface {
  name = 'ExportRequests1700000041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table export_rule (
        sole boolean primary key default true check (sole),
        max_leads int,
        next_max_leads int,
        next_from timestamptz
      );
      create table export_requests (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        role text not null,
        filter jsonb not null,
        leads int not null,
        state text not null default 'waiting' check (state in ('waiting', 'allowed', 'refused', 'withdrawn')),
        asked_at timestamptz not null,
        expires_at timestamptz not null,
        decided_by bigint,
        decided_at timestamptz
      );
      create index export_requests_of_user on export_requests (user_id, asked_at desc);
      create index export_requests_asked on export_requests (asked_at desc);
      create table exported_leads (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        leads int not null,
        exported_at timestamptz not null
      );
      create index exported_leads_of_user on exported_leads (user_id, exported_at);
      create index exported_leads_at on exported_leads (exported_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
