import {
  assignBusiness,
  bulkArchive,
  bulkDelete,
  bulkReassign,
  bulkRestore,
  bulkResult,
  bulkSetStatus,
  getLead,
  getLeadHistory,
  leadsAudited,
  leadStatusChanged,
  listNotifications,
  setLeadStatus,
  type Actor,
} from '@lead-finder/contracts';
import {
  ada,
  alex,
  assign,
  failure,
  found,
  ivy,
  maria,
  register,
  sam,
  startWorld,
  type World,
} from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const several = async (count: number, to: Actor = sam) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await assign(world, to)).id);
  return ids;
};
const lead = async (id: number) => (await world.call(getLead, ada, { ref: { id } })).userBusiness;
const unknown = 2_000_000_000;

describe('a bulk action', () => {
  it.each([
    ['archive', (ids: number[]) => world.call(bulkArchive, sam, { ids }), '2 businesses archived', { archived: true }],
    [
      'restore',
      (ids: number[]) => world.call(bulkRestore, sam, { ids }),
      '2 businesses restored',
      { archived: false, archivedAt: null },
    ],
    [
      'status',
      (ids: number[]) => world.call(bulkSetStatus, sam, { ids, status: 'closed_won' }),
      'Status updated for 2 businesses',
      { status: 'closed_won' },
    ],
    [
      'reassign',
      (ids: number[]) => world.call(bulkReassign, sam, { ids, newUserId: alex.id }),
      '2 businesses reassigned',
      { userId: alex.id, viewed: false },
    ],
  ])('%s changes permitted leads and reports the others', async (_, act, message, state) => {
    const own = await several(2);
    const [foreign] = await several(1, ada);
    const result = await act([...own, foreign!, unknown, own[0]!]);
    expect(bulkResult.parse(result)).toEqual({
      message,
      results: {
        success: 2,
        failed: 2,
        errors: [
          { id: foreign, message: 'This customer is assigned to another user' },
          { id: unknown, message: 'Lead not found' },
        ],
      },
    });
    for (const id of own) expect(await lead(id)).toMatchObject(state);
    expect(await lead(foreign!)).toMatchObject({ status: 'new', archived: false, userId: ada.id });
  });

  it('deletes', async () => {
    await world.forgetEvents();
    const [one, foreign] = [...(await several(1)), ...(await several(1, alex))];
    const result = await world.call(bulkDelete, sam, { ids: [one!, foreign!] });
    expect(result).toMatchObject({ message: '1 business deleted', results: { success: 1, failed: 1 } });
    expect(await failure(lead(one!))).toMatchObject({ kind: 'not_found' });
    expect(await world.emitted(leadsAudited, 1)).toMatchObject([{ action: 'leads_deleted', subject: '1 lead' }]);
    await expect(lead(foreign!)).resolves.toBeDefined();
  });

  it('takes 1 to 1,000 ids', async () => {
    expect(await failure(world.call(bulkArchive, sam, { ids: [] }))).toMatchObject({
      kind: 'invalid',
      message: 'No items selected',
    });
    const many = Array.from({ length: 1_001 }, (_, n) => n + 1);
    expect(await failure(world.call(bulkArchive, sam, { ids: many }))).toMatchObject({
      message: 'At most 1,000 items at once',
    });
    expect(await failure(world.call(bulkReassign, sam, { ids: [], newUserId: 4 }))).toMatchObject({ kind: 'invalid' });
  });

  it('of a manager changes only own leads, except by reassigning', async () => {
    const ids = await several(2);
    for (const contract of [bulkArchive, bulkRestore, bulkDelete]) {
      expect((await world.call(contract, maria, { ids })).results).toMatchObject({ success: 0, failed: 2 });
    }
    expect((await world.call(bulkReassign, maria, { ids, newUserId: alex.id })).results).toMatchObject({
      success: 2,
      failed: 0,
    });
  });
});

