import {
  addActivity,
  addTag,
  archiveLead,
  changeActivity,
  endCalendar,
  getCalendarState,
  getLead,
  getMyDay,
  markViewed,
  readCalendar,
  reassignLead,
  removeActivity,
  renewCalendar,
  setLeadStatus,
  userChanged,
  type Actor,
} from '@lead-finder/contracts';
import { testUser } from '@lead-finder/testing';
import { alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

// The clock of the world shows 3 in the morning of March 2 in America/Chicago, its TIME_ZONE.
let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const day = (actor: Actor, input = {}) => world.call(getMyDay, actor, input);
const namesOf = ({ due }: Awaited<ReturnType<typeof day>>) => due.map(({ lead }) => lead.name);

async function planned(scheduledAt: string, name: string, to: Actor = sam) {
  const { id } = await assign(world, to, { name });
  const { activity } = await world.call(addActivity, to, {
    ref: { id },
    type: 'call',
    notes: `About ${name}`,
    scheduledAt,
  });
  return { id, activityId: activity.id };
}

describe('my day', () => {
  it('shows overdue follow-ups, then those due today in TIME_ZONE, and none of tomorrow', async () => {
    await planned('2026-03-03T05:59:00Z', 'Late this evening');
    await planned('2026-03-03T06:00:00Z', 'Tomorrow');
    await planned('2026-03-02T05:59:00Z', 'Late yesterday');
    await planned('2026-02-27T18:00:00Z', 'Three days ago');
    const mine = await day(sam);
    expect(mine).toMatchObject({ today: '2026-03-02', overdue: 2, dueToday: 1 });
    expect(mine.due.map(({ lead, day, daysLate }) => [lead.name, day, daysLate])).toEqual([
      ['Three days ago', '2026-02-27', 3],
      ['Late yesterday', '2026-03-01', 1],
      ['Late this evening', '2026-03-02', 0],
    ]);
    expect(mine.due[0]!.activity).toMatchObject({ type: 'call', description: 'About Three days ago' });
  });

  it("goes by the user's own clock, also for plans and snoozes", async () => {
    const timeZone = 'Pacific/Kiritimati';
    await world.publish(userChanged, testUser({ id: sam.id, version: 2, timeZone }));
    const far = { ...sam, timeZone };
    const late = await planned('2026-03-01T09:59:00Z', 'Late last evening');
    await planned('2026-03-02T09:59:00Z', 'This evening');
    await planned('2026-03-02T10:00:00Z', 'Tomorrow');
    const mine = await day(far);
    expect(mine).toMatchObject({ today: '2026-03-02', overdue: 1, dueToday: 1 });
    expect(mine.due.map(({ day, daysLate }) => [day, daysLate])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 0],
    ]);
    const change = async (input: object) =>
      (await world.call(changeActivity, far, { activityId: late.activityId, ...input })).activity.scheduledAt;
    expect(await change({ scheduledOn: '2026-03-05', scheduledTime: '08:30' })).toBe('2026-03-04T18:30:00.000Z');
    expect(await change({ snooze: 'tomorrow' })).toBe('2026-03-02T18:30:00.000Z');
  });

  it('shows only own leads, also to an admin, and each lead once with its earliest follow-up', async () => {
    const { id } = await planned('2026-03-02T15:00:00Z', 'Twice');
    await world.call(addActivity, sam, {
      ref: { id },
      type: 'email',
      notes: 'earlier',
      scheduledAt: '2026-03-02T14:00:00Z',
    });
    await planned('2026-03-02T15:00:00Z', 'Of Alex', alex);
    const mine = await day(sam);
    expect(mine.due.map(({ lead, activity }) => [lead.name, activity.description])).toEqual([['Twice', 'earlier']]);
    expect((await day(maria)).due).toEqual([]);
  });

  it("hides leads tagged 'Do not contact' in any case, archived ones and existing customers", async () => {
    const marked = await planned('2026-03-02T15:00:00Z', 'Marked');
    const archived = await planned('2026-03-02T15:00:00Z', 'Archived');
    const unviewed = await assign(world, sam, { name: 'Unviewed and marked' });
    for (const { id } of [marked, unviewed]) await world.call(addTag, sam, { ref: { id }, tag: 'do NOT contact' });
    await world.call(archiveLead, sam, { ref: { id: archived.id } });
    expect(await day(sam)).toMatchObject({ overdue: 0, dueToday: 0, newLeads: 0, due: [], fresh: [] });
  });

  it("hides a lead tagged 'Do not contact' from its next owner too", async () => {
    const { id } = await planned('2026-03-02T15:00:00Z', 'Marked');
    await world.call(addTag, sam, { ref: { id }, tag: 'Do not contact' });
    await world.call(reassignLead, sam, { ref: { id }, newUserId: alex.id });
    expect((await world.call(getLead, alex, { ref: { id } })).userBusiness.tags).toEqual(['Do not contact']);
    expect(await day(alex)).toMatchObject({ overdue: 0, dueToday: 0, newLeads: 0, due: [], fresh: [] });
  });

  it('lists new leads that are not viewed, newest first', async () => {
    for (const name of ['first', 'second', 'third', 'fourth']) await assign(world, sam, { name });
    const [fourth, third] = (await day(sam)).fresh;
    await world.call(markViewed, sam, { ref: { id: fourth!.id } });
    await world.call(setLeadStatus, sam, { ref: { id: third!.id }, status: 'recontact' });
    expect(await day(sam)).toMatchObject({ newLeads: 2, fresh: [{ name: 'second' }, { name: 'first' }] });
  });

  it('is read page by page', async () => {
    for (let n = 0; n < 5; n++) await planned(`2026-03-01T1${n % 2}:00:00Z`, `Lead ${n}`);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await day(sam, { pageSize: 2, cursor });
      names.push(...namesOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toEqual(['Lead 0', 'Lead 2', 'Lead 4', 'Lead 1', 'Lead 3']);
    expect(await failure(day(sam, { cursor: 'made-up' }))).toMatchObject({ kind: 'invalid' });
  });

  it('moves with the lead and disappears with its activity', async () => {
    const { id, activityId } = await planned('2026-03-02T15:00:00Z', 'Moving');
    await world.call(reassignLead, sam, { ref: { id }, newUserId: alex.id });
    expect([namesOf(await day(sam)), namesOf(await day(alex))]).toEqual([[], ['Moving']]);
    await world.call(removeActivity, alex, { activityId });
    expect(namesOf(await day(alex))).toEqual([]);
  });
});

