import { setTimeout as pause } from 'node:timers/promises';
import { bootstrapDatabase, openLogger, readSettings, StartError, type Environment, type Logger } from '@lead-finder/platform';
import { hostSettings, type HostSettings } from './host.config.js';

/**
 * `host bootstrap`: with the owner's rights, once before the services start, makes roles, schemas and extensions; the
 * services then need no more than a login that belongs to their own role (design, section 3, point 10).
 */
export async function bootstrap(environment: Environment, stopAsked: AbortSignal): Promise<void> {
  const [{ DATABASE_URL, LOG_LEVEL }] = readSettings([hostSettings], environment) as [HostSettings];
  if (!DATABASE_URL) throw new StartError('DATABASE_URL is not set: bootstrap prepares the database that it names');
  const log = openLogger(LOG_LEVEL ?? 'info');
  await whenThere(() => bootstrapDatabase(DATABASE_URL), log, stopAsked);
  log.info('roles, schemas and extensions are there');
}

/** Servers may start after this process: it waits for them instead of ending (they refuse wrong passwords at once). */
export async function whenThere(work: () => Promise<void>, log: Logger, stopAsked: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const isAway = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P03)$/.test(code);
      if (!isAway) throw error;
      if (attempt % 20 === 1) log.warn({ code }, 'PostgreSQL does not answer yet, waiting for it');
      await pause(500, undefined, { signal: stopAsked });
    }
  }
}