describe('a bulk status', () => {
  it('is one event, with first contacts only of leads without one', async () => {
    const [fresh, contacted, there] = (await several(3)) as [number, number, number];
    await world.forgetEvents();
    await world.call(setLeadStatus, sam, { ref: { id: contacted }, status: 'in_progress' });
    await world.call(setLeadStatus, sam, { ref: { id: contacted }, status: 'new' });
    await world.call(setLeadStatus, sam, { ref: { id: there }, status: 'recontact' });
    await world.emitted(leadStatusChanged, 3);
    await world.forgetEvents();
    await world.call(bulkSetStatus, sam, { ids: [fresh, contacted, there], status: 'recontact' });
    const [event] = await world.emitted(leadStatusChanged, 1);
    expect(event!.leads.map(({ leadId, from, to, firstContact }) => [leadId, from, to, firstContact])).toEqual([
      [fresh, 'new', 'recontact', true],
      [contacted, 'new', 'recontact', false],
    ]);
  });

  it('counts a contact once: a later single change is no first contact', async () => {
    const [id] = await several(1);
    await world.call(bulkSetStatus, sam, { ids: [id!], status: 'recontact' });
    await world.call(bulkSetStatus, sam, { ids: [id!], status: 'new' });
    await world.forgetEvents();
    await world.call(setLeadStatus, sam, { ref: { id: id! }, status: 'closed_won' });
    expect((await world.emitted(leadStatusChanged, 1)).at(-1)!.leads[0]).toMatchObject({ firstContact: false });
  });
});

describe('a bulk reassignment', () => {
  it('skips leads whose business the user already has, and the second lead of a business', async () => {
    const [taken, twice] = await register(world, found(), found());
    const give = async (to: Actor, businessId: number) =>
      (await world.call(assignBusiness, ada, { userId: to.id, businessId })).userBusiness.id;
    const [hasIt, first, second] = [await give(sam, taken!), await give(sam, twice!), await give(maria, twice!)];
    const own = await give(alex, taken!);
    const { message, results } = await world.call(bulkReassign, ada, {
      ids: [hasIt, first, second, own],
      newUserId: alex.id,
    });
    expect(message).toBe('1 business reassigned');
    expect(results).toEqual({
      success: 1,
      failed: 3,
      errors: [hasIt, second, own].map((id) => ({ id, message: 'This business is already assigned to alex' })),
    });
    expect([(await lead(first)).userId, (await lead(second)).userId]).toEqual([alex.id, maria.id]);
  });

  it('writes history for each and one notification for all', async () => {
    const ids = await several(3);
    const before = (await world.call(listNotifications, alex, {})).total;
    await world.call(bulkReassign, ada, { ids, newUserId: alex.id, notes: 'Holiday' });
    for (const id of ids) {
      const entries = await world.call(getLeadHistory, alex, { ref: { id } });
      expect(entries.at(-1)).toMatchObject({
        history: { notes: 'Holiday' },
        previousUser: { username: 'sam' },
        newUser: { username: 'alex' },
        changedBy: { username: 'ada' },
      });
    }
    const { notifications, total } = await world.call(listNotifications, alex, {});
    expect(total).toBe(before + 1);
    expect(notifications[0]).toMatchObject({
      type: 'reassigned',
      message: '3 businesses were reassigned to you by Ada Admin.',
    });
  });

  it('to an inactive or unknown user is rejected as a whole', async () => {
    const ids = await several(1);
    expect(await failure(world.call(bulkReassign, ada, { ids, newUserId: ivy.id }))).toMatchObject({ kind: 'invalid' });
    expect(await failure(world.call(bulkReassign, ada, { ids, newUserId: 99 }))).toMatchObject({ kind: 'not_found' });
  });

  it('and its reverse at once, many times, do not deadlock', async () => {
    const ids = await several(20);
    const back = [...ids].reverse();
    const moves = Array.from({ length: 6 }, (_, n) =>
      world.call(bulkReassign, ada, { ids: n % 2 ? ids : back, newUserId: n % 2 ? alex.id : sam.id }),
    );
    await Promise.all(moves);
    const owners = new Set(await Promise.all(ids.map(async (id) => (await lead(id)).userId)));
    expect(owners.size).toBe(1);
  });
});
