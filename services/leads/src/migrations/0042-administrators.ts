import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The administrators who learn of an export that waits. */
export class Administrators1700000042000 implements MigrationInterface {
  name = 'Administrators1700000042000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(
      runner,
      'assignees_administrators',
      "on assignees (id) where role = 'admin' and active and deleted_at is null",
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
