import type { Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceNames } from '@lead-finder/contracts';
import { StartError } from '@lead-finder/platform';
import type { Client } from 'pg';

/** The schemas that a backup holds. The schema of the queues is not among them: the services can rebuild it. */
export const schemas = [...serviceNames, 'audit'] as const;

export interface TableInBackup {
  schema: string;
  name: string;
  /** The columns without generated ones. */
  columns: string[];
  rows: number;
  /** SHA-256 of the rows as COPY writes them. */
  hash: string;
}

export interface Manifest {
  product: 'lead-finder';
  madeAt: string;
  /** The migrations of each service in the order in which they ran. A restore runs exactly these. */
  migrations: Record<string, string[]>;
  tables: TableInBackup[];
  sequences: { schema: string; name: string; value: string }[];
  /** Uploads of imports that have not ended. */
  files: string[];
  /** SHA-256 of each upload. Backups of older versions have none. */
  fileHashes?: Record<string, string>;
}

export const manifestFile = 'manifest.json';
export const fileOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}.copy.gz`;

export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8')) as Manifest;
  } catch {
    throw new StartError(`${path.resolve(folder)} holds no whole backup: its ${manifestFile} is missing or broken`);
  }
}

export async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

export const broken = (file: string, why: string) =>
  new StartError(`${file} of the backup is missing or damaged (${why}): nothing was restored`);

/** Returns a StartError if the file is missing or its gzip is damaged, or the error itself. */
export function explainBroken(error: unknown, file: string): unknown {
  const { code = '' } = error as { code?: string };
  return code === 'ENOENT' || code.startsWith('Z_') ? broken(file, (error as Error).message) : error;
}

/** Makes the copied text independent of the server's settings. */
export const stableTextSettings = [
  "set datestyle to 'ISO'",
  "set timezone to 'UTC'",
  "set intervalstyle to 'postgres'",
  'set extra_float_digits to 1',
  'set synchronize_seqscans to off',
  'set statement_timeout to 0',
];

/**
 * Returns every table with data of the product, without what widenIds adds meanwhile. A table comes before the tables that
 * refer to it.
 */
export async function tablesOf(client: Client): Promise<Pick<TableInBackup, 'schema' | 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[]; needs: string[] }>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attname not like '%\\_wide') as columns,
       array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs,
       c.oid::regclass::text as id
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relname <> all($2) order by 1, 2`,
    [schemas, ['migrations', 'backfills', 'last_backup', 'event_store']],
  );
  const left = rows as ((typeof rows)[number] & { id: string })[];
  const sorted: typeof left = [];
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) => needs.every((need) => !left.some(({ id }) => id === need)));
    if (at < 0) throw new Error(`Tables refer to each other in a circle: ${left.map(({ id }) => id).join(', ')}`);
    sorted.push(...left.splice(at, 1));
  }
  return sorted.map(({ schema, name, columns }) => ({ schema, name, columns }));
}
