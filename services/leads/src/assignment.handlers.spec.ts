import { randomUUID } from 'node:crypto';
import {
  assignBusiness,
  countLeadsOfUser,
  deleteLead,
  dropUserLeads,
  getLead,
  getLeadHistory,
  listDeletedLeads,
  listNotifications,
  reassignLead,
  setNotes,
  userChanged,
  userCreated,
  userDeleted,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, found, ivy, maria, register, sam, startWorld, type World } from '../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const history = (id: number) => world.call(getLeadHistory, ada, { ref: { id } });
const assignTo = (userId: number, businessId: number, more = {}) =>
  world.call(assignBusiness, ada, { userId, businessId, ...more });

describe('assigning a business', () => {
  it('creates a new lead with its first history entry and ignores notes', async () => {
    const [businessId] = await register(world, found({ name: 'Acme' }));
    const uuid = randomUUID();
    const now = world.clock.forward().toISOString();
    const { message, userBusiness } = await assignTo(sam.id, businessId!, {
      uuid: uuid.toUpperCase(),
      notes: 'ignored',
      tags: ['Hot', 'hot'],
      customFields: { email: 'a@b.co', website: '' },
    });
    expect(message).toBe('Business assigned successfully');
    expect(userBusiness).toMatchObject({
      uuid,
      userId: sam.id,
      businessId,
      status: 'new',
      viewed: false,
      archived: false,
      assignedAt: now,
      notes: '',
      tags: ['Hot'],
      customFields: { email: 'a@b.co' },
      version: 0,
    });
    expect(await history(userBusiness.id)).toEqual([
      {
        history: { id: expect.any(Number), createdAt: expect.any(String), kind: 'assigned', notes: null, reason: null },
        previousUser: null,
        newUser: { username: 'sam' },
        changedBy: { username: 'ada' },
      },
    ]);
  });

  it('works for several users, once for each', async () => {
    const [businessId] = await register(world, found());
    await assignTo(sam.id, businessId!);
    await assignTo(alex.id, businessId!);
    expect(await failure(assignTo(sam.id, businessId!))).toMatchObject({
      kind: 'conflict',
      code: 'already_assigned',
      message: 'This business is already assigned to sam',
    });
  });

  it('twice at once creates one lead', async () => {
    const [businessId] = await register(world, found());
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => assignTo(sam.id, businessId!)));
    expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'already_assigned' });
  });

  it('rejects a uuid of another lead', async () => {
    const { uuid } = await assign(world, sam);
    const [businessId] = await register(world, found());
    expect(await failure(assignTo(sam.id, businessId!, { uuid }))).toMatchObject({
      kind: 'conflict',
      code: 'already_assigned',
      message: 'This uuid belongs to another lead',
    });
  });

  it.each([
    ['an unknown business', 3, 2_000_000_000, {}, { kind: 'not_found', message: 'Business not found' }],
    ['an unknown user', 99, undefined, {}, { kind: 'not_found', message: 'User not found' }],
    [
      'an inactive user',
      5,
      undefined,
      {},
      { kind: 'invalid', code: 'validation_failed', message: "ivy is inactive and can't get businesses" },
    ],
    [
      "the tag 'Imported'",
      3,
      undefined,
      { tags: ['imported'] },
      { kind: 'invalid', message: "The tag 'Imported' is reserved" },
    ],
    ['an unknown detail', 3, undefined, { customFields: { fax: '1' } }, { kind: 'invalid', code: 'validation_failed' }],
  ])('rejects %s', async (_, userId, business, more, refusal) => {
    const businessId = business ?? (await register(world, found()))[0]!;
    expect(await failure(assignTo(userId, businessId, more))).toMatchObject(refusal);
  });

  it.each([maria, sam])('rejects $username, who is no admin', async (actor) => {
    const refusal = await failure(world.call(assignBusiness, actor, { userId: 3, businessId: 1 }));
    expect(refusal).toMatchObject({ kind: 'forbidden' });
  });
});

