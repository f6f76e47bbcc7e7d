import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  eventually,
  freshDatabase,
  runFolder,
  startNats,
  startRedis,
  type TestDatabase,
  type TestServer,
} from '@lead-finder/testing';
import { Client } from 'pg';
import { assertIdle } from '../../test/fingerprint.js';
import { Visitor } from '../../test/visitor.js';
import { startHost } from '../start-host.js';
import { verifyAudit } from '../verify-audit.js';
import { widenIds } from '../widen-ids.js';
import { backup } from './backup.js';
import { restore } from './restore.js';
import type { Manifest } from './tables.js';

const home = runFolder('backup-spec');
const folder = (name: string) => path.join(home, name);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(folder(name), 'manifest.json'), 'utf8')) as Manifest;
const quiet = { LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1' };
const embedded = (name: string) => ({ ...quiet, DATA_DIR: folder(name) });

let servers: TestServer[] = [];
const databases: TestDatabase[] = [];
let beside: Record<string, string>;
async function emptyDatabase(): Promise<Record<string, string>> {
  databases.push(await freshDatabase());
  return { ...beside, DATABASE_URL: databases.at(-1)!.url };
}

/** Returns what sam sees after signing in. */
async function seenBySam(url: string): Promise<{ total: string | null; count: number }> {
  const sam = new Visitor(url);
  expect((await sam.signIn('sam', 'Demo1234')).status).toBe(200);
  const list = await sam.get('/api/my-businesses?page=1&pageSize=1');
  const week = await sam.get<{ count: number }>('/api/weekly-contacts');
  return { total: list.headers.get('x-total-count'), count: week.body.count };
}

/** Starts the product in the folder, and returns what sam sees. */
async function seenAfterStart(environment: Record<string, string>) {
  const host = (await startHost({ ...environment, DEMO_DATA: 'off' }))!;
  return seenBySam(host.url!).finally(() => host.stop());
}

let before: { total: string | null; count: number };

beforeAll(async () => {
  servers = await Promise.all([startNats(), startRedis()]);
  beside = {
    ...quiet,
    NATS_URL: servers[0]!.url,
    REDIS_URL: servers[1]!.url,
    SMTP_URL: 'file:',
    DATA_DIR: folder('files'),
    PUBLIC_URL: 'http://localhost:8080',
  };
  const host = (await startHost({ ...embedded('first'), DEMO_DATA: 'on' }))!;
  // Progress counts events, which arrive later.
  await eventually(() => assertIdle(host.services.map(({ database }) => database)), { within: 60_000 });
  await backup([folder('while-running')], embedded('first'));
  before = await seenBySam(host.url!);
  await host.stop();
  await backup([folder('stopped')], embedded('first'));
}, 300_000);
afterAll(async () => {
  await Promise.all(databases.map((each) => each.drop()));
  await Promise.all(servers.map((each) => each.stop()));
  await rm(home, { recursive: true, force: true });
}, 60_000);

describe('one process', () => {
  it('makes a backup while it runs', () => {
    const { tables } = manifestOf('while-running');
    const rowsOf = (name: string) => tables.find((table) => `${table.schema}.${table.name}` === name)?.rows;
    expect(rowsOf('users.users')).toBe(4);
    expect(rowsOf('leads.user_businesses')).toBeGreaterThan(200);
    expect(rowsOf('audit.entries')).toBeGreaterThan(0);
  });

  it('restores every table and a sign-in after its folder was destroyed', async () => {
    await rm(folder('first'), { recursive: true });
    await restore([folder('stopped')], embedded('second'));
    await backup([folder('again')], embedded('second'));
    expect(manifestOf('again').tables).toEqual(manifestOf('stopped').tables);
    expect(manifestOf('again').sequences).toEqual(manifestOf('stopped').sequences);
    expect(await seenAfterStart(embedded('second'))).toEqual(before);
  }, 120_000);
});

describe('with external servers', () => {
  it('restores the backup of one process, and restores its own after its database was destroyed', async () => {
    const one = await emptyDatabase();
    await restore([folder('stopped')], one);
    await backup([folder('of-servers')], one);
    expect(manifestOf('of-servers').tables).toEqual(manifestOf('stopped').tables);
    await databases[0]!.drop();
    const other = await emptyDatabase();
    await restore([folder('of-servers')], other);
    await backup([folder('of-servers-again')], other);
    expect(manifestOf('of-servers-again').tables).toEqual(manifestOf('stopped').tables);
    expect(await seenAfterStart(other)).toEqual(before);
    await expect(restore([folder('of-servers')], other)).rejects.toThrow(/There are people in this database already/);
  }, 120_000);
});

it('a restore beside a NATS that ran on sends every event again, which changes nothing', async () => {
  const lost = await emptyDatabase();
  await restore([folder('stopped')], lost);
  expect(await seenAfterStart(lost)).toEqual(before);
  await backup([folder('of-lost')], lost);
  const location = await emptyDatabase();
  await restore([folder('of-lost')], location);
  const client = new Client({ connectionString: location.DATABASE_URL });
  await client.connect();
  const { rows: restored } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const host = (await startHost({ ...location, DEMO_DATA: 'off' }))!;
  await eventually(async () => {
    const { rows } = await client.query<{ events: number; again: number }>(
      'select count(*)::int as events, count(*) filter (where published_at > $1)::int as again from leads.outbox',
      [restored[0]!.at],
    );
    expect(rows[0]!.events).toBeGreaterThan(0);
    expect(rows[0]!.again).toBe(rows[0]!.events);
  });
  expect(await seenBySam(host.url!)).toEqual(before);
  await host.stop();
  await client.end();
}, 120_000);

it('a backup records its time for the alerts, if the database can', async () => {
  const location = await emptyDatabase();
  await restore([folder('stopped')], location);
  const client = new Client({ connectionString: location.DATABASE_URL });
  await client.connect();
  const recorded = async () =>
    (await client.query("select 1 from users.last_backup where completed_at > now() - interval '1 minute'")).rowCount;
  expect(await recorded()).toBe(0);
  await backup([folder('recorded')], location);
  expect(await recorded()).toBe(1);
  await backup([folder('recorded-again')], location);
  expect(await recorded()).toBe(1);
  await client.query('drop table users.last_backup');
  await client.end();
  await backup([folder('not-recorded')], location);
  expect(manifestOf('not-recorded').tables).toEqual(manifestOf('stopped').tables);
}, 60_000);

describe('a restore is rejected', () => {
  const spoilt = async (name: string) => {
    await cp(folder('stopped'), folder(name), { recursive: true });
    return folder(name);
  };

  it('without the manifest, which is written last', async () => {
    const at = await spoilt('cut-short');
    await rm(path.join(at, 'manifest.json'));
    await expect(restore([at], embedded('unused'))).rejects.toThrow(/holds no whole backup/);
  });

  it.each([
    ['missing', (file: string) => rm(file)],
    ['cut short', (file: string) => truncate(file, 100)],
  ])('if a file is %s, which it names', async (what, spoil) => {
    const at = await spoilt(`file-${what}`);
    await spoil(path.join(at, 'leads.user_businesses.copy.gz'));
    await expect(restore([at], await emptyDatabase())).rejects.toThrow(
      /^leads.user_businesses.copy.gz of the backup is missing or damaged \(.*\): nothing was restored$/,
    );
  });

  it('if an upload is missing or cut short, and succeeds with it', async () => {
    const at = await spoilt('upload');
    const id = '11111111-1111-4111-8111-111111111111';
    const upload = path.join(at, 'files', id);
    const sentence = new RegExp(`^files/${id} of the backup is missing or damaged.*nothing was restored$`);
    const file = path.join(at, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const fileHashes = { [id]: createHash('sha256').update('Business Name').digest('hex') };
    await writeFile(file, JSON.stringify({ ...manifest, files: [id], fileHashes }));
    const location = await emptyDatabase();
    await expect(restore([at], location)).rejects.toThrow(sentence);
    await writeFile(upload, 'Business');
    await expect(restore([at], location)).rejects.toThrow(sentence);
    await writeFile(upload, 'Business Name');
    await restore([at], location);
  }, 60_000);

  it('if a table differs from the backup, and then it restores nothing', async () => {
    const at = await spoilt('spoilt');
    const audit = path.join(at, 'audit.entries.copy.gz');
    await rm(audit);
    await appendFile(audit, gzipSync(''));
    const location = await emptyDatabase();
    await expect(restore([at], location)).rejects.toThrow(
      /audit.entries is not what was backed up \(0 rows, \d+ expected\)/,
    );
    const client = new Client({ connectionString: location.DATABASE_URL });
    await client.connect();
    expect((await client.query('select * from users.users')).rowCount).toBe(0);
    await client.end();
  }, 60_000);

  it('by a version that is older than the backup', async () => {
    const at = await spoilt('newer');
    const file = path.join(at, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    manifest.migrations.leads!.push('Tomorrow2000000000000');
    await rm(file);
    await appendFile(file, JSON.stringify(manifest));
    await expect(restore([at], embedded('unused'))).rejects.toThrow(/newer version \(Tomorrow2000000000000\)/);
  });
});

describe('a command that reads the data', () => {
  it('ends with a sentence if no service has started on the database', async () => {
    const location = await emptyDatabase();
    const reason = 'No service has started on this database yet: check DATABASE_URL, or else DATA_DIR';
    await expect(backup([folder('of-nothing')], location)).rejects.toThrow(reason);
    await expect(verifyAudit(['verify'], location)).rejects.toThrow(reason);
    await expect(widenIds([], location)).rejects.toThrow(reason);
    await expect(backup([folder('of-misspelt')], embedded('misspelt'))).rejects.toThrow(reason);
    expect(existsSync(folder('misspelt'))).toBe(false);
  });

  it('ends with a sentence if PostgreSQL is not reachable', () =>
    expect(
      backup([folder('unreachable')], { ...quiet, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' }),
    ).rejects.toThrow('PostgreSQL does not accept the connection of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1'));
});
