import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually, testNats, testRedis, testSeed } from '@lead-finder/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startProduct, type Product } from '../../product/product.js';
import { Dice } from './dice.js';
import type { Evidence, Finding } from './evidence.js';
import { ImportedFile, startImport, type Import } from './imported-file.js';
import { invariants } from './invariants.js';
import { Ledger } from './ledger.js';
import { UserClient } from './user-client.js';
import type { Records } from './records.js';
import { work } from './staff.js';
import { addTeam, administrator, usernames } from './team.js';
import { unfinishedJobs, unhandledEvents } from './waiting-work.js';

/** The data of an import and of some work. Each test plants a defect in a transaction that never commits. */
let product: Product;
let client: pg.Client;
let addition: string;
const ledger = new Ledger();
const imports: Import[] = [];

const records: Records = {
  rows: async <Row extends object>(sql: string, parameters: unknown[] = []) =>
    (await client.query<Row>(sql, parameters)).rows,
  close: () => client.end(),
};
const check = (id: string, planted: Partial<Evidence> = {}): Promise<Finding[]> =>
  invariants
    .find((each) => each.id === id)!
    .check({
      records,
      ledger,
      imports,
      afterLead: 0,
      spoilt: new Set(),
      isAlone: true,
      waiting: async () => [],
      ...planted,
    });

/** Imports a file and waits until it is completed. */
async function imported(admin: UserClient, prefix: string, rows: number): Promise<Import> {
  const begun = await startImport(admin, new ImportedFile(prefix, rows, usernames));
  await eventually(async () => {
    const done = await records.rows(`select from imports.imports where id = $1 and state = 'completed'`, [begun.id]);
    expect(done).toHaveLength(1);
  });
  return begun;
}

/** Returns a ledger whose spans have 100 quick requests and some slow ones, the last of which may be an error. */
function abused(calmMs: number, abusedMs: number, error: string | null = null, requests = 120): Ledger {
  const spans = new Ledger();
  for (let n = 0; n < 120; n++) spans.abuse.before.add(n < 100 ? 1 : calmMs, null);
  for (let n = 0; n < requests; n++) spans.abuse.during.add(n < 100 ? 1 : abusedMs, n === requests - 1 ? error : null);
  return spans;
}

/** Returns the activities of leads that are not deleted. */
const lasting = () => [...ledger.additions.values()].filter(({ leadId }) => !ledger.deletions.has(leadId));

beforeAll(async () => {
  product = await startProduct('one process beside servers', { DEMO_DATA: 'off', LOG_LEVEL: 'silent' });
  client = new pg.Client({ connectionString: product.servers.postgres!.url });
  await client.connect();
  const users = await addTeam(product.url);
  const ada = await UserClient.signIn(product.url, administrator, () => ledger);
  imports.push(await imported(ada, 'Sound', 400));
  const { id } = await imported(ada, 'Worked', 60);
  const leads = await records.rows<{ id: number }>('select id from leads.user_businesses where import_id = $1', [id]);
  const others = users.filter(({ username }) => username !== administrator);
  const stopping = new AbortController();
  const working = work({
    client: ada,
    leads: leads.map((lead) => lead.id),
    ledger,
    dice: new Dice(testSeed),
    stopping: stopping.signal,
    momentMs: () => 30,
    others,
  });
  await eventually(
    () => {
      const written = (field: string) =>
        ledger.fields().filter((write) => write.field === field && write.sure !== 'new').length;
      expect(Math.min(written('status') - 2, written('notes'), written('owner'), lasting().length)).toBeGreaterThan(0);
    },
    { within: 120_000 },
  );
  stopping.abort();
  await working;
  addition = lasting()[0]!.text;
});
afterAll(async () => {
  await client?.end();
  await product?.stop();
}, 60_000);

describe('the invariants', () => {
  it.each(invariants.map(({ id, name }) => [id, name]))('%s (%s) is green for what the product does', async (id) => {
    await eventually(async () => expect(await check(id)).toEqual([]), { within: 60_000 });
  });
});

