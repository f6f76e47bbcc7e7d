import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The browsers that show notifications, what waits for each of them, and the key that signs it. */
export class PushDevices1700000032000 implements MigrationInterface {
  name = 'PushDevices1700000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table push_keys (
        id smallint primary key default 1 check (id = 1),
        public_key text not null,
        private_key text not null
      );
      create table push_devices (
        id int generated always as identity primary key,
        user_id int not null,
        session_id text,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        name text not null,
        created_at timestamptz not null,
        seen_at timestamptz not null,
        last_push_at timestamptz,
        failures int not null default 0,
        try_at timestamptz not null
      );
      create index push_devices_of_user on push_devices (user_id, seen_at);
      create index push_devices_seen on push_devices (seen_at);
      create table pushes (
        device_id int not null references push_devices on delete cascade,
        notification_id bigint not null references notifications on delete cascade,
        version int not null default 1,
        primary key (device_id, notification_id)
      );
      create index pushes_of_notification on pushes (notification_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
