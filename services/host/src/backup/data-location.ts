import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serviceNames } from '@lead-finder/contracts';
import { Client } from 'pg';
import {
  FolderFileStore,
  JetStreamFileStore,
  NatsLink,
  openBucket,
  openLogger,
  readSettings,
  startEmbeddedPostgres,
  StartError,
  type Environment,
  type FileStore,
} from '@lead-finder/platform';
import { hostSettings, type HostSettings } from '../host.config.js';

/** The database and the uploads that a backup reads or a restore writes. */
export interface DataLocation {
  /** The address with the owner's rights, and a session there. */
  databaseUrl: string;
  client: Client;
  /** Null if neither FILES_URL nor NATS_URL says where the servers hold the uploads. */
  files: FileStore | null;
  close(): Promise<void>;
}

/**
 * Opens the servers that the environment names, or else the embedded database in DATA_DIR. It starts that database, or
 * uses the one of a running product if `mayRun` allows it. Then the database must have the product's tables.
 */
export async function openDataLocation(
  environment: Environment,
  { mayRun }: { mayRun: boolean },
): Promise<DataLocation> {
  const location = await locate(environment, mayRun);
  const client = new Client({ connectionString: location.databaseUrl });
  // The next statement fails if the session has ended.
  client.on('error', () => undefined);
  const close = async () => {
    await client.end();
    await location.close();
  };
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`PostgreSQL does not accept the connection of DATABASE_URL: ${error.message || error.code}`);
    });
    if (mayRun) await refuseWithoutTables(client);
    return { ...location, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseWithoutTables(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    "select 1 from pg_tables where tablename = 'migrations' and schemaname = any($1)",
    [serviceNames],
  );
  if (rowCount === 0) throw noTables();
}

const noTables = () =>
  new StartError('No service has started on this database yet: check DATABASE_URL, or else DATA_DIR');

async function locate(environment: Environment, mayRun: boolean): Promise<Omit<DataLocation, 'client'>> {
  const [settings] = readSettings([hostSettings], environment) as [HostSettings];
  const { DATABASE_URL, DATA_DIR } = settings;
  const uploads = await openUploads(settings);
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, files: null, close: async () => {}, ...uploads };
  const dataDir = path.resolve(DATA_DIR);
  if (mayRun && !existsSync(path.join(dataDir, 'pg'))) throw noTables();
  const files = uploads?.files ?? new FolderFileStore(path.join(dataDir, 'uploads'));
  const running = mayRun ? addressOfRunning(dataDir) : null;
  if (running && (await answers(running))) return { databaseUrl: running, files, close: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir });
  return { databaseUrl: postgres.url, files, close: () => postgres.stop() };
}

/** Returns null if the settings name no server that holds the uploads. */
export async function openUploads({ FILES_URL, NATS_URL }: HostSettings) {
  const log = openLogger('warn');
  if (FILES_URL) return { files: await openBucket(FILES_URL, log), close: async () => {} };
  if (!NATS_URL) return null;
  const link = await NatsLink.open(NATS_URL, log);
  return { files: await JetStreamFileStore.open(link.connection, { isUpdated: false }), close: () => link.close() };
}

/** Returns the address of the running database, or null. The fourth line of PostgreSQL's pid file is its port. */
function addressOfRunning(dataDir: string): string | null {
  try {
    const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
    const port = Number(readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3]);
    return port ? `postgres://lead_finder:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres` : null;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw new StartError(`The data folder ${dataDir} cannot be read: ${(error as Error).message}`);
  }
}

/** True if PostgreSQL accepts connections: a killed process leaves its pid file behind. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
