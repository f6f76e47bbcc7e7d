import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, MigrationInterface } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { GuardedClient } from './guarded-client.js';
import { PlatformTables1700000000000 } from './platform-tables.migration.js';
import { sessionSettings, startupOptions } from './session.js';
import { widenIds } from './wide-ids.js';

export type MigrationClass = new () => MigrationInterface;

export interface MigrationOptions {
  url: string;
  schema: string;
  migrations: MigrationClass[];
  log?: Logger | undefined;
}

/** The schema lacks migrations, and another process runs them. */
export class PendingMigrationsError extends Error {
  constructor(names: string[]) {
    super(`The schema lacks ${names.join(', ')}`);
  }
}

/** A statement that waits for a lock makes every later reader of the table wait behind it. */
const lockTimeout = '2s';
const lockNotAvailable = '55P03';
const retryMs = 1_000;

const allOf = (migrations: MigrationClass[]) => [PlatformTables1700000000000, ...migrations];

/**
 * Runs the pending migrations of a service on a connection of its own, one process of the deployment at a time. A
 * migration has no time limit. If it does not get a lock within two seconds, it is rolled back and tried again. A new
 * schema gets wide ids.
 */
export function migrate(options: MigrationOptions): Promise<void> {
  return withMigrations(options, async (source) => {
    const isNew = (await tableOfMigrations(source)) === null;
    await runUntilDone(source, options.log);
    if (isNew) await widenWith(source, options.log);
  });
}

/** Makes the ids of a schema bigint. The version before 0.2.0 cannot read them. */
export function widenSchema(options: Omit<MigrationOptions, 'migrations'>): Promise<void> {
  return withMigrations({ ...options, migrations: [] }, (source) => widenWith(source, options.log));
}

async function widenWith(source: DataSource, log?: Logger): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await widenIds(runner, log);
  } finally {
    await runner.release();
  }
}

async function withMigrations(
  { url, schema, migrations, log }: MigrationOptions,
  work: (source: DataSource) => Promise<void>,
): Promise<void> {
  const { DataSource } = await import('typeorm');
  const { MigrationLog } = await import('./migration-log.js');
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: allOf(migrations),
    migrationsTableName: 'migrations',
    installExtensions: false,
    parseInt8: true,
    poolSize: 1,
    logger: new MigrationLog(log),
    extra: {
      options: startupOptions({ ...sessionSettings(schema), statement_timeout: '0', lock_timeout: lockTimeout }),
      application_name: `${schema} migrations`,
      Client: GuardedClient,
    },
  });
  await source.initialize();
  try {
    await withAdvisoryLock(url, `migrate:${schema}`, () => work(source));
  } finally {
    await source.destroy();
  }
}

async function runUntilDone(source: DataSource, log?: Logger): Promise<void> {
  for (;;) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      log?.warn({ reason: (error as Error).message }, 'The migration waits for a lock and is tried again.');
      await pause(retryMs);
    }
  }
}

/** Returns the names of these migrations that the schema lacks. It may have later ones. */
export async function pendingMigrations(source: DataSource, migrations: MigrationClass[]): Promise<string[]> {
  const names = allOf(migrations).map((Migration) => new Migration().name!);
  if ((await tableOfMigrations(source)) === null) return names;
  const done = await source.query<{ name: string }[]>('select name from migrations');
  const known = new Set(done.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

async function tableOfMigrations(source: DataSource): Promise<string | null> {
  const [table] = await source.query<{ name: string | null }[]>(`select to_regclass('migrations') as name`);
  return table!.name;
}
