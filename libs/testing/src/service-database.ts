import type { ServiceRole } from '@lead-finder/platform';
import { preparedDatabase, type TestDatabase } from './postgres.js';

/** Creates a database with the schemas, roles and tables of these services, without rows. */
export function serviceDatabase(...roles: ServiceRole[]): Promise<TestDatabase> {
  return preparedDatabase(roles.map(({ name }) => name).join(' '), async (url) => {
    // Loaded on demand, because most importers of this library do not need it.
    const { bootstrapDatabase, openJobQueues, openDatabase, openLogger } = await import('@lead-finder/platform');
    await bootstrapDatabase(url);
    for (const { name: schema, entities, migrations } of roles) {
      const database = await openDatabase({ url, schema, entities, migrations, poolSize: 1 });
      await database.dataSource.destroy();
    }
    const queues = await openJobQueues({ databaseUrl: url }, openLogger('silent'));
    await queues.close();
  });
}
