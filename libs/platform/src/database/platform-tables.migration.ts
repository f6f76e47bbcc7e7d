import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformTables1700000000000 implements MigrationInterface {
  name = 'PlatformTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        id uuid primary key,
        type text not null,
        payload jsonb not null,
        request_id text not null,
        traceparent text,
        occurred_at timestamptz not null default now(),
        published_at timestamptz,
        attempts int not null default 0,
        try_at timestamptz
      );
      create index outbox_waiting on outbox (occurred_at) where published_at is null;
      create index outbox_published on outbox (published_at) where published_at is not null;

      create table inbox (
        event_id uuid primary key,
        type text not null,
        heard_at timestamptz not null default now()
      );
      create index inbox_heard_at on inbox (heard_at);

      create table parked_events (
        event_id uuid primary key,
        type text not null,
        event jsonb not null,
        attempts int not null,
        problem text not null,
        try_at timestamptz,
        parked_at timestamptz
      );
      create index parked_events_try_at on parked_events (try_at) where try_at is not null;

      create table event_store (
        sole boolean primary key default true check (sole),
        store text not null
      );

      create table idempotent_answers (
        actor_id int not null,
        route text not null,
        key text not null,
        body_hash text not null,
        answer jsonb,
        created_at timestamptz not null default now(),
        primary key (actor_id, route, key)
      );
      create index idempotent_answers_created_at on idempotent_answers (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
