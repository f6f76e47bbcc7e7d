import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { bootstrapDatabase, openDatabase, StartError, type Environment, type ServiceRole } from '@lead-finder/platform';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { services } from '../roles.js';
import { copied, copyOut } from './backup.js';
import { openDataLocation } from './data-location.js';
import {
  explainBroken,
  fileOf,
  readManifest,
  schemas,
  stableTextSettings,
  tablesOf,
  type Manifest,
  type TableInBackup,
} from './tables.js';
import { bringUploads } from './uploads.js';

/** `host restore FOLDER`: restores into an empty database in one transaction, which compares every table. */
export async function restore([folder]: string[], environment: Environment): Promise<void> {
  if (!folder) throw new StartError('Name the folder of a backup: npm run restore -- FOLDER');
  const manifest = await readManifest(folder);
  if (manifest.tables.length === 0) throw new StartError(`${path.resolve(folder)} holds uploads only: restore-uploads`);
  const roles = await Promise.all(Object.values(services).map((load) => load()));
  refuseNewer(manifest, roles);
  const location = await openDataLocation(environment, { mayRun: false });
  const { client } = location;
  try {
    for (const statement of stableTextSettings) await client.query(statement);
    await refuseData(client);
    await bootstrapDatabase(location.databaseUrl);
    for (const role of roles) await migrateTo(manifest.migrations[role.name] ?? [], role, location.databaseUrl);
    // The rows are last: what fails before their commit can be repeated.
    if (location.files) await bringUploads(location.files, folder, manifest);
    await bringRows(client, folder, manifest);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables are back as they were on ${manifest.madeAt}`,
    );
  } finally {
    await location.close();
  }
}

const nameOf = (migration: ServiceRole['migrations'][number]) => new migration().name ?? migration.name;

/** Rejects a backup of a newer version. The platform's own migration is in every service. */
function refuseNewer({ migrations }: Manifest, roles: ServiceRole[]): void {
  for (const role of roles) {
    const known = new Set(role.migrations.map(nameOf));
    const strange = (migrations[role.name] ?? []).filter(
      (name) => !known.has(name) && !name.startsWith('PlatformTables'),
    );
    if (strange.length > 0)
      throw new StartError(`The backup is of a newer version (${strange.join(', ')}): restore it with that version`);
  }
}

async function refuseData(client: Client): Promise<void> {
  for (const { schema, name } of await tablesOf(client)) {
    if (schema !== 'users' || name !== 'users') continue;
    const { rows } = await client.query('select 1 from users.users limit 1');
    if (rows.length > 0) throw new StartError('There are people in this database already: restore into an empty one');
  }
}

async function migrateTo(names: string[], role: ServiceRole, url: string): Promise<void> {
  const migrations = role.migrations.filter((each) => names.includes(nameOf(each)));
  const database = await openDatabase({ url, schema: role.name, entities: [], migrations, poolSize: 1 });
  await database.dataSource.destroy();
}

async function bringRows(client: Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  await client.query('begin');
  for (const schema of schemas) {
    const own = tables.filter((table) => table.schema === schema);
    if (own.length === 0) continue;
    const names = own.map(({ name }) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
    const wasGranted = await mayBecome(client, schema);
    if (!wasGranted) await client.query(`grant lf_${schema} to current_user`);
    await client.query(`set local role lf_${schema}`);
    // The backup holds the results of the triggers already: they would count twice.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const table of own) await bring(client, folder, table);
    if (schema !== 'audit') await forgetEventStore(client, schema);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { name, value } of sequences.filter((each) => each.schema === schema)) {
      await client.query('select setval($1::regclass, $2)', [
        `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
        value,
      ]);
    }
    await client.query('reset role');
    // The audit trail belongs to a role without a login.
    if (!wasGranted) await client.query(`revoke lf_${schema} from current_user`);
  }
  await client.query('commit');
}

/**
 * No store has this name, so the relay sends the events of the last 7 days again: one that was on its way during the backup
 * took effect in the database that is lost.
 */
async function forgetEventStore(client: Client, schema: string): Promise<void> {
  await client.query(
    `insert into ${escapeIdentifier(schema)}.event_store (store) values ('restored')
     on conflict (sole) do update set store = excluded.store`,
  );
}

async function mayBecome(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>("select pg_has_role(current_user, $1, 'member') as may", [
    `lf_${schema}`,
  ]);
  return rows[0]!.may;
}

async function bring(client: Client, folder: string, table: TableInBackup): Promise<void> {
  const file = fileOf(table);
  await pipeline(
    createReadStream(path.join(folder, file)),
    createGunzip(),
    client.query(copyFrom(`copy ${copied(table)} from stdin`)),
  ).catch((error: unknown) => {
    throw explainBroken(error, file);
  });
  const { rows, hash } = await copyOut(client, table);
  if (rows === table.rows && hash === table.hash) return;
  throw new StartError(
    `${table.schema}.${table.name} is not what was backed up (${rows} rows, ${table.rows} expected): nothing was restored`,
  );
}
