import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { StartError } from '../config/environment.js';
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
  /** False behind a pooler that does not know prepared statements. */
  usesPrepared?: boolean | undefined;
}

/** Measured: PostgreSQL's default rather reads 50,000 tuples of a second index than the thousand rows of one user. */
const indexTupleCost = 0.04;

export const roleOf = (schema: string) => `lf_${schema}`;

/** What each session of a service has. A pooler drops startup options, so a login of the service has them too. */
export const sessionSettings = (schema: string) =>
  Object.entries({
    role: roleOf(schema),
    search_path: `${schema},public`,
    timezone: 'UTC',
    statement_timeout: 60_000,
    cpu_index_tuple_cost: indexTupleCost,
  }).map(([name, value]) => `${name}=${value}`);

/** Opens a service's schema with its role. Migrates it first, one process at a time. */
export async function openDatabase({
  url,
  schema,
  entities,
  migrations,
  poolSize,
  connectTimeoutMs = 5_000,
  usesPrepared = true,
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
      options: sessionSettings(schema)
        .map((setting) => `-c ${setting}`)
        .join(' '),
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: schema,
      Client: isTracing() ? TracedClient : GuardedClient,
    },
  });
  await source.initialize();
  try {
    await refuseForeignSession(source, schema);
    await withAdvisoryLock(url, `migrate:${schema}`, () => source.runMigrations({ transaction: 'each' }));
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

const tryAgainMs = 100;

/**
 * Runs the work under a lock of the whole deployment. The lock ends with the connection, also after a crash. It belongs
 * to a transaction, because a pooler lends a session for no longer; waiting occupies none.
 */
export async function withAdvisoryLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new GuardedClient({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine';
      const { rows } = await client.query<{ mine: boolean }>(lock, [name]);
      if (rows[0]!.mine) return await work();
      await client.query('rollback');
      await pause(tryAgainMs);
    }
  } finally {
    await client.end();
  }
}
