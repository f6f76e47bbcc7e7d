import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { recordExport } from '@lead-finder/contracts';
import { openLogger } from '@lead-finder/platform';
import { eventually } from '@lead-finder/testing';
import { Client } from 'pg';
import { minute, startUsers, type UsersWorld } from '../../test/start-users.js';
import { merkleRoot, sealHash, type AuditSeal } from './audit-seal.rules.js';
import { AuditSealer } from './audit-sealer.js';
import { isSealsAddress, openSealPlace, type SealPlace } from './seal-place.js';
import { verifyAudit } from './verify-audit.js';

const log = openLogger('silent');

/** Only the spec seals: a seal of the task at the same time would take the place of one with later entries. */
const startUnsealed = async (settings?: Parameters<typeof startUsers>[0]) => {
  const world = await startUsers(settings);
  await world.get(AuditSealer).onModuleDestroy();
  return world;
};
const addTo = ({ call, ada }: UsersWorld, count = 1) =>
  call(recordExport, ada, { action: 'businesses_exported', details: { count } });
const sealAll = async ({ clock, get }: UsersWorld) => {
  clock.forward(60 * minute);
  while (await get(AuditSealer).work());
};

describe('the seals of the audit trail', () => {
  let folder: string;
  let world: UsersWorld;
  let outside: SealPlace;
  let superuser: Client;
  const verify = (place: SealPlace | null = null) =>
    verifyAudit(
      { query: async <T>(sql: string, given?: unknown[]) => (await superuser.query(sql, given)).rows as T[] },
      place,
    );

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'seals-'));
    const address = pathToFileURL(folder).href;
    world = await startUnsealed({ AUDIT_SEALS_URL: address });
    outside = await openSealPlace(address, log);
    superuser = new Client({ connectionString: world.databaseUrl });
    await superuser.connect();
    for (let count = 0; count < 5; count++) await addTo(world, count);
    await sealAll(world);
    await addTo(world);
    await sealAll(world);
  });
  beforeEach(() => superuser.query('begin'));
  afterEach(() => superuser.query('rollback'));
  afterAll(async () => {
    await superuser.end();
    await world.stop();
    await rm(folder, { recursive: true });
  });

  it('cover every entry and stand in the folder outside', async () => {
    const { problem, entries, seals, unsealed } = await verify(outside);
    const { rows } = await superuser.query('select count(*)::int as count from audit.entries');
    expect({ problem, entries, unsealed }).toEqual({ problem: null, entries: rows[0].count, unsealed: 0 });
    expect(await readdir(folder)).toHaveLength(seals);
  });

  it('do not cover newer entries before the next seal is due', async () => {
    await addTo(world);
    await world.get(AuditSealer).work();
    expect(await verify()).toMatchObject({ problem: null, unsealed: 1 });
    await sealAll(world);
    expect(await verify(outside)).toMatchObject({ problem: null, unsealed: 0 });
  });

  it.each([
    ["update audit.entries set actor = 'another' where id = 3", 'Entry 3 was changed'],
    ["update audit.entries set details = '{}' where id = 4", 'Entry 4 was changed'],
    ['delete from audit.entries where id in (2, 5)', 'Entry 2 was removed'],
    [
      `insert into audit.entries overriding system value select 0, at, actor_id, actor, action, subject, outcome, address,
         request_id, details from audit.entries where id = 3`,
      'Entry 0 was added',
    ],
    ['delete from audit.seals where n = 1', 'Seal 1 was removed'],
    ["update audit.seals set hash = '00' where n = 1", 'Seal 1 was changed'],
    ['update audit.seals set sealed_at = now() where n = 2', 'Seal 2 was changed'],
    [
      `delete from audit.entries where id = any (select unnest(ids) from audit.seals where n = 1);
       update audit.seals set ids = null, leaves = null, forgotten_at = newest + interval '89 days' where n = 1`,
      'The entries of seal 1 were removed before the end of their retention',
    ],
  ])('name the first change after: %s', async (sql, problem) => {
    await superuser.query(sql);
    expect((await verify()).problem).toBe(problem);
  });

  it('name the entry also if all seals in the database were made anew to fit', async () => {
    await superuser.query("update audit.entries set actor = 'another' where id = 3");
    const { rows } = await superuser.query<AuditSeal>(
      'select n, last_id::float8 as "lastId", ids::float8[] as ids, leaves, hash from audit.seals order by n',
    );
    let previous = '';
    for (const row of rows) {
      if (row.lastId < 3) {
        previous = row.hash;
        continue;
      }
      const leaves = row.leaves!.map((leaf, at) => (row.ids![at] === 3 ? '00'.repeat(32) : leaf));
      const at = '2026-03-02T12:00:00.000Z';
      const seal = { ...row, leaves, previous, root: merkleRoot(leaves), newest: at, sealedAt: at };
      previous = sealHash(seal);
      await superuser.query(
        'update audit.seals set leaves = $2, root = $3, newest = $4, sealed_at = $4, previous = $5, hash = $6 where n = $1',
        [row.n, leaves, seal.root, at, seal.previous, previous],
      );
    }
    expect((await verify(outside)).problem).toBe('Entry 3 was changed');
    await superuser.query('delete from audit.seals');
    expect((await verify(outside)).problem).toBe('Seal 1 was removed from the database');
  });

  it('stay valid after their entries were deleted at the end of the retention', async () => {
    await superuser.query('select audit.forget(90, 1000)');
    expect((await verify(outside)).problem).toBe(null);
  });

  it('cannot be changed by the login of the service', async () => {
    for (const sql of ["update audit.seals set hash = ''", 'delete from audit.seals', 'truncate audit.seals'])
      await expect(world.database.query(sql)).rejects.toThrow(/permission denied for table seals/);
  });

  it('leave out no entry of a transaction that is still open', async () => {
    const insert = `insert into audit.entries (at, actor, action, subject, outcome, address, request_id, details)
      values (now(), 'slow', 'sign_in', '', 'done', '', '', '{}')`;
    await superuser.query(insert);
    await addTo(world);
    world.clock.forward(60 * minute);
    await expect(world.get(AuditSealer).work()).rejects.toThrow(/lock timeout/);
    await superuser.query('commit');
    await sealAll(world);
    expect(await verify(outside)).toMatchObject({ problem: null, unsealed: 0 });
  });
});

