import { createHash } from 'node:crypto';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { serviceNames } from '@lead-finder/contracts';
import { Client } from 'pg';
import type { Servers } from '../product/product.js';

/** The rows and checksum of each table, the value of each sequence and the digest of each upload, by name. */
export type StoredData = Map<string, string>;

/** A restore names the event store anew, and does not restore the time of the last backup. */
const ofThisPlace = ['event_store', 'last_backup'];

/** What a start, a sign-in, the repeated sending of events and the roll-up of counts change. */
const moving =
  /\.(outbox|sessions|limits|schedules|mailed_days|overdue_reports|entries|lead_(count|value|cell)(s|_changes)(_id_seq)?|entries_id_seq)$/;

/** Reads everything that a restore brings back, without the code of the product. */
export async function storedData({ postgres, nats }: Pick<Servers, 'postgres' | 'nats'>): Promise<StoredData> {
  return new Map([...(await contentOfTables(postgres.url)), ...(await digestsOfUploads(nats.url))]);
}

/** Returns a line for each name whose data differ. */
export function differences(before: StoredData, after: StoredData): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'nothing'} was backed up, ${after.get(name) ?? 'nothing'} is there`);
}

/** Leaves out the tables that the product changes by itself after a start. */
export const atRest = (data: StoredData): StoredData => new Map([...data].filter(([name]) => !moving.test(name)));

const schemas = [...serviceNames, 'audit'];

export const unsentEvents = (url: string): Promise<string[]> =>
  withDatabase(url, async (client) => {
    const union = serviceNames
      .map((name) => `select '${name}' as name, count(*) as events from ${name}.outbox where published_at is null`)
      .join(' union all ');
    const { rows } = await client.query<{ line: string }>(
      `select format('%s has not sent %s events', name, events) as line from (${union}) each where events > 0`,
    );
    return rows.map(({ line }) => line);
  });

const contentOfTables = (url: string): Promise<[string, string][]> =>
  withDatabase(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = any($1) and tablename <> all($2)`,
      [schemas, ofThisPlace],
    );
    const content: [string, string][] = [];
    for (const { name } of tables.rows) {
      // The order of the rows does not count.
      const { rows } = await client.query<{ rows: string; checksum: string }>(
        `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as checksum
         from ${name} t`,
      );
      content.push([name, `${rows[0]!.rows} rows (${rows[0]!.checksum})`]);
    }
    const sequences = await client.query<{ name: string; value: string | null }>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
       where schemaname = any($1)`,
      [schemas],
    );
    return [...content, ...sequences.rows.map(({ name, value }): [string, string] => [name, `at ${value}`])];
  });

async function withDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone to 'UTC'");
    return await work(client);
  } finally {
    await client.end();
  }
}

async function digestsOfUploads(url: string): Promise<[string, string][]> {
  const connection = await connect({ servers: new URL(url).host });
  try {
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info('FILES', { subjects_filter: '>' });
    const ids = [...new Set(Object.keys(state.subjects ?? {}).map((subject) => subject.split('.')[1]!))];
    const digests: [string, string][] = [];
    for (const id of ids) digests.push([`upload ${id}`, await digestOfUpload(manager, id)]);
    return digests;
  } finally {
    await connection.close();
  }
}

async function digestOfUpload(manager: JetStreamManager, id: string): Promise<string> {
  const hash = createHash('sha256');
  for (let part = 0; ; part++) {
    const message = await manager.streams.getMessage('FILES', { last_by_subj: `files.${id}.${part}` });
    if (!message) return hash.digest('hex');
    hash.update(message.data);
  }
}
