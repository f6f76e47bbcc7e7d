import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { serviceNames } from '@lead-finder/contracts';
import { StartError, type Environment, type PersonalRows } from '@lead-finder/platform';
import { type Client, escapeIdentifier } from 'pg';
import { openDataLocation } from '../backup/data-location.js';
import { services } from '../roles.js';

/** The maximum number of rows of a table in memory. */
const atOnce = 1_000;

interface DataSubject {
  id: number;
  email: string | null;
  hasAccount: boolean;
}

/** `host export-person USERNAME FILE`: writes all data that the services hold about a user, as JSON. */
export async function exportPersonalData([username, file]: string[], environment: Environment): Promise<void> {
  if (!username || !file) throw new StartError('Name a person: npm run admin -- export-person USERNAME');
  let rows = 0;
  await withDataSubject(username, environment, async (client, { id }) => {
    const out = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(
        `${path.resolve(file)} cannot be written: ${error.code === 'EEXIST' ? 'it is there already' : error.message}`,
      );
    });
    try {
      await out.write('{');
      let separator = '\n';
      for await (const { service, what, read } of personalRows(client)) {
        await out.write(`${separator}${JSON.stringify(`${service}: ${what}`)}: [`);
        let written = 0;
        for await (const row of rowsOf(client, read)) await out.write(`${written++ === 0 ? '\n' : ',\n'}${row}`);
        await out.write(written === 0 ? ']' : '\n]');
        rows += written;
        separator = ',\n';
      }
      await out.write('\n}\n');
      await client.query(
        `insert into audit.entries (at, actor, action, subject, outcome, address, request_id, details)
         values (now(), '', 'person_exported', $1, 'done', '', '', $2)`,
        [username.slice(0, 500), JSON.stringify({ userId: Number(id), count: rows })],
      );
    } catch (error) {
      // An incomplete file could pass for a complete one.
      await rm(file);
      throw error;
    } finally {
      await out.close();
    }
  });
  console.log(`${rows.toLocaleString('en-US')} rows about ${username} are in ${path.resolve(file)}`);
}

/**
 * `host erase-person USERNAME`: removes the name of a deleted user from the data that other users still see, in one
 * transaction. It can be repeated.
 */
export async function erasePersonalData([username]: string[], environment: Environment): Promise<void> {
  if (!username) throw new StartError('Name a person: npm run admin -- erase-person USERNAME');
  await withDataSubject(username, environment, async (client, { hasAccount }) => {
    if (hasAccount)
      throw new StartError(
        `${username} has an account. Delete it in User Management first: there you choose who gets the leads.`,
      );
    for await (const { service, what, erase } of personalRows(client)) {
      if (!erase) continue;
      const { rowCount } = await client.query(erase);
      if (rowCount) console.log(`${service}: ${what} (${rowCount.toLocaleString('en-US')})`);
    }
  });
  console.log(`${username} is erased. The audit trail retains the name for its two years, sent events for a week.`);
}

/** Runs the work in one transaction, with a temporary table `data_subject` of the users who have or had the username. */
async function withDataSubject(
  username: string,
  environment: Environment,
  work: (client: Client, subject: DataSubject) => Promise<void>,
): Promise<void> {
  const location = await openDataLocation(environment, { mayRun: true });
  const { client } = location;
  try {
    await client.query('begin isolation level repeatable read');
    const subjects = await find(client, username);
    if (!subjects[0]) throw new StartError(`No user has or had the username ${username}`);
    await client.query('create temporary table data_subject (id bigint, email text) on commit drop');
    for (const { id, email } of subjects) await client.query('insert into data_subject values ($1, $2)', [id, email]);
    await work(client, subjects[0]);
    await client.query('commit');
  } finally {
    await location.close();
  }
}

/** Returns the user with this username, or else all deleted users who had it. */
async function find(client: Client, username: string): Promise<DataSubject[]> {
  const living = await client.query<DataSubject>(
    'select id, email, true as "hasAccount" from users.users where lower(username) = lower($1)',
    [username],
  );
  if (living.rows.length > 0) return living.rows;
  const gone = await client.query<DataSubject>(
    'select id, email, false as "hasAccount" from progress.members where lower(username) = lower($1) and deleted_at is not null',
    [username],
  );
  return gone.rows;
}

/** Yields the statements of each service in turn, with its schema in the search path. */
async function* personalRows(client: Client): AsyncGenerator<PersonalRows & { service: string }> {
  for (const service of serviceNames) {
    const { personalData } = await services[service]();
    await client.query(`set local search_path to pg_temp, ${escapeIdentifier(service)}`);
    for (const rows of personalData) yield { ...rows, service };
  }
}

async function* rowsOf(client: Client, read: string): AsyncGenerator<string> {
  await client.query(
    `declare personal_rows cursor for select to_json(personal_row)::text as row from (${read}) as personal_row`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${atOnce} from personal_rows`);
    for (const { row } of rows) yield row;
    if (rows.length < atOnce) break;
  }
  await client.query('close personal_rows');
}
