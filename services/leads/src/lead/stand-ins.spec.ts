import {
  addActivity,
  addTag,
  changeActivity,
  getLead,
  getLeadHistory,
  getLeadTimeline,
  getMyDay,
  listNotifications,
  markViewed,
  reassignLead,
  setLeadStatus,
  type Actor,
} from '@lead-finder/contracts';
import { unavailable } from '@lead-finder/platform';
import { alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

const foreign = { kind: 'forbidden', message: 'This customer is assigned to another user' };

// It is 3 in the morning of March 2 in America/Chicago, the TIME_ZONE of the world.
describe('a stand-in', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.database.query('delete from user_businesses');
    world.branches.clear();
    world.standsIn.clear();
    world.standsIn.set(alex.id, [{ id: sam.id, since: '2026-03-01T06:00:00.000Z' }]);
  });

  async function planned(scheduledAt: string, name = 'Acme', owner: Actor = sam) {
    const { id } = await assign(world, owner, { name });
    const plan = { type: 'call', notes: `About ${name}`, scheduledAt } as const;
    const { activity } = await world.call(addActivity, owner, { ref: { id }, ...plan });
    return { ref: { id }, activityId: activity.id };
  }
  const day = (actor: Actor, input = {}) => world.call(getMyDay, actor, input);
  const shown = async (actor: Actor) =>
    (await day(actor)).due.map(({ lead, standsInFor }) => [lead.name, standsInFor?.fullName]);

  it('has the due follow-ups of the person on the own My day, page by page', async () => {
    await planned('2026-03-01T15:00:00Z', 'Late');
    await planned('2026-03-02T15:00:00Z', 'Own', alex);
    await planned('2026-03-02T16:00:00Z', 'Today');
    await planned('2026-03-03T15:00:00Z', 'Tomorrow');
    expect(await day(alex)).toMatchObject({ overdue: 1, dueToday: 2, newLeads: 0, standsIn: 2 });
    const inOrder = [
      ['Late', 'Sam Seller'],
      ['Own', undefined],
      ['Today', 'Sam Seller'],
    ];
    expect(await shown(alex)).toEqual(inOrder);
    expect(await shown(sam)).toEqual([
      ['Late', undefined],
      ['Today', undefined],
    ]);
    const pages = [];
    let cursor: string | undefined;
    do {
      const page = await day(alex, { pageSize: 1, cursor });
      pages.push(...page.due.map(({ lead }) => lead.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual(['Late', 'Own', 'Today']);
    world.standsIn.clear();
    expect(await shown(alex)).toEqual([['Own', undefined]]);
  });

  it('reads such a lead, comments on it, plans for its owner and completes its follow-up', async () => {
    const { ref, activityId } = await planned('2026-03-02T15:00:00Z');
    const before = await world.call(getLead, alex, { ref });
    expect(before).toMatchObject({ standsIn: true, user: { username: 'sam' } });
    expect(await world.call(getLeadHistory, alex, { ref })).toHaveLength(1);
    expect((await world.call(getLeadTimeline, alex, { ref })).entries).not.toEqual([]);
    await world.call(addActivity, alex, { ref, type: 'note', notes: 'They moved' });
    const plan = { type: 'call', notes: 'Ask again', scheduledOn: '2026-03-09' } as const;
    await world.call(addActivity, alex, { ref, ...plan });
    const { notifications } = await world.call(listNotifications, sam, {});
    expect(notifications.slice(0, 2).map(({ title }) => title)).toEqual(['New follow-up', 'New comment']);
    await world.call(changeActivity, alex, { activityId, outcome: 'Reached' });
    expect(await shown(alex)).toEqual([]);
    const { contactActivities, userBusiness } = await world.call(getLead, alex, { ref });
    expect(userBusiness).toMatchObject({ status: 'new', lastContactedAt: before.userBusiness.lastContactedAt });
    expect(contactActivities.find(({ id }) => id === activityId)).toMatchObject({ outcome: 'Reached' });
  });

  it('may do nothing else with it', async () => {
    const { ref, activityId } = await planned('2026-03-02T15:00:00Z');
    const { activity: call } = await world.call(addActivity, sam, { ref, type: 'call', notes: 'Spoke' });
    const later = { ref, type: 'call', notes: 'Ask again', scheduledAt: '2026-03-03T15:00:00Z' } as const;
    const { activity: next } = await world.call(addActivity, sam, later);
    for (const attempt of [
      () => world.call(setLeadStatus, alex, { ref, status: 'recontact' }),
      () => world.call(markViewed, alex, { ref }),
      () => world.call(addTag, alex, { ref, tag: 'hot' }),
      () => world.call(reassignLead, alex, { ref, newUserId: alex.id }),
      () => world.call(addActivity, alex, { ref, type: 'call', notes: 'Called' }),
      () => world.call(changeActivity, alex, { activityId, snooze: 'week' }),
      () => world.call(changeActivity, alex, { activityId: call.id, outcome: 'Reached' }),
      () => world.call(changeActivity, alex, { activityId: next.id, outcome: 'Reached' }),
    ])
      expect(await failure(attempt())).toMatchObject(foreign);
  });

  it("sees no lead that is not due by the own clock, or is tagged 'Do not contact', or that the owner completed before", async () => {
    const tomorrow = await planned('2026-03-03T06:00:00Z');
    const { ref: without } = await assign(world, sam).then(({ id }) => ({ ref: { id } }));
    const marked = await planned('2026-03-02T15:00:00Z', 'Marked');
    await world.call(addTag, sam, { ref: marked.ref, tag: 'Do not contact' });
    const done = await planned('2026-02-20T15:00:00Z', 'Done');
    await world.call(changeActivity, sam, { activityId: done.activityId, completedAt: '2026-02-28T15:00:00Z' });
    for (const ref of [tomorrow.ref, without, marked.ref, done.ref])
      expect(await failure(world.call(getLead, alex, { ref }))).toMatchObject(foreign);
    const far = { ...alex, timeZone: 'Pacific/Kiritimati' };
    const ofToday = await planned('2026-03-02T09:59:00Z', 'There');
    expect((await day(far)).due.map(({ lead }) => lead.name)).toContain('There');
    await world.call(getLead, far, { ref: ofToday.ref });
  });

  it('loses the sight with the leave, and never has it for others', async () => {
    const { ref, activityId } = await planned('2026-03-02T15:00:00Z');
    const outcome = { activityId, outcome: 'Reached' };
    for (const actor of [{ ...alex, standsInFor: sam.id }, maria]) {
      world.standsIn.clear();
      expect(await failure(world.call(getLead, actor, { ref }))).toMatchObject(foreign);
      expect(await failure(world.call(changeActivity, actor, outcome))).toMatchObject(foreign);
    }
  });

  it('who is also the manager of the person completes the due follow-up too', async () => {
    world.branches.set(maria.id, [sam.id]);
    const { activityId } = await planned('2026-03-02T15:00:00Z');
    const outcome = { activityId, outcome: 'Reached' };
    expect(await failure(world.call(changeActivity, maria, outcome))).toMatchObject(foreign);
    world.standsIn.set(maria.id, [{ id: sam.id, since: '2026-03-01T06:00:00.000Z' }]);
    expect(await world.call(changeActivity, maria, outcome)).toMatchObject({ message: 'Follow-up completed' });
  });

  it('has the own day while the users service does not answer', async () => {
    await planned('2026-03-02T15:00:00Z', 'Own', alex);
    world.standsIn.get = () => {
      throw unavailable('users');
    };
    expect(await shown(alex)).toEqual([['Own', undefined]]);
  });
});
