import type { DataSource, EntitySchema } from 'typeorm';
import { StartError } from '../config/environment.js';
import type { Logger } from '../logging/logger.js';
import { isTracing } from '../tracing/spans.js';
import { TracedClient } from '../tracing/traced-client.js';
import { Database } from './database.js';
import { GuardedClient } from './guarded-client.js';
import { migrate, type MigrationClass, PendingMigrationsError, pendingMigrations } from './migrate.js';
import { roleOf, sessionSettings, startupOptions } from './session.js';

export type EntityClass = (new () => object) | EntitySchema;

export interface DatabaseOptions {
  url: string;
  schema: string;
  entities: EntityClass[];
  migrations: MigrationClass[];
  poolSize: number;
  connectTimeoutMs?: number;
  /** False behind a pooler that does not know prepared statements. */
  usesPrepared?: boolean | undefined;
  /** False if bootstrap does it: then a pending migration fails with PendingMigrationsError. */
  migratesFirst?: boolean | undefined;
  log?: Logger;
}

/** Opens a service's schema with its role, and migrates it first. It loads TypeORM, which the gateway does not need. */
export async function openDatabase({
  url,
  schema,
  entities,
  migrations,
  poolSize,
  connectTimeoutMs = 5_000,
  usesPrepared = true,
  migratesFirst = true,
  log,
}: DatabaseOptions): Promise<Database> {
  const { DataSource } = await import('typeorm');
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    entities,
    uuidExtension: 'pgcrypto',
    parseInt8: true,
    poolSize,
    extra: {
      options: startupOptions(sessionSettings(schema)),
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: schema,
      Client: isTracing() ? TracedClient : GuardedClient,
    },
  });
  await source.initialize();
  try {
    await refuseForeignSession(source, schema);
    const pending = await pendingMigrations(source, migrations);
    if (pending.length > 0 && !migratesFirst) throw new PendingMigrationsError(pending);
    if (pending.length > 0) await migrate({ url, schema, migrations, log });
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return new Database(source, usesPrepared);
}

/** A pooler gives all clients of one login the same sessions. */
async function refuseForeignSession(source: DataSource, schema: string): Promise<void> {
  const [session] = await source.query<{ role: string; schema: string | null }[]>(
    'select current_user as role, current_schema as schema',
  );
  const { role, schema: first } = session!;
  if (role === roleOf(schema) && first === schema) return;
  throw new StartError(
    `A session of ${schema} has the role ${role} and the schema ${first}: behind a pooler each service needs a login ` +
      'of its own that bootstrap has made (docs/operations.md#behind-a-pooler)',
  );
}