describe('reassigning a lead', () => {
  const reassign = (actor = ada, id = 0, newUserId = alex.id, notes?: string) =>
    world.call(reassignLead, actor, { ref: { id }, newUserId, notes });

  it('moves it with its data and records it in the history', async () => {
    const { id } = await assign(world, sam, {}, { tags: ['Hot'] });
    await world.call(setNotes, sam, { ref: { id }, notes: 'Call back' });
    const now = world.clock.forward().toISOString();
    const { message, userBusiness } = await reassign(sam, id, alex.id, ' Holiday ');
    expect(message).toBe('Business reassigned');
    expect(userBusiness).toMatchObject({ userId: alex.id, assignedAt: now, viewed: false });
    expect((await world.call(getLead, alex, { ref: { id } })).userBusiness).toMatchObject({
      notes: 'Call back',
      tags: ['Hot'],
    });
    expect(
      (await history(id)).map(({ previousUser, newUser, changedBy, history: { notes } }) => [
        previousUser?.username,
        newUser.username,
        changedBy.username,
        notes,
      ]),
    ).toEqual([
      [undefined, 'sam', 'ada', null],
      ['sam', 'alex', 'sam', 'Holiday'],
    ]);
    expect(await failure(world.call(getLead, sam, { ref: { id } }))).toMatchObject({ kind: 'forbidden' });
  });

  it('is open to a manager for any lead, without its texts', async () => {
    const { id } = await assign(world, sam, {}, { tags: ['Hot'], customFields: { email: 'a@b.co' } });
    await world.call(setNotes, sam, { ref: { id }, notes: 'private' });
    const { userBusiness } = await reassign(maria, id);
    expect(userBusiness).toMatchObject({ userId: alex.id, notes: '', customFields: {}, tags: [] });
  });

  it("rejects another user's lead", async () => {
    const { id } = await assign(world, sam);
    expect(await failure(reassign(alex, id))).toMatchObject({ kind: 'forbidden' });
  });

  it('rejects the present owner, an owner of the business, an inactive and an unknown user', async () => {
    const [businessId] = await register(world, found());
    const { userBusiness: lead } = await assignTo(sam.id, businessId!);
    await assignTo(alex.id, businessId!);
    expect(await failure(reassign(ada, lead.id, sam.id))).toMatchObject({
      code: 'already_assigned',
      message: 'This business is already assigned to sam',
    });
    expect(await failure(reassign(ada, lead.id, alex.id))).toMatchObject({
      code: 'already_assigned',
      message: 'This business is already assigned to alex',
    });
    expect(await failure(reassign(ada, lead.id, ivy.id))).toMatchObject({ kind: 'invalid', code: 'validation_failed' });
    expect(await failure(reassign(ada, lead.id, 99))).toMatchObject({ kind: 'not_found', message: 'User not found' });
    expect(await history(lead.id)).toHaveLength(1);
  });
});

describe('a user who is deleted', () => {
  const zoe = {
    id: 40,
    username: 'zoe',
    fullName: 'Zoe',
    email: 'z@b.co',
    role: 'user' as const,
    monthlyGoal: 100,
    active: true,
    version: 1,
  };

  it('loses the leads, and the name stays in the history of others', async () => {
    const { id: own } = await assign(world, maria);
    const { id: given } = await assign(world, maria);
    const { id: gone } = await assign(world, maria);
    await world.call(deleteLead, maria, { ref: { id: gone } });
    await world.call(reassignLead, maria, { ref: { id: given }, newUserId: sam.id });
    expect(await world.call(countLeadsOfUser, ada, { userId: maria.id })).toEqual({ leads: 1, byStatus: { new: 1 } });
    expect(await world.call(dropUserLeads, null, { userId: maria.id, username: 'maria', version: 5 })).toEqual({
      removed: 1,
    });
    expect(await failure(world.call(getLead, ada, { ref: { id: own } }))).toMatchObject({ kind: 'not_found' });
    expect((await history(given)).at(-1)).toMatchObject({
      previousUser: { username: 'maria' },
      changedBy: { username: 'maria' },
    });
    expect((await world.call(listNotifications, maria, {})).total).toBe(0);
    expect((await world.call(listDeletedLeads, ada, {})).leads.map(({ id }) => id)).not.toContain(gone);
    const [businessId] = await register(world, found());
    expect(await failure(assignTo(maria.id, businessId!))).toMatchObject({
      kind: 'not_found',
      message: 'User not found',
    });
  });

  it('is dropped by the event too, and an older event does not restore the user', async () => {
    await world.publish(userCreated, zoe);
    await world.publish(userChanged, { ...zoe, username: 'zoe2', version: 3 });
    await world.publish(userChanged, { ...zoe, username: 'late', version: 2 });
    await world.publish(userDeleted, { id: 40, username: 'zoe2', version: 4 });
    await world.publish(userChanged, { ...zoe, username: 'ghost', version: 5 });
    const rows = await world.database.query(
      'select username, active, deleted_at is not null as deleted from assignees where id = 40',
    );
    expect(rows).toEqual([{ username: 'zoe2', active: false, deleted: true }]);
  });

  it('has the newest of the changes that arrive together', async () => {
    const changes = [4, 2, 5, 3].map((version) => ({ ...zoe, id: 41, username: `zoe${version}`, version }));
    await Promise.all(changes.map((change) => world.publish(userChanged, change)));
    expect(await world.database.query('select username, version from assignees where id = 41')).toEqual([
      { username: 'zoe5', version: 5 },
    ]);
  });

  it('is counted and dropped only with the right to do so', async () => {
    expect(await failure(world.call(countLeadsOfUser, sam, { userId: 3 }))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(world.call(dropUserLeads, ada, { userId: 3, username: 'sam', version: 1 }))).toMatchObject({
      kind: 'forbidden',
    });
  });
});