const aLead = 'select min(id) from leads.user_businesses where import_id = $1';
const aContacted = 'select min(id) from leads.user_businesses where first_contact_at is not null';
const aHandover = 'select max(id) from leads.assignment_history where previous_user_id is not null';
const aMovedLead = `select user_business_id from leads.assignment_history where id = (${aHandover})`;
/** Statements of a defect; $1 is the import, and 'harm' what the invariant calls it. */
const planted: [string, string, Finding['harm'], string[]][] = [
  [
    'I1',
    'a failed row is not reported',
    'lost',
    ['delete from imports.import_row_errors where row = (select min(row) from imports.import_row_errors)'],
  ],
  ['I1', 'a row is counted twice', 'doubled', ['update imports.imports set created = created + 1 where id = $1']],
  [
    'I1',
    'an updated row is counted twice',
    'doubled',
    ['update imports.imports set updated = updated + 1 where id = $1'],
  ],
  ['I1', 'the import never ends', 'wrong', [`update imports.imports set state = 'processing' where id = $1`]],
  ['I2', 'a row of the file is nowhere', 'lost', [`delete from leads.user_businesses where id = (${aLead})`]],
  [
    'I2',
    'a row of the file is reported twice',
    'doubled',
    [`update leads.user_businesses set import_row = import_row + 1 where id = (${aLead})`],
  ],
  [
    'I2',
    'a row made a lead and changed one',
    'doubled',
    ['insert into leads.import_changes (import_id, lead_id, row) values ($1, 1, 2)'],
  ],
  ['I3', 'a lead of the file is missing', 'lost', [`delete from leads.user_businesses where id = (${aLead})`]],
  [
    'I3',
    'a lead was made twice',
    'doubled',
    [
      'drop index leads.user_businesses_pair',
      ...['user_businesses_uuid', 'user_businesses_pkey'].map(
        (key) => `alter table leads.user_businesses drop constraint ${key} cascade`,
      ),
      `insert into leads.user_businesses (uuid, user_id, business_id, name, import_id) select uuid, user_id, business_id, name, import_id
       from leads.user_businesses where id = (${aLead})`,
    ],
  ],
  [
    'I3',
    'the stored counts are wrong',
    'wrong',
    ['update leads.lead_count_changes set leads = leads + 1', 'update leads.lead_counts set leads = leads + 1'],
  ],
  ['I4', 'a contact was not counted', 'lost', [`delete from progress.contact_ledger where lead_id = (${aContacted})`]],
  [
    'I4',
    'a contact was counted twice',
    'doubled',
    [
      'drop index progress.contact_ledger_once',
      `update progress.contact_ledger set lead_id = (${aContacted}) where id = (
       select max(id) from progress.contact_ledger where lead_id <> (${aContacted}))`,
    ],
  ],
  ['I4', 'a number of contacts is another', 'wrong', ['update progress.contact_counts set contacts = contacts + 1']],
  ['I5', 'an event waits', 'lost', ['update leads.outbox set published_at = null']],
  [
    'I6',
    'an event was not handled',
    'lost',
    ['delete from progress.contact_ledger where id = (select max(id) from progress.contact_ledger)'],
  ],
  [
    'I6',
    'a contact was made up',
    'doubled',
    [
      'update progress.contact_ledger set done_by = done_by + 1 where id = (select max(id) from progress.contact_ledger)',
    ],
  ],
  [
    'I6',
    'a user is not known',
    'lost',
    ['delete from progress.members where id = (select max(id) from progress.members)'],
  ],
  ['I6', 'a name is an old one', 'wrong', [`update leads.assignees set full_name = 'Old Name'`]],
  [
    'I7',
    'a lead was set back',
    'lost',
    [`update leads.user_businesses set status = 'new', notes = '', custom_fields = '{}'`],
  ],
  ['I7', 'an activity is not there', 'lost', ['delete from leads.contact_activities where description = $2']],
  [
    'I8',
    'an activity is there twice',
    'doubled',
    [
      `insert into leads.contact_activities (user_business_id, type, description, created_by)
       select user_business_id, type, description, created_by from leads.contact_activities where description = $2`,
    ],
  ],
  [
    'I9',
    'a handover is not there',
    'wrong',
    [`update leads.assignment_history set previous_user_id = new_user_id where id = (${aHandover})`],
  ],
  [
    'I9',
    'a lead has another user than its history says',
    'lost',
    [`update leads.user_businesses set user_id = user_id + 1 where id = (${aMovedLead})`],
  ],
  [
    'I10',
    'a lead went without what hung on it',
    'wrong',
    [`delete from leads.user_businesses where id = (${aMovedLead})`],
  ],
  [
    'I10',
    'a user was deleted without the leads',
    'wrong',
    ['delete from users.users where id = (select max(user_id) from leads.user_businesses)'],
  ],
  [
    'I12',
    'an import is left alone',
    'wrong',
    [`update imports.imports set state = 'processing', lease_until = now() - interval '2 minutes' where id = $1`],
  ],
  [
    'I12',
    'an event was given up',
    'wrong',
    [
      `insert into progress.parked_events (event_id, type, event, attempts, problem, parked_at)
       values (gen_random_uuid(), 'leads.status-changed', '{}', 10, 'planted', now())`,
    ],
  ],
];

