import { execFile } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.js';
import { startPostgres } from './postgres.js';
import { runFolder } from './run.js';
import type { TestServer } from './server.js';

const run = promisify(execFile);

export interface PostgresPair {
  primary: TestServer;
  /** Has every acknowledged commit of the primary. Its login is the primary's. */
  standby: TestServer;
  /** Makes the standby a primary. */
  promote(): Promise<void>;
}

async function rows(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a primary and its synchronous standby. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const [first, second] = [runFolder('primary'), runFolder('standby')];
  const primary = await startPostgres({ dataDir: first, durable: true });
  await primary.stop();
  // The embedded binaries have no pg_basebackup.
  await run('cp', ['-a', `${first}/.`, second]);
  await primary.restart();
  const { username, password, port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`;
  appendFileSync(path.join(second, 'pg/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(path.join(second, 'pg/standby.signal'), '');
  const standby = await startPostgres({ dataDir: second, durable: true });
  await rows(primary.url, "alter system set synchronous_standby_names = '*'");
  await rows(primary.url, 'select pg_reload_conf()');
  await eventually(async () => {
    const found = await rows(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'");
    if (found.length === 0) throw new Error('The standby is not synchronous yet');
  });
  return { primary, standby, promote: async () => void (await rows(standby.url, 'select pg_promote()')) };
}
