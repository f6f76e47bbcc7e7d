import type { ServiceRole } from '@lead-finder/platform';
import { preparedDatabase, type TestDatabase } from './postgres.js';

/** A database of its own as these services find it at any start but the first: schemas, roles, tables, and no rows. */
export function serviceDatabase(...roles: ServiceRole[]): Promise<TestDatabase> {
  return preparedDatabase(roles.map(({ name }) => name).join(' '), async (url) => {
    // Loaded here, because most of what imports this library has no use for it.
    const { bootstrapDatabase, openBullQueues, openDatabase, openLogger } = await import('@lead-finder/platform');
    await bootstrapDatabase(url);
    for (const { name: schema, entities, migrations } of roles) {
      const database = await openDatabase({ url, schema, entities, migrations, poolSize: 1 });
      await database.dataSource.destroy();
    }
    const queues = await openBullQueues({ databaseUrl: url }, openLogger('silent'));
    await queues.close();
  });
}
