import { setTimeout as pause } from 'node:timers/promises';
import { AbstractLogger, DataSource, type LogLevel, type LogMessage, type MigrationInterface } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { GuardedClient } from './guarded-client.js';
import { PlatformTables1700000000000 } from './platform-tables.migration.js';
import { sessionSettings, startupOptions } from './session.js';

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
 * migration has no time limit. If it does not get a lock within two seconds, it is rolled back and tried again.
 */
export async function migrate({ url, schema, migrations, log }: MigrationOptions): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: allOf(migrations),
    migrationsTableName: 'migrations',
    installExtensions: false,
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
    await withAdvisoryLock(url, `migrate:${schema}`, () => runUntilDone(source, log));
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
  const [table] = await source.query<{ name: string | null }[]>(`select to_regclass('migrations') as name`);
  if (table!.name === null) return names;
  const done = await source.query<{ name: string }[]>('select name from migrations');
  const known = new Set(done.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

class MigrationLog extends AbstractLogger {
  constructor(private readonly serviceLog?: Logger) {
    super(['migration']);
  }

  protected writeLog(_level: LogLevel, messages: LogMessage | string | (LogMessage | string)[]): void {
    for (const { message } of this.prepareLogMessages(messages)) this.serviceLog?.info(String(message));
  }
}
