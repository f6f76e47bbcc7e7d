import { serviceNames } from '@lead-finder/contracts';
import { openLogger, readSettings, widenSchema, type Environment } from '@lead-finder/platform';
import { openDataLocation } from './backup/data-location.js';
import { hostSettings, type HostSettings } from './host.config.js';

/** `host widen-ids`: makes the int ids of older databases bigint while the product runs (docs/operations.md#wide-ids). */
export async function widenIds(_args: string[], environment: Environment): Promise<void> {
  const [settings] = readSettings([hostSettings], environment) as [HostSettings];
  const log = openLogger(settings.LOG_LEVEL ?? 'info');
  const location = await openDataLocation(environment, { mayRun: true });
  try {
    for (const schema of serviceNames)
      await widenSchema({ url: location.databaseUrl, schema, log: log.child({ role: schema }) });
    log.info('All ids are bigint.');
  } finally {
    await location.close();
  }
}