describe('a follow-up', () => {
  it('is completed with an outcome and leaves My day', async () => {
    const { id, activityId } = await planned('2026-03-02T15:00:00Z', 'To be done');
    const now = world.clock.forward().toISOString();
    const { message, activity } = await world.call(changeActivity, sam, { activityId, outcome: ' Wants a quotation ' });
    expect([message, activity]).toMatchObject([
      'Follow-up completed',
      { outcome: 'Wants a quotation', completedAt: now },
    ]);
    expect((await day(sam)).due).toEqual([]);
    expect((await world.call(getLead, sam, { ref: { id } })).contactActivities[0]).toEqual(activity);
  });

  it('moves to nine in the morning of another day and returns when it is reopened', async () => {
    const { activityId } = await planned('2026-03-02T15:00:00Z', 'To be moved');
    const { activity } = await world.call(changeActivity, sam, { activityId, scheduledOn: '2026-03-09' });
    expect(activity.scheduledAt).toBe('2026-03-09T14:00:00.000Z');
    expect((await day(sam)).due).toEqual([]);
    await world.call(changeActivity, sam, {
      activityId,
      scheduledAt: '2026-03-02T16:00:00Z',
      completedAt: '2026-03-02T09:00:00Z',
    });
    expect((await day(sam)).due).toEqual([]);
    await world.call(changeActivity, sam, { activityId, completedAt: null });
    expect((await day(sam)).dueToday).toBe(1);
    await world.call(changeActivity, sam, { activityId, scheduledAt: null });
    expect((await day(sam)).due).toEqual([]);
  });

  it('rejects other users, and changes without a date or an outcome', async () => {
    const { activityId } = await planned('2026-03-02T15:00:00Z', 'Own');
    expect(await failure(world.call(changeActivity, alex, { activityId, outcome: 'x' }))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await failure(world.call(changeActivity, sam, { activityId }))).toMatchObject({ kind: 'invalid' });
    expect(await failure(world.call(changeActivity, sam, { activityId: 999_999, outcome: 'x' }))).toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('a follow-up that repeats', () => {
  const open = async (id: number) =>
    (await world.call(getLead, sam, { ref: { id } })).contactActivities.filter(({ completedAt }) => !completedAt);
  const weekly = async () => {
    const { id } = await assign(world, sam);
    const plan = { type: 'call', notes: 'Ask again', scheduledOn: '2026-03-02', scheduledTime: '14:15' } as const;
    const { activity } = await world.call(addActivity, sam, { ref: { id }, ...plan, repeatDays: 7 });
    return { id, activity };
  };

  it('has a successor after its completion, once, and none after it is open again', async () => {
    const { id, activity } = await weekly();
    expect(activity).toMatchObject({ scheduledAt: '2026-03-02T20:15:00.000Z', repeatDays: 7 });
    for (const outcome of ['Reached', 'Reached her'])
      await world.call(changeActivity, sam, { activityId: activity.id, outcome });
    const successors = await open(id);
    expect(successors).toMatchObject([
      { description: 'Ask again', scheduledAt: '2026-03-09T19:15:00.000Z', repeatDays: 7 },
    ]);
    await world.call(changeActivity, sam, { activityId: activity.id, completedAt: null });
    expect((await open(id)).map((each) => each.id)).toEqual([activity.id]);
  });

  it('ends if its repeat is removed', async () => {
    const { id, activity } = await weekly();
    await world.call(changeActivity, sam, { activityId: activity.id, repeatDays: null });
    await world.call(changeActivity, sam, { activityId: activity.id, outcome: 'Reached' });
    expect(await open(id)).toEqual([]);
  });

  it('needs a date, as a time does', async () => {
    const { id } = await assign(world, sam);
    const input = { ref: { id }, type: 'call', notes: 'Ask', repeatDays: 7, scheduledTime: '14:15' } as const;
    expect(await failure(world.call(addActivity, sam, input))).toMatchObject({
      kind: 'invalid',
      details: {
        issues: [
          { path: 'repeatDays', message: 'Please choose a date to repeat' },
          { path: 'scheduledTime', message: 'Please choose a date for the time' },
        ],
      },
    });
  });

  it('needs a date for a new time, and something to change', async () => {
    const { id } = await assign(world, sam);
    const { activity } = await world.call(addActivity, sam, {
      ref: { id },
      type: 'call',
      notes: 'Ask',
      scheduledOn: '2026-12-01',
    });
    const change = (input: object) => failure(world.call(changeActivity, sam, { activityId: activity.id, ...input }));
    expect(await change({ scheduledTime: '14:15' })).toMatchObject({
      details: { issues: [{ path: 'scheduledTime', message: 'Please choose a date for the time' }] },
    });
    expect(await change({})).toMatchObject({
      details: { issues: [{ message: 'Please choose a date or an outcome' }] },
    });
  });
});

it('A snooze keeps the time of day', async () => {
  const { activityId } = await planned('2026-03-01T20:15:00Z', 'Acme');
  const { activity } = await world.call(changeActivity, sam, { activityId, snooze: 'tomorrow' });
  expect(activity).toMatchObject({ scheduledAt: '2026-03-03T20:15:00.000Z' });
  expect(await failure(world.call(changeActivity, alex, { activityId, snooze: 'hour' }))).toMatchObject({
    kind: 'forbidden',
  });
});

describe('a calendar', () => {
  const read = (token: string) => world.call(readCalendar, null, { token });

  it('has the open follow-ups of its owner, until its address is renewed or removed', async () => {
    const { id } = await planned('2026-03-05T15:00:00Z', 'Acme');
    await planned('2026-02-01T15:00:00Z', 'Long ago');
    await planned('2026-03-05T15:00:00Z', 'Of Alex', alex);
    expect(await world.call(getCalendarState, sam, {})).toEqual({ since: null });
    const { token } = await world.call(renewCalendar, sam, {});
    const { followUps } = await read(token);
    const { uuid } = (await world.call(getLead, sam, { ref: { id } })).userBusiness;
    expect(followUps).toEqual([
      {
        id: expect.any(Number),
        leadUuid: uuid,
        name: 'Acme',
        description: 'About Acme',
        scheduledAt: '2026-03-05T15:00:00.000Z',
      },
    ]);
    const { token: renewed } = await world.call(renewCalendar, sam, {});
    expect(await failure(read(token))).toMatchObject({ kind: 'not_found' });
    expect((await read(renewed)).followUps).toHaveLength(1);
    await world.call(endCalendar, sam, {});
    expect(await failure(read(renewed))).toMatchObject({ kind: 'not_found' });
  });

  it('ends with the account of its owner', async () => {
    await planned('2026-03-05T15:00:00Z', 'Acme');
    const { token } = await world.call(renewCalendar, sam, {});
    await world.database.query('update assignees set active = false where id = $1', [sam.id]);
    expect(await failure(read(token))).toMatchObject({ kind: 'not_found' });
  });
});