describe('each invariant turns red', () => {
  it.each(planted)('%s where %s', async (id, _, harm, statements) => {
    await client.query('begin');
    try {
      // Nothing that guards the tables hinders a defect, nor mends it.
      await client.query(`set local session_replication_role = 'replica'`);
      for (const statement of statements) {
        const given = [imports[0]!.id, addition].filter((__, at) => statement.includes(`$${at + 1}`));
        await client.query(given.length === 1 ? statement.replaceAll('$2', '$1') : statement, given);
      }
      const findings = await check(id);
      expect(findings.map((finding) => finding.harm)).toContain(harm);
    } finally {
      await client.query('rollback');
    }
  });

  it('I1 if an acknowledged import is missing', async () => {
    const [known] = imports;
    expect(await check('I1', { imports: [{ ...known!, id: 2 ** 31 - 1 }] })).toMatchObject([{ harm: 'lost' }]);
  });

  it('I7 if an open session ended, or a response was unexpected', async () => {
    const defect = new Ledger();
    defect.lostSessions.push('ada: GET /api/user was answered 401');
    defect.unexpectedResponses.push('ada: GET /api/user was answered 500');
    expect(await check('I7', { ledger: defect })).toMatchObject([{ harm: 'lost' }, { harm: 'wrong' }]);
  });

  it('I10 if a deleted lead exists', async () => {
    const defect = new Ledger();
    const [lead] = await records.rows<{ id: number }>(`select (${aLead}) as id`, [imports[0]!.id]);
    defect.deleted(lead!.id, true);
    expect(await check('I10', { ledger: defect })).toMatchObject([{ harm: 'wrong', count: 1 }]);
  });

  it('I11 if a caller without a session gets data', async () => {
    const defect = new Ledger();
    defect.leaks.push('/api/user without a session');
    expect(await check('I11', { ledger: defect })).toMatchObject([{ harm: 'wrong' }]);
  });

  it.each<[string, Parameters<typeof abused>, object[]]>([
    [
      'users at work wait more than five times as long as before an abuse',
      [50, 251],
      [{ harm: 'wrong', what: 'waits of people at work: p95 50 ms before and 251 ms during the abuse' }],
    ],
    ['they wait more than 200 ms where they waited for nothing before', [2, 201], [{ harm: 'wrong' }]],
    ['one of them is refused', [10, 10, 'will: GET /api/user was answered 429'], [{ harm: 'wrong', count: 1 }]],
    [
      'too few requests were measured',
      [10, 10, null, 99],
      [{ harm: 'wrong', what: 'too few requests to judge by: 120 before and 99 during the abuse' }],
    ],
    ['nothing of that is so', [50, 250], []],
  ])('I13 if %s', async (_, planted, expected) => {
    expect(await check('I13', { ledger: abused(...planted) })).toMatchObject(expected);
  });

  it('I13 by the requests that begin in a span, if the product refuses them', async () => {
    const measured = new Ledger();
    const mara = await UserClient.signIn(product.url, 'mara', () => measured);
    for (const span of ['before', 'during', null] as const) {
      measured.abuse.measure(span);
      await mara.poll('/api/weekly-contacts');
      await mara.send('DELETE', '/api/users/1');
    }
    expect(measured.abuse).toMatchObject({
      before: { count: 2 },
      during: { count: 2, errors: [expect.stringContaining('answered 403')] },
    });
  });

  it('I12 if a queue has an unfinished job, even if its dead worker still holds the lock', async () => {
    const url = await testRedis();
    const redis = new Redis(url);
    await redis.lpush('bull:mail:active', 'left');
    await redis.set('bull:mail:left:lock', 'worker');
    await redis.lpush('bull:imports:wait', 'unseen');
    redis.disconnect();
    const waiting = () => unfinishedJobs(url);
    expect(await waiting()).toEqual(['bull:imports:wait unseen', 'bull:mail:active left']);
    expect(await check('I12', { waiting })).toMatchObject([{ harm: 'wrong', count: 2 }]);
  });

  it('I12 if a service has not handled an event', async () => {
    const url = await testNats();
    const name = `UNHANDLED-${randomUUID()}`;
    const connection = await connect({ servers: new URL(url).host });
    try {
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name, subjects: [`${name}.>`], storage: 'memory' });
      await manager.consumers.add(name, { durable_name: 'progress', ack_policy: 'explicit' });
      const waiting = () => unhandledEvents(url, name);
      expect(await check('I12', { waiting })).toEqual([]);
      await jetstream(connection).publish(`${name}.published`, 'something');
      expect(await waiting()).toEqual(['progress: 1 not handled, 0 not acknowledged']);
      expect(await check('I12', { waiting })).toMatchObject([{ harm: 'wrong', count: 1 }]);
      await manager.streams.delete(name);
    } finally {
      await connection.close();
    }
  });
});
