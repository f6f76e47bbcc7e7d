import { eventually, freshDatabase, startPostgres } from '@lead-finder/testing';
import { Client } from 'pg';
import { openLogger } from '../logging/logger.js';
import { bootstrapDatabase, makeLogin } from './bootstrap.js';
import { openDatabase } from './open-database.js';
import { waitForDatabase, type DatabaseWait } from './wait-for-database.js';

let lines: string[];
let wait: DatabaseWait;
const said = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
const untilSaid = (text: string) => eventually(() => expect(said().join('\n')).toContain(text));

beforeEach(() => {
  lines = [];
  wait = { log: openLogger('warn', { write: (line) => void lines.push(line) }), waitsForBootstrap: true };
});

const open = async (url: string) => {
  await bootstrapDatabase(url, ['leads']);
  return openDatabase({ url, schema: 'leads', entities: [], migrations: [], poolSize: 1 });
};

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const newName = () => `late_${Math.random().toString(36).slice(2, 10)}`;
const withLogin = (url: string, login: string) =>
  Object.assign(new URL(url), { username: login, password: 'secret' }).href;

describe('A service that starts before bootstrap has ended', () => {
  it('waits for its login and then for its schema, and says each once', async () => {
    const { url, drop } = await freshDatabase();
    const login = newName();
    const own = withLogin(url, login);
    const opening = waitForDatabase(() => open(own), wait);
    await untilSaid('rejects the login');
    await query(url, `create role ${login} login password 'secret'`);
    await untilSaid('lacks a right');
    await bootstrapDatabase(url);
    await makeLogin(url, 'leads', own);
    const database = await opening;
    expect(await database.query('select count(*)::int as n from outbox')).toEqual([{ n: 0 }]);
    expect(said()).toEqual([
      'PostgreSQL rejects the login. The start continues when bootstrap has prepared the database.',
      'The login lacks a right. The start continues when bootstrap has prepared the database.',
    ]);
    await database.dataSource.destroy();
    await drop();
    await query(url.replace(/[^/]*$/, 'postgres'), `drop role ${login}`);
  });

  it('waits for its database', async () => {
    const { url, drop } = await freshDatabase();
    const name = newName();
    const late = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const opening = waitForDatabase(() => open(late), wait);
    await untilSaid('The database does not exist');
    await query(url, `create database ${name} template template0`);
    await (await opening).dataSource.destroy();
    await query(url, `drop database ${name}`);
    await drop();
  });

  it('ends with a sentence if the login is rejected for too long', async () => {
    const { url, drop } = await freshDatabase();
    const opening = waitForDatabase(() => open(withLogin(url, newName())), { ...wait, maxRejectedMs: 600 });
    await expect(opening).rejects.toThrow(
      /^PostgreSQL rejects the login, for 1 s: .*"late_.*\. The start waited until/,
    );
    await drop();
  });

  it('ends at once if no other process prepares the database', async () => {
    const { url, drop } = await freshDatabase();
    const opening = waitForDatabase(() => open(withLogin(url, newName())), { ...wait, waitsForBootstrap: false });
    await expect(opening).rejects.toThrow(/^PostgreSQL rejects the login: .*"late_/);
    expect(said()).toEqual([]);
    await drop();
  });

  it('ends at once with any other error', async () => {
    const wrong = () => Promise.reject(new TypeError('x is not a function'));
    await expect(waitForDatabase(wrong, wait)).rejects.toThrow('x is not a function');
  });
});

it('A service waits while PostgreSQL has no free connection, or is not reachable', async () => {
  const server = await startPostgres();
  await query(server.url, 'alter system set max_connections = 8', "create role crowd login password 'secret'");
  await server.stop();
  const opening = waitForDatabase(() => open(server.url), { ...wait, waitsForBootstrap: false });
  await untilSaid('PostgreSQL is not reachable. The start continues when it is.');
  await server.restart();
  await (await opening).dataSource.destroy();

  await query(server.url, 'grant lf_leads to crowd');
  const crowd = withLogin(server.url, 'crowd');
  const clients: Client[] = [];
  const enter = async () => {
    const client = new Client({ connectionString: crowd });
    await client.connect();
    clients.push(client);
  };
  await expect(
    (async () => {
      for (;;) await enter();
    })(),
  ).rejects.toMatchObject({ code: '53300' });
  const again = waitForDatabase(() => open(crowd), { ...wait, waitsForBootstrap: false });
  await untilSaid('PostgreSQL has no free connection. The start continues when it has one.');
  await Promise.all(clients.map((client) => client.end()));
  await (await again).dataSource.destroy();
  await server.stop();
}, 60_000);
