import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';

const lockNotAvailable = '55P03';
/** Longer than deadlock_timeout, after which PostgreSQL ends an autovacuum that is in the way. */
const lockTimeout = '1200ms';
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
  for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
    await runner.startTransaction();
    try {
      await runner.query(`set local lock_timeout = '${lockTimeout}'`);
      await runner.query(`lock table ${tables.join(', ')} in access exclusive mode`);
      await work();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      log?.warn({ tables, waitMs }, 'The tables are in use; this step is tried again.');
      await pause(waitMs);
    }
  }
}
