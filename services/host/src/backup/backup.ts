import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartError, type Environment } from '@lead-finder/platform';
import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openDataLocation } from './data-location.js';
import {
  fileOf,
  hashed,
  manifestFile,
  schemas,
  stableTextSettings,
  tablesOf,
  type Manifest,
  type TableInBackup,
} from './tables.js';
import { copyUploads, makeEmpty } from './uploads.js';

/**
 * `host backup FOLDER`: writes the data of every service as of one moment, whether the product runs or not. It writes
 * the manifest last, so a folder with a manifest is a complete backup.
 */
export async function backup([folder]: string[], environment: Environment): Promise<void> {
  if (!folder) throw new StartError('Name a new folder: npm run backup -- FOLDER');
  await makeEmpty(folder);
  const location = await openDataLocation(environment, { mayRun: true });
  const { client } = location;
  try {
    for (const statement of stableTextSettings) await client.query(statement);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await migrationsOf(client);
    const tables: TableInBackup[] = [];
    for (const table of await tablesOf(client))
      tables.push({ ...table, ...(await copyOut(client, table, path.join(folder, fileOf(table)))) });
    const sequences = await sequencesOf(client);
    await client.query('commit');
    // Files are copied after the tables: a file that an import in the backup needs exists unless that import has ended.
    const uploads = location.files ? await copyUploads(location.files, folder) : { files: [] };
    const manifest: Manifest = {
      product: 'lead-finder',
      madeAt: new Date().toISOString(),
      migrations,
      tables,
      sequences,
      ...uploads,
    };
    await writeFile(path.join(folder, manifestFile), JSON.stringify(manifest, null, 2));
    await recordBackup(client);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows.toLocaleString('en-US')} rows of ${tables.length} tables and ${uploads.files.length} uploads are in ${path.resolve(folder)}`,
    );
    if (!location.files)
      console.log(
        'Uploads of imports that are not over are left out: neither NATS_URL nor FILES_URL is set. Such an import fails after a restore and is uploaded again.',
      );
  } finally {
    await location.close();
  }
}

/** Writes the time that the metrics report. A standby server and a version before the table cannot record it. */
async function recordBackup(client: Client): Promise<void> {
  try {
    await client.query(
      `insert into users.last_backup (completed_at) values (now())
       on conflict (sole) do update set completed_at = excluded.completed_at`,
    );
  } catch (error) {
    console.log(`The backup is complete, but its time is not recorded for alerts: ${(error as Error).message}`);
  }
}

async function migrationsOf(client: Client): Promise<Manifest['migrations']> {
  const { rows: there } = await client.query<{ schemaname: string }>(
    "select schemaname from pg_tables where tablename = 'migrations' and schemaname = any($1)",
    [schemas],
  );
  const found: Manifest['migrations'] = {};
  for (const { schemaname } of there) {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${escapeIdentifier(schemaname)}.migrations order by id`,
    );
    found[schemaname] = rows.map(({ name }) => name);
  }
  return found;
}

async function sequencesOf(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null and sequencename <> 'migrations_id_seq' order by 1, 2`,
    [schemas],
  );
  return rows;
}

export const copied = ({ schema, name, columns }: Pick<TableInBackup, 'schema' | 'name' | 'columns'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;

/** Reads a whole table, into the file if one is named. Returns the number of rows and their hash. */
export async function copyOut(
  client: Client,
  table: Pick<TableInBackup, 'schema' | 'name' | 'columns'>,
  file?: string,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256');
  const source = client.query(copyTo(`copy ${copied(table)} to stdout`));
  const rows = (all: AsyncIterable<Uint8Array>) => hashed(all, hash);
  if (file) await pipeline(source, rows, createGzip({ level: 5 }), createWriteStream(file, { mode: 0o600 }));
  else for await (const bytes of rows(source)) void bytes;
  return { rows: source.rowCount, hash: hash.digest('hex') };
}
