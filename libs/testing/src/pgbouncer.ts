import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pgBouncerCommand } from './binaries.js';
import { runFolder } from './run.js';
import { launch, type TestServer } from './server.js';

export interface Pooler extends TestServer {
  /** Returns the address of the same database and login behind the pooler. */
  through(url: string): string;
}

export interface PoolerOptions {
  /** The addresses in one PostgreSQL server whose logins may connect. */
  to: string[];
  /** The connections to PostgreSQL for each login and database. */
  poolSize?: number;
  /** With 0 it does not know prepared statements, like PgBouncer before 1.21. */
  maxPrepared?: number;
  /** More lines of its configuration, which override the others. */
  more?: string;
}

/** PgBouncer does not run as root. It keeps root's right to read the folders of this run, and ends with the spec. */
const asNobody = [
  'setpriv',
  '--reuid=65534',
  '--regid=65534',
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--pdeathsig=KILL',
];

/** Starts PgBouncer in transaction pooling mode. */
export async function startPgBouncer(options: PoolerOptions): Promise<Pooler> {
  const { to, poolSize = 3, maxPrepared = 200, more = '' } = options;
  const logins = to.map((url) => new URL(url));
  const folder = runFolder('pgbouncer');
  const users = logins.map((login) => `"${login.username}" "${decodeURIComponent(login.password)}"\n`);
  writeFileSync(path.join(folder, 'users.txt'), users.join(''));
  const configuration = (port: number) => `
[databases]
* = host=${logins[0]!.hostname} port=${logins[0]!.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${poolSize}
max_prepared_statements = ${maxPrepared}
ignore_startup_parameters = extra_float_digits,options
${more}
`;
  const [command, ...before] = [...(process.getuid?.() === 0 ? asNobody : []), ...(await pgBouncerCommand())];
  const at = (url: string, port: number) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href;
  const server = await launch({
    binary: { command: command! },
    args: (port) => {
      const file = path.join(folder, `${port}.ini`);
      writeFileSync(file, configuration(port));
      return [...before, file];
    },
    url: (port) => at(to[0]!, port),
    ready: async (port) => {
      const client = new pg.Client({ connectionString: at(to[0]!, port) });
      await client.connect();
      await client.end();
    },
  });
  return {
    ...server,
    // PgBouncer waits for its clients after SIGTERM.
    stop: server.kill,
    restart: async () => {
      await server.kill();
      await server.restart();
    },
    through: (url) => at(url, server.port),
  };
}
