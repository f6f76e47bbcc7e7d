import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@lead-finder/contracts';
import {
  bootstrapDatabase,
  makeLogin,
  openLogger,
  readSettings,
  StartError,
  type Environment,
  type Logger,
} from '@lead-finder/platform';
import { z } from 'zod';
import { databaseAddress, hostSettings, type HostSettings } from './host.config.js';

const keyOf = (service: string) => `DATABASE_URL_${service.toUpperCase()}`;

/** The database addresses that the services will start with, one setting for each. */
export const bootstrapSettings = z.object(
  Object.fromEntries(
    serviceNames.map((name) => [
      keyOf(name),
      databaseAddress.optional().describe(`Bootstrap makes the login that the ${name} service starts with`),
    ]),
  ),
);

/**
 * `host bootstrap`: creates roles, schemas and extensions with the owner's rights, once before the services start. For
 * each service whose address is set it creates a login, which is a member of that service's role and of no other.
 */
export async function bootstrap(environment: Environment, stopAsked: AbortSignal): Promise<void> {
  const [{ DATABASE_URL, LOG_LEVEL }, addresses] = readSettings([hostSettings, bootstrapSettings], environment) as [
    HostSettings,
    Record<string, string | undefined>,
  ];
  if (!DATABASE_URL) throw new StartError('DATABASE_URL is not set: bootstrap prepares the database that it names');
  const log = openLogger(LOG_LEVEL ?? 'info');
  await waitForServer(() => bootstrapDatabase(DATABASE_URL), log, stopAsked);
  const logins = serviceNames.filter((name) => addresses[keyOf(name)]);
  for (const name of logins) await makeLogin(DATABASE_URL, name, addresses[keyOf(name)]!);
  log.info({ logins }, 'Database prepared: roles, schemas and extensions exist.');
}

/** Repeats the work while the server is unreachable, because it may start after this process. */
export async function waitForServer(work: () => Promise<void>, log: Logger, stopAsked: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const isAway = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P03)$/.test(code);
      if (!isAway) throw error;
      if (attempt % 20 === 1) log.warn({ code }, 'PostgreSQL is not reachable yet. The start continues when it is.');
      await pause(500, undefined, { signal: stopAsked });
    }
  }
}