describe('the end of the retention', () => {
  it('deletes whole seals of old entries, and nothing that is not sealed', async () => {
    const world = await startUnsealed();
    const addOld = (...ages: number[]) =>
      world.database.query(
        `insert into audit.entries (at, actor, action, subject, outcome, address, request_id, details)
         select now() - make_interval(days => age), 'old', 'sign_in', age::text, 'done', '', '', '{}'
         from unnest($1::int[]) as age`,
        [ages],
      );
    await sealAll(world);
    for (const ages of [[734, 733], [732], [733, 730]]) {
      await addOld(...ages);
      await sealAll(world);
    }
    await addOld(740);
    const forget = () => world.database.query('select audit.forget(731, 2) as forgotten');
    expect([...(await forget()), ...(await forget())]).toEqual([{ forgotten: 2 }, { forgotten: 1 }]);
    const left = await world.database.query("select subject from audit.entries where actor = 'old' order by id");
    expect(left).toEqual([{ subject: '733' }, { subject: '730' }, { subject: '740' }]);
    await world.stop();
  });
});

describe('a place for seals', () => {
  it('can be a syslog server, which gets the newest seal as one message', async () => {
    const messages: string[] = [];
    const server = createServer((socket) =>
      socket.setEncoding('utf8').on('data', (text) => messages.push(text.toString())),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const world = await startUnsealed({
      AUDIT_SEALS_URL: `syslog://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await addTo(world);
    await sealAll(world);
    await eventually(() =>
      expect(messages.at(-1)).toMatch(
        /^\d+ <109>1 \S+Z \S+ lead-finder - audit-seal - {"n":\d+,"lastId":\d+,"hash":"\w{64}"}$/,
      ),
    );
    const sent = messages.length;
    await world.get(AuditSealer).work();
    expect(messages).toHaveLength(sent);
    server.close();
    await world.stop();
  });

  it('can be a mailbox, which gets each seal as one mail', async () => {
    const world = await startUnsealed({ AUDIT_SEALS_URL: 'mailto:audit@example.com' });
    const before = (await world.database.query('select 1 from mails')).length;
    await addTo(world);
    await sealAll(world);
    expect(await world.mail(before + 1)).toMatch(
      /To: audit@example.com[\s\S]*Seal \d+ of the audit trail[\s\S]*SHA-256: \w{64}/,
    );
    await world.stop();
  });

  it.each([
    ['file:///var/seals', true],
    ['file://seals', false],
    ['s3://bucket/seals', true],
    ['s3://bucket', false],
    ['syslog://logs.example.com:601', true],
    ['syslogs://logs.example.com', true],
    ['mailto:audit@example.com', true],
    ['mailto:audit@example.com,other@example.com', false],
    ['https://example.com', false],
    ['seals', false],
  ])('%s is an address: %s', (address, is) => expect(isSealsAddress(address)).toBe(is));
});
