import { addActivity, dropUserLeads, getLead, removeActivity, type ContactActivity } from '@lead-finder/contracts';
import { ada, alex, assign, failure, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const profile = (id: number) => world.call(getLead, sam, { ref: { id } });

describe('activities', () => {
  it.each<[ContactActivity['type'], boolean]>([
    ['call', true],
    ['email', true],
    ['meeting', true],
    ['note', false],
  ])('of type %s set the time of the last contact: %p', async (type, reached) => {
    const { id } = await assign(world, sam);
    const now = world.clock.forward().toISOString();
    const { message, activity } = await world.call(addActivity, sam, { ref: { id }, type, notes: ' Spoke to Bo ' });
    expect(message).toBe('Activity added');
    expect(activity).toEqual({
      id: expect.any(Number),
      userBusinessId: id,
      type,
      description: 'Spoke to Bo',
      scheduledAt: null,
      repeatDays: null,
      completedAt: null,
      outcome: null,
      createdBy: { id: 3, username: 'sam', fullName: 'Sam Seller' },
      createdAt: now,
      updatedAt: now,
    });
    const { userBusiness, contactActivities } = await profile(id);
    expect(userBusiness.lastContactedAt).toBe(reached ? now : null);
    expect(contactActivities).toEqual([activity]);
  });

  it('say how far from the business the user is, if the lead has coordinates', async () => {
    const ref = { id: (await assign(world, sam)).id };
    const checkIn = async (latitude: number) => {
      const position = { latitude, longitude: -92.28 };
      const { activity } = await world.call(addActivity, sam, { ref, type: 'meeting', notes: 'Checked in', position });
      return activity.description;
    };
    expect(await checkIn(34.75)).toBe('Checked in');
    await world.database.query('update user_businesses set latitude = 34.75, longitude = -92.28 where id = $1', [
      ref.id,
    ]);
    expect(await checkIn(34.751)).toBe('Checked in, 365 ft away');
    expect(await checkIn(34.78)).toBe('Checked in, 2.1 mi away');
    const stored =
      'select latitude, round(distance) as distance from contact_activities where user_business_id = $1 order by id';
    expect(await world.database.query(stored, [ref.id])).toEqual([
      { latitude: 34.75, distance: null },
      { latitude: 34.751, distance: 111 },
      { latitude: 34.78, distance: 3_336 },
    ]);
    const outside = { latitude: 91, longitude: 0 };
    const wrong = world.call(addActivity, sam, { ref, type: 'meeting', notes: 'Checked in', position: outside });
    expect(await failure(wrong)).toMatchObject({ code: 'validation_failed' });
  });

  it('are listed newest first and can be deleted', async () => {
    const { id } = await assign(world, sam);
    const added: number[] = [];
    for (const notes of ['first', 'second', 'third']) {
      world.clock.forward();
      added.unshift((await world.call(addActivity, sam, { ref: { id }, type: 'call', notes })).activity.id);
    }
    expect((await profile(id)).contactActivities.map((each) => each.id)).toEqual(added);
    expect(await world.call(removeActivity, sam, { activityId: added[1]! })).toEqual({ message: 'Activity deleted' });
    expect((await profile(id)).contactActivities.map((each) => each.description)).toEqual(['third', 'first']);
  });

  it('for a day are due in the morning of that day in TIME_ZONE', async () => {
    const { id } = await assign(world, sam);
    const call = { ref: { id }, type: 'call' as const, notes: 'Ask again', scheduledOn: '2026-03-09' };
    const { activity } = await world.call(addActivity, sam, call);
    expect(activity.scheduledAt).toBe('2026-03-09T14:00:00.000Z');
  });

  it('require notes', async () => {
    const { id } = await assign(world, sam);
    const refusal = await failure(world.call(addActivity, sam, { ref: { id }, type: 'call', notes: '  ' }));
    expect(refusal).toMatchObject({
      kind: 'invalid',
      code: 'validation_failed',
      message: 'Please enter notes for the activity',
    });
  });

  it('return 403 for other users and 404 for unknown leads', async () => {
    const { id } = await assign(world, sam);
    const { activity } = await world.call(addActivity, ada, { ref: { id }, type: 'note', notes: 'x' });
    expect(await failure(world.call(addActivity, alex, { ref: { id }, type: 'note', notes: 'x' }))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await failure(world.call(removeActivity, alex, { activityId: activity.id }))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await failure(world.call(removeActivity, sam, { activityId: 2_000_000_000 }))).toMatchObject({
      kind: 'not_found',
    });
  });

  it('are added once per idempotency key', async () => {
    const { id } = await assign(world, sam);
    const add = () => world.call(addActivity, sam, { ref: { id }, type: 'call', notes: 'once' }, 'key-1');
    const [first, second] = [await add(), await add()];
    expect(second).toEqual(first);
    expect((await profile(id)).contactActivities).toHaveLength(1);
  });

  it('show the name of a user who was deleted later', async () => {
    const { id } = await assign(world, sam);
    await world.call(
      addActivity,
      { ...ada, id: 77, username: 'gone', fullName: 'Gone Admin' },
      { ref: { id }, type: 'note', notes: 'x' },
    );
    await world.call(dropUserLeads, null, { userId: 77, username: 'gone', version: 9 });
    expect((await profile(id)).contactActivities[0]!.createdBy).toEqual({
      id: 77,
      username: 'gone',
      fullName: 'Gone Admin',
    });
  });
});
