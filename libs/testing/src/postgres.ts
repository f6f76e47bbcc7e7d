import { startEmbeddedPostgres } from '@lead-finder/platform/embedded-postgres';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { runFolder, runServer } from './run.js';
import type { TestServer } from './server.js';

export interface PostgresOptions {
  dataDir?: string;
  /** Whether it waits for the disk, as a database must whose server or machine is killed in the spec. */
  durable?: boolean;
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A PostgreSQL server of the spec's own, from the binaries that the product embeds. Its url is the superuser's. */
export async function startPostgres({ dataDir, durable = false }: PostgresOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? runFolder('postgres');
  let server = await startEmbeddedPostgres({ dataDir: folder });
  if (!durable) {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
    const off = settings.map((setting) => `alter system set ${setting} = off`);
    await query(server.url, ...off, 'select pg_reload_conf()');
  }
  const stop = () => server.stop();
  return {
    url: server.url,
    port: server.port,
    source: 'embedded-postgres',
    stop,
    kill: async () => {
      server.kill('SIGKILL');
      await server.exited;
      await stop();
    },
    restart: async () => {
      await stop();
      server = await startEmbeddedPostgres({ dataDir: folder, port: server.port });
    },
  };
}

export interface TestDatabase {
  url: string;
  /** Ends what is still connected to it. */
  drop(): Promise<void>;
}

/** An empty database of its own in the run's server. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = await runServer('postgres');
  const name = `spec_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(server, `drop database if exists ${name} with (force)`) };
}
