import type { MigrationInterface, QueryRunner } from 'typeorm';

const hasOrderedUuids = 180_000;

/** New leads get uuids in the order of time, at the end of their index, so an import into many leads changes few of its pages. */
export class UuidsInOrder1700000065000 implements MigrationInterface {
  name = 'UuidsInOrder1700000065000';

  async up(runner: QueryRunner): Promise<void> {
    const [server] = (await runner.query(`select current_setting('server_version_num')::int as version`)) as {
      version: number;
    }[];
    if (server!.version < hasOrderedUuids) return;
    await runner.query('alter table user_businesses alter column uuid set default uuidv7()');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
