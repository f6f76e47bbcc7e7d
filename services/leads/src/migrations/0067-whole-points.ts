import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The quadtree of positions gets whole numbers, because it refuses some leads that are a millionth of a degree apart. */
export class WholePoints1700000067000 implements MigrationInterface {
  name = 'WholePoints1700000067000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const point = 'point(round(longitude * 1e7::float8), round(latitude * 1e7::float8))';
    await createIndexOnline(runner, 'user_businesses_position', `on user_businesses using spgist (${point})`);
    // The planner needs statistics of the point.
    await runner.query('analyze user_businesses');
    await runner.query('drop index concurrently if exists user_businesses_point');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
