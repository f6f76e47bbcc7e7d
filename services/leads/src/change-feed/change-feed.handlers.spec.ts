import * as contracts from '@lead-finder/contracts';
import { poolOfTeam, type Actor, type Change } from '@lead-finder/contracts';
import { ada, alex, assign, failure, found, maria, register, sam, startWorld, type World } from '../../test/world.js';
import { ChangeFeed } from './change-feed.js';
import { oldChangesRule } from './change-feed.retention.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());
let cursor: string;
beforeEach(async () => {
  await world.empty();
  cursor = (await read({ start: 'now' })).nextCursor;
});

const read = (input: object, actor: Actor = ada) => world.call(contracts.listChanges, actor, input);
const changes = async (actor: Actor = ada) => (await read({ cursor }, actor)).changes;
const short = ({ type, data }: Change) => ({ type, ...data });
const ref = ({ id }: { id: number }) => ({ id });
const types = async (actor?: Actor) => (await changes(actor)).map(({ type }) => type);

function signal() {
  let send = () => {};
  const sent = new Promise<void>((done) => (send = done));
  return { sent, send };
}

describe('the change feed', () => {
  it('has what users do with a lead, in order, with the users of the lead', async () => {
    const { id } = await assign(world, sam);
    await world.call(contracts.markViewed, sam, { ref: { id } });
    await world.call(contracts.setLeadStatus, sam, { ref: { id }, status: 'in_progress' });
    await world.call(contracts.setNotes, sam, { ref: { id }, notes: 'Ask for Jo' });
    const { activity } = await world.call(contracts.addActivity, sam, {
      ref: { id },
      type: 'call',
      notes: 'No answer',
    });
    await world.call(contracts.reassignLead, ada, { ref: { id }, newUserId: alex.id });
    await world.call(contracts.archiveLead, alex, { ref: { id } });
    await world.call(contracts.restoreLead, alex, { ref: { id } });
    await world.call(contracts.deleteLead, alex, { ref: { id } });
    const ofSam = [{ id, userId: sam.id }];
    const ofAlex = [{ id, userId: alex.id }];
    const state = { status: 'in_progress', archived: false };
    expect((await changes()).map(short)).toEqual([
      { type: 'lead.created', leads: ofSam, status: 'new', archived: false },
      { type: 'lead.status_changed', leads: ofSam, from: 'new', to: 'in_progress' },
      { type: 'lead.changed', leads: ofSam },
      { type: 'lead.changed', leads: ofSam },
      { type: 'activity.added', leads: ofSam, activity: { id: activity.id, type: 'call', createdBy: sam.id } },
      { type: 'lead.reassigned', leads: [{ id, userId: alex.id, previousUserId: sam.id }], ...state },
      { type: 'lead.archived', leads: ofAlex },
      { type: 'lead.restored', leads: ofAlex },
      { type: 'lead.deleted', leads: ofAlex },
    ]);
  });

  it('has one change for all leads of a batch, a bulk action and a deleted user', async () => {
    const rows = [1, 2, 3].map((row) => ({
      row,
      userId: row === 3 ? alex.id : sam.id,
      name: `Shop ${row}`,
      address: `${row} Main St, Austin, TX 78701, USA`,
      ...{ state: null, phone: null, website: null, email: null, contactPerson: null, latitude: null, longitude: null },
      tags: [],
    }));
    const batch = { importId: 7, batchNo: 0, fence: 1, createdBy: ada.id, dryRun: false, rows };
    await world.call(contracts.importLeads, null, batch);
    const ids = (await world.database.query<{ id: number }>('select id from user_businesses order by id')).map(ref);
    const leadIds = ids.map(({ id }) => id);
    await world.call(contracts.bulkSetStatus, ada, { ids: leadIds, status: 'recontact' });
    await world.call(contracts.dropUserLeads, null, { userId: sam.id, username: 'sam', version: 9 });
    const found = await changes();
    expect(found.map(({ type, data }) => [type, data.leads?.map(({ userId }) => userId).sort()])).toEqual([
      ['lead.created', [sam.id, sam.id, alex.id]],
      ['lead.status_changed', [sam.id, sam.id, alex.id]],
      ['user.deleted', undefined],
      ['lead.deleted', [sam.id, sam.id]],
    ]);
  });

  it('says when a lead comes from a pool', async () => {
    const lead = await assign(world, sam);
    await world.call(contracts.returnLead, sam, { ref: ref(lead), reason: 'no_time' });
    await world.call(contracts.claimLead, alex, ref(lead));
    const moves = (await changes()).filter(({ data }) => data.leads?.[0]?.previousUserId !== undefined);
    expect(moves.map(({ type, data }) => [type, data.leads])).toEqual([
      ['lead.reassigned', [{ id: lead.id, userId: null, previousUserId: sam.id }]],
      ['lead.assigned', [{ id: lead.id, userId: alex.id, previousUserId: null }]],
    ]);
  });

  it('has users and ends of imports', async () => {
    const dora = {
      ...{ id: 90, username: 'dora', fullName: 'Dora', email: 'dora@example.com', role: 'user' as const },
      ...{ monthlyGoal: 1, active: true, version: 1 },
    };
    await world.publish(contracts.userCreated, dora);
    await world.publish(contracts.userChanged, { ...dora, role: 'admin', version: 2 });
    await world.publish(contracts.userChanged, { ...dora, role: 'admin', active: false, version: 3 });
    const ended = { importId: 7, createdBy: ada.id, fileName: 'a.csv', total: 3, successful: 2, failed: 1 };
    await world.publish(contracts.importFinished, { ...ended, status: 'completed' });
    await world.publish(contracts.userDeleted, { id: 90, username: 'dora', version: 4 });
    expect((await changes()).map(short)).toEqual([
      { type: 'user.created', user: { id: 90, role: 'user', active: true } },
      { type: 'user.changed', user: { id: 90, role: 'admin', active: true } },
      { type: 'user.deactivated', user: { id: 90, role: 'admin', active: false } },
      {
        type: 'import.finished',
        import: { id: 7, userId: ada.id, status: 'completed', total: 3, successful: 2, failed: 1 },
      },
      { type: 'user.deleted', user: { id: 90, role: 'admin', active: false } },
    ]);
  });

  it('shows users their own leads, managers those of the branch, administrators all', async () => {
    world.branches.set(maria.id, [sam.id, poolOfTeam(71)]);
    const [one] = [await assign(world, sam), await assign(world, alex)];
    await world.call(contracts.reassignLead, ada, { ref: ref(one), newUserId: alex.id });
    expect(await types()).toEqual(['lead.created', 'lead.created', 'lead.reassigned']);
    expect(await types(maria)).toEqual(['lead.created', 'lead.reassigned']);
    expect((await changes(maria))[1]!.data.leads).toEqual([{ id: one.id, userId: null, previousUserId: sam.id }]);
    expect(await types(alex)).toEqual(['lead.created', 'lead.reassigned']);
    expect(await types(sam)).toEqual(['lead.created', 'lead.reassigned']);
  });

  it('has a change of a transaction that commits late after those that its reader has, and misses none', async () => {
    const [businessId] = await register(world, found());
    const [inserted, commit] = [signal(), signal()];
    const late = world.database.transaction(async () => {
      await world.database.query(
        `insert into user_businesses (user_id, business_id, assigned_at, name) values ($1, $2, now(), 'Late')`,
        [sam.id, businessId],
      );
      inserted.send();
      await commit.sent;
    });
    await inserted.sent;
    const early = await assign(world, alex);
    const first = await read({ cursor });
    expect(first.changes.map(({ data }) => data.leads![0]!.id)).toEqual([early.id]);
    commit.send();
    await late;
    const second = await read({ cursor: first.nextCursor });
    expect(second.changes.map(({ type, data }) => [type, data.leads![0]!.userId])).toEqual([['lead.created', sam.id]]);
  });

  it('comes in pages, whose cursor stays where nothing is new', async () => {
    await world.database.query(
      `insert into changes (type, subjects, owners) select 'user.changed', array[n], array[n] from generate_series(1, 1201) n`,
    );
    const seen: string[] = [];
    const pages: number[] = [];
    for (let page = await read({ cursor }); ; page = await read({ cursor: page.nextCursor })) {
      pages.push(page.changes.length);
      seen.push(...page.changes.map(({ id }) => id));
      if (!page.more) {
        expect(await read({ cursor: page.nextCursor })).toEqual({
          changes: [],
          nextCursor: page.nextCursor,
          more: false,
        });
        break;
      }
    }
    expect(new Set(seen).size).toBe(1_201);
    expect(Math.max(...pages)).toBeLessThanOrEqual(500);
    expect((await read({ cursor }, sam)).changes).toHaveLength(1);
  });

  it('ends a page early if its changes have thousands of leads', async () => {
    await world.database.query(
      `insert into changes (type, subjects, owners) select 'lead.changed', array_agg(lead), array_agg(3)
       from generate_series(1, 10) change, generate_series(1, 1000) lead group by change`,
    );
    const page = await read({ cursor });
    expect(page.changes.map(({ data }) => data.leads!.length)).toEqual([1_000, 1_000, 1_000]);
    expect(page.more).toBe(true);
  });

  it.each(['x', '', '[1]', Buffer.from('["a",1]').toString('base64url'), Buffer.from('[-1,0]').toString('base64url')])(
    'rejects a cursor that it has not made: %p',
    async (given) => {
      expect(await failure(read({ cursor: given }))).toMatchObject({
        kind: 'invalid',
        details: { issues: [{ path: 'cursor' }] },
      });
    },
  );

  it('rejects with 410 a cursor of deleted changes, and of data that a backup has replaced', async () => {
    await assign(world, sam);
    const { nextCursor } = await read({ cursor });
    const gone = { kind: 'gone', code: 'cursor_expired', message: expect.stringContaining('start=now') };
    await world.database.query(
      `update changes set occurred_at = occurred_at - interval '1 hour'
       where position = (select max(position) from changes)`,
    );
    expect(await failure(read({ cursor: nextCursor }))).toMatchObject(gone);
    await assign(world, sam);
    const forget = (now: Date) =>
      oldChangesRule(1_000).forget({
        database: world.database,
        now,
        app: { get: () => world.get(ChangeFeed) } as never,
      });
    const later = new Date(Date.now() + 60_000);
    await forget(new Date(Date.now() - 60_000));
    expect((await changes()).length).toBe(2);
    await forget(later);
    expect(await failure(read({ cursor }))).toMatchObject(gone);
    expect(await read({ start: 'oldest' })).toMatchObject({ changes: [], more: false });
    await world.database.query('update change_feed set last = 1, expired_to = 0');
    expect(await failure(read({ cursor: nextCursor }))).toMatchObject(gone);
  });
});
