import { startEmbeddedPostgres } from '@lead-finder/platform/embedded-postgres';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { serverBinary } from './binaries.js';
import { certificateFiles, type Certificate } from './certificates.js';
import { copyPrepared } from './prepared-folder.js';
import { runFolder, runServer } from './run.js';
import type { TestServer } from './server.js';

export interface PostgresOptions {
  dataDir?: string;
  /** Whether it waits for the disk. Required if the spec kills the server. */
  durable?: boolean;
  /** The certificate for clients that use TLS; others connect without. */
  certificate?: Certificate;
  /** Uses the binaries of this machine's distribution, which may be another major, instead of the embedded ones. */
  ofDistribution?: boolean;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const query = (url: string, ...statements: string[]) =>
  connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Returns the folder whose `bin` contains the distribution's programs. */
async function distributionPrograms() {
  const { command, env } = await serverBinary('postgres');
  return { folder: path.resolve(command, '../..'), env: { ...env } };
}

/** Starts a separate PostgreSQL server from the embedded binaries. Its url is the superuser's. */
export async function startPostgres({
  dataDir,
  durable = false,
  certificate,
  ofDistribution = false,
}: PostgresOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? runFolder('postgres');
  const programs = ofDistribution ? await distributionPrograms() : undefined;
  if (process.env.TEST_RUN_FOLDER && !existsSync(path.join(folder, 'pg'))) {
    const name = ofDistribution ? 'first-start-of-distribution' : 'first-start';
    await copyPrepared(name, folder, async (made) => (await startEmbeddedPostgres({ dataDir: made, programs })).stop());
  }
  let server = await startEmbeddedPostgres({ dataDir: folder, programs });
  if (!durable) {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
    const off = settings.map((setting) => `alter system set ${setting} = off`);
    await query(server.url, ...off, 'select pg_reload_conf()');
  }
  const stop = () => server.stop();
  const restart = async () => {
    await stop();
    server = await startEmbeddedPostgres({ dataDir: folder, port: server.port, programs });
  };
  if (certificate) {
    showCertificate(path.join(folder, 'pg'), certificate);
    await query(server.url, 'alter system set ssl = on');
    await restart();
  }
  return {
    url: server.url,
    port: server.port,
    source: programs ? `PostgreSQL ${await majorOf(server.url)} of the distribution` : 'embedded-postgres',
    stop,
    kill: async () => {
      server.kill('SIGKILL');
      await server.exited;
      await stop();
    },
    restart,
  };
}

async function majorOf(url: string): Promise<number> {
  const { rows } = await connected(url, (client) =>
    client.query<{ version: number }>("select current_setting('server_version_num')::int / 10000 as version"),
  );
  return rows[0]!.version;
}

/** Writes the certificate into PostgreSQL's folder. PostgreSQL requires that only its account can read the key. */
function showCertificate(folder: string, certificate: Certificate): void {
  const { uid, gid } = statSync(folder);
  for (const { content, target } of certificateFiles(folder, certificate)) {
    writeFileSync(target, content, { mode: 0o600 });
    chownSync(target, uid, gid);
  }
}

export interface TestDatabase {
  url: string;
  /** Drops the database and ends its connections. */
  drop(): Promise<void>;
}

function ownDatabase(server: string, name: string): TestDatabase {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(server, `drop database if exists ${name} with (force)`) };
}

const newName = () => `spec_${randomBytes(8).toString('hex')}`;

/** Creates an empty database in the run's server. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = await runServer('postgres');
  const name = newName();
  await query(server, `create database ${name} template template0`);
  return ownDatabase(server, name);
}

/** The name contains the run, because another run may prepare it differently. */
const templateName = (what: string) =>
  `prepared_${createHash('sha1').update(`${process.env.TEST_RUN_FOLDER} ${what}`).digest('hex')}`;

/** The first spec of the run that asks for `what` prepares a template, and each spec gets a copy. */
export async function preparedDatabase(what: string, prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  const server = await runServer('postgres');
  const template = templateName(what);
  const name = newName();
  await connected(server, async (client) => {
    const isThere = async () =>
      (await client.query('select 1 from pg_database where datname = $1', [template])).rowCount === 1;
    if (!(await isThere())) {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
      if (!(await isThere())) {
        const unready = await freshDatabase();
        await prepare(unready.url);
        await client.query(`alter database ${new URL(unready.url).pathname.slice(1)} rename to ${template}`);
      }
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return ownDatabase(server, name);
}
