import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';

const lockNotAvailable = '55P03';
const deadlock = '40P01';
/** Longer than deadlock_timeout, after which PostgreSQL ends an autovacuum that is in the way. */
const firstTimeout = '1200ms';
/** Shorter than deadlock_timeout, so that a deadlock fails this work and none of the product. */
const nextTimeout = '300ms';
const retryMs = 1_000;
const maxRetryMs = 30_000;

/**
 * Runs quick work in a transaction that has locked these tables. Readers and writers wait behind an attempt, so it waits
 * only a second for other transactions, and tries again later.
 */
export async function whileLocked(
  runner: QueryRunner,
  tables: readonly string[],
  log: Logger | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 0, waitMs = retryMs; ; attempt++, waitMs = Math.min(waitMs * 2, maxRetryMs)) {
    const first = attempt % tables.length;
    await runner.startTransaction();
    try {
      await lock(runner, [tables[first]!], firstTimeout);
      await lock(runner, tables, nextTimeout);
      await work();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      const { code = '' } = error as { code?: string };
      if (code !== lockNotAvailable && code !== deadlock) throw error;
      log?.warn({ tables, waitMs }, 'The tables are in use; this step is tried again.');
      await pause(waitMs);
    }
  }
}

async function lock(runner: QueryRunner, tables: readonly string[], timeout: string): Promise<void> {
  await runner.query(`set local lock_timeout = '${timeout}'`);
  await runner.query(`lock table ${tables.join(', ')} in access exclusive mode`);
}
