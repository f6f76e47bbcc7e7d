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
  /** The schema, and the role that owns it: `lf_<schema>`. */
  schema: string;
  entities: EntityClass[];
  migrations: MigrationClass[];
  poolSize: number;
  /** So long one waits for a connection. */
  connectTimeoutMs?: number;
}

/**
 * To read a tuple of an index took 0.4 µs and to look at its row 1.5 µs, where PostgreSQL assumes a two-hundredth: it would
 * rather read 50,000 tuples of a second index than look at the thousand leads of one person.
 */
const indexTupleCost = 0.04;

export const roleOf = (schema: string) => `lf_${schema}`;

/**
 * Opens a service's own schema with its own role, and brings it up to date first, one process at a time however many
 * start (design, section 3, points 6 and 10).
 */
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

/** Held by one process of the whole deployment at a time; let go of when the connection ends, also by a crash. */
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
