import { freshDatabase } from '@lead-finder/testing';
import { Client } from 'pg';
import { bootstrapDatabase } from './bootstrap.js';
import { openDatabase } from './open-database.js';

let owner: Client;
let url: string;
const logins: string[] = [];

async function loginOf(service: string): Promise<string> {
  const login = `${service}_login_${Math.random().toString(36).slice(2, 10)}`;
  await owner.query(`create role ${login} login password 'secret' in role lf_${service}`);
  logins.push(login);
  const own = new URL(url);
  [own.username, own.password] = [login, 'secret'];
  return own.href;
}

beforeEach(async () => {
  ({ url } = await freshDatabase());
  owner = new Client({ connectionString: url });
  await owner.connect();
});
afterEach(async () => {
  for (const login of logins.splice(0)) await owner.query(`drop role ${login}`);
  await owner.end();
});

const schemas = async () =>
  (await owner.query<{ nspname: string }>("select nspname from pg_namespace where nspname in ('leads', 'users')")).rows
    .map(({ nspname }) => nspname)
    .sort();

describe('bootstrap', () => {
  it('creates a schema for each named service, also repeatedly and concurrently', async () => {
    await Promise.all([
      bootstrapDatabase(url, ['leads']),
      bootstrapDatabase(url, ['leads']),
      bootstrapDatabase(url, ['leads']),
    ]);
    expect(await schemas()).toEqual(['leads']);
    await bootstrapDatabase(url);
    expect(await schemas()).toEqual(['leads', 'users']);
  });

  it('prepares everything for a login of one service, which starts with its own rights', async () => {
    await bootstrapDatabase(url);
    const own = await loginOf('leads');
    await bootstrapDatabase(own, ['leads']);
    const database = await openDatabase({ url: own, schema: 'leads', entities: [], migrations: [], poolSize: 2 });
    expect(await database.query('select count(*)::int as n from outbox')).toEqual([{ n: 0 }]);
    await database.dataSource.destroy();
  });

  it('prevents the login of one service from reading or becoming another', async () => {
    await bootstrapDatabase(url);
    const users = await openDatabase({ url, schema: 'users', entities: [], migrations: [], poolSize: 1 });
    await users.dataSource.destroy();
    const own = await loginOf('leads');
    const client = new Client({ connectionString: own });
    await client.connect();
    await expect(client.query('select * from users.outbox')).rejects.toThrow(/permission denied for schema users/);
    await expect(client.query('set role lf_users')).rejects.toThrow(/permission denied to set role/);
    await client.end();
    await expect(bootstrapDatabase(own, ['users'])).rejects.toThrow(
      /permission denied|must have admin option|must be owner/,
    );
  });
});
