import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { isTracing } from '../tracing/spans.js';
import { TracedClient } from '../tracing/traced-client.js';
import { Database } from './database.js';
import { GuardedClient } from './guarded-client.js';
import { PlatformTables1700000000000 } from './platform-tables.migration.js';

export type EntityClass = (new () => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  url: string;
  schema: string;
  entities: EntityClass[];
  migrations: MigrationClass[];
  poolSize: number;
  connectTimeoutMs?: number;
}

/** Measured: PostgreSQL's default rather reads 50,000 tuples of a second index than the thousand rows of one user. */
const indexTupleCost = 0.04;

export const roleOf = (schema: string) => `lf_${schema}`;

/** Opens a service's schema with its role. Migrates it first, one process at a time. */
export async function openDatabase({
  url,
  schema,
  entities,
  migrations,
  poolSize,
  connectTimeoutMs = 5_000,
}: DatabaseOptions): Promise<Database> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    entities,
    migrations: [PlatformTables1700000000000, ...migrations],
    migrationsTableName: 'migrations',
    uuidExtension: 'pgcrypto',
    poolSize,
    extra: {
      options: `-c role=${roleOf(schema)} -c search_path=${schema},public -c timezone=UTC -c statement_timeout=60000 -c cpu_index_tuple_cost=${indexTupleCost}`,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: schema,
      Client: isTracing() ? TracedClient : GuardedClient,
    },
  });
  await source.initialize();
  try {
    await withAdvisoryLock(url, `migrate:${schema}`, () => source.runMigrations({ transaction: 'each' }));
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return new Database(source);
}

/** Runs the work under a lock of the whole deployment. The lock ends with the connection, also after a crash. */
export async function withAdvisoryLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new GuardedClient({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end();
  }
}
