import { serviceNames } from '@lead-finder/contracts';
import {
  bootstrapDatabase,
  makeLogin,
  migrate,
  openLogger,
  readSettings,
  secretSettings,
  StartError,
  waitForDatabase,
  type Environment,
} from '@lead-finder/platform';
import { z } from 'zod';
import { databaseAddress, hostSettings, type HostSettings } from './host.config.js';
import { services } from './roles.js';

const keyOf = (service: string) => `DATABASE_URL_${service.toUpperCase()}`;

/** The database addresses that the services will start with, one setting for each. */
export const bootstrapSettings = z.object(
  Object.fromEntries(
    serviceNames.map((name) => [
      keyOf(name),
      databaseAddress
        .optional()
        .describe(`Bootstrap makes the login that the ${name} service starts with`)
        .register(secretSettings, { isReadAgain: false }),
    ]),
  ),
);

/**
 * `host bootstrap`: creates roles, schemas and extensions with the owner's rights and migrates every schema, before the
 * services of a new version start. For each service whose address is set it creates a login, which is a member of that
 * service's role and of no other.
 */
export async function bootstrap(environment: Environment, stopAsked: AbortSignal): Promise<void> {
  const [{ DATABASE_URL, LOG_LEVEL }, addresses] = readSettings([hostSettings, bootstrapSettings], environment) as [
    HostSettings,
    Record<string, string | undefined>,
  ];
  if (!DATABASE_URL) throw new StartError('DATABASE_URL is not set: bootstrap prepares the database that it names');
  const log = openLogger(LOG_LEVEL ?? 'info');
  const logins = serviceNames.filter((name) => addresses[keyOf(name)]);
  const prepare = async () => {
    await bootstrapDatabase(DATABASE_URL);
    for (const name of logins) await makeLogin(DATABASE_URL, name, addresses[keyOf(name)]!);
  };
  await waitForDatabase(prepare, { log, stopAsked, waitsForBootstrap: false });
  for (const schema of serviceNames) {
    const { migrations } = await services[schema]();
    await migrate({ url: DATABASE_URL, schema, migrations, log: log.child({ role: schema }) });
  }
  log.info({ logins }, 'Database prepared: roles, schemas and extensions exist, and every schema is migrated.');
}
