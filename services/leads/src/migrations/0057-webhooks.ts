import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks are cursors over the changes (docs/decisions/0062-webhooks-are-cursors.md). */
export class Webhooks1700000057000 implements MigrationInterface {
  name = 'Webhooks1700000057000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhooks (
        id bigint generated always as identity primary key,
        url text not null,
        types text[] not null,
        owner_id bigint not null,
        secret text not null,
        -- Signs too until then.
        old_secret text,
        old_secret_until timestamptz,
        active boolean not null default true,
        off_reason text,
        created_at timestamptz not null,
        -- All changes up to here are done, and those of 'ahead' and none of 'retries' after it.
        delivered_to bigint not null,
        ahead bigint[] not null default '{}',
        retries jsonb not null default '[]',
        seen_to bigint not null,
        -- A replay raises it, and a worker that began before writes nothing more.
        generation int not null default 0,
        delivered_at timestamptz,
        failures int not null default 0,
        failing_since timestamptz,
        -- After a failure nothing is sent before then.
        paused_until timestamptz,
        -- When the next retry is due, if others are delivered meanwhile.
        retry_at timestamptz,
        leased_by uuid,
        leased_until timestamptz
      );
      create table webhook_deliveries (
        id bigint generated always as identity primary key,
        webhook_id bigint not null references webhooks on delete cascade,
        -- Null for a test.
        position bigint,
        message_id text not null,
        type text not null,
        attempt int not null,
        sent_at timestamptz not null,
        duration_ms int not null,
        status int,
        problem text,
        response text not null default ''
      );
      create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
      create index webhook_deliveries_sent on webhook_deliveries (sent_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
