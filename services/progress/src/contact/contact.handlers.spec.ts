import { getOwnProgress, getOwnWeek, getProgressLeads } from '@lead-finder/contracts';
import { eventually, testActor } from '@lead-finder/testing';
import { startProgress, type ProgressWorld } from '../../test/start-progress.js';

/** A Wednesday noon in Chicago. */
const now = '2026-11-18T18:00:00Z';
let progress: ProgressWorld;
let nextId = 100;
let me: number;

beforeAll(async () => {
  progress = await startProgress(now, 'America/Chicago');
});
afterAll(() => progress?.stop());

beforeEach(async () => {
  progress.clock.time = new Date(now);
  me = nextId += 10;
  await progress.member({ id: me, monthlyGoal: 100 }, new Date('2026-01-05T12:00:00Z'));
  progress.signalled.length = 0;
});

const own = (id = me) => progress.call(getOwnProgress, testActor(id), {});
const week = async (id = me) => (await own(id)).week;
const month = async (id = me) => (await own(id)).month;
const mine = (...leadIds: number[]) => leadIds.map((leadId) => ({ leadId, userId: me }));
const november = { from: '2026-11-01', to: '2026-11-30' };

describe('the meters', () => {
  it('show count, target, and the elapsed share of the week and of the month', async () => {
    expect(await week()).toEqual({ count: 0, target: 24, weekProgress: 35.7 });
    expect(await month()).toEqual({ count: 0, target: 100, monthName: 'November', monthProgress: 58.4 });
  });

  it('count a contact on its day in the time zone', async () => {
    await progress.contact(mine(me), { at: '2026-11-16T05:59:59Z' });
    await progress.contact(mine(me + 1), { at: '2026-11-16T06:00:00Z' });
    await progress.contact(mine(me + 2), { at: '2026-11-01T04:59:59Z' });
    await progress.contact(mine(me + 3), { at: '2026-11-01T05:00:00Z' });
    expect(await week()).toMatchObject({ count: 1 });
    expect(await month()).toMatchObject({ count: 3 });
  });

  it('start again with each week and each month', async () => {
    await progress.contact(mine(me));
    progress.clock.time = new Date('2026-11-23T05:59:59Z');
    expect(await week()).toMatchObject({ count: 1, weekProgress: 100 });
    progress.clock.time = new Date('2026-11-23T06:00:00Z');
    expect(await week()).toMatchObject({ count: 0, weekProgress: 0 });
    expect(await month()).toMatchObject({ count: 1 });
    progress.clock.time = new Date('2026-12-01T06:00:00Z');
    expect(await week()).toMatchObject({ count: 0, target: 23 });
    expect(await month()).toEqual({ count: 0, target: 100, monthName: 'December', monthProgress: 0 });
  });

  it('use a new goal from the day on which it is set', async () => {
    await progress.member({ id: me, monthlyGoal: 200, version: 2 });
    expect(await month()).toMatchObject({ target: 200 });
    expect(await week()).toMatchObject({ target: 47 });
    progress.clock.time = new Date('2026-10-31T12:00:00Z');
    expect(await month()).toMatchObject({ target: 100, monthName: 'October' });
  });

  it('know a user whose event has not arrived yet', async () => {
    const { users } = progress;
    users.set(me + 5, {
      id: me + 5,
      username: 'fresh',
      fullName: 'Fresh',
      email: 'f@example.com',
      role: 'user',
      monthlyGoal: 60,
      active: true,
      version: 1,
    });
    expect(await month(me + 5)).toMatchObject({ count: 0, target: 60 });
    users.delete(me + 5);
    expect(await month(me + 5)).toMatchObject({ count: 0, target: 60 });
  });

  it('have the working days of a user in a team', async () => {
    progress.work.days.set(me, [1, 2, 3, 4]);
    progress.work.daysOff.set(me, ['2026-10-31', '2026-11-26', '2026-12-01']);
    const read = (teams?: number[]) => progress.call(getOwnProgress, { ...testActor(me), teams }, {});
    expect(await read([1])).toMatchObject({
      week: { workingDays: [1, 2, 3, 4], daysOff: ['2026-11-26'] },
      month: { workingDays: [1, 2, 3, 4], daysOff: ['2026-11-26'] },
    });
    expect((await read()).week).not.toHaveProperty('workingDays');
  });

  it('reject an unknown user with 404', async () => {
    await expect(month(me + 6)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the week of one user', () => {
  it("has each of its days, with only this user's contacts", async () => {
    await progress.contact(mine(me), { at: '2026-11-16T12:00:00Z' });
    await progress.contact(mine(me + 1, me + 2), { at: '2026-11-18T12:00:00Z' });
    await progress.contact([{ leadId: me + 3, userId: me + 1 }], { at: '2026-11-17T12:00:00Z' });
    await progress.contact(mine(me + 4), { at: '2026-11-15T12:00:00Z' });
    const { today, days } = await progress.call(getOwnWeek, testActor(me), {});
    expect(today).toBe('2026-11-18');
    expect(days).toEqual([1, 0, 2, 0, 0, 0, 0].map((count, index) => ({ day: `2026-11-${16 + index}`, count })));
  });
});

describe('a lead', () => {
  it('counts once in its life, for the user who has it when its status first changes from New', async () => {
    await progress.contact(mine(me));
    await progress.contact([{ leadId: me, userId: me + 1 }]);
    await progress.contact(mine(me), { at: '2026-11-17T12:00:00Z' });
    expect(await month()).toMatchObject({ count: 1 });
    const { total } = await progress.call(getProgressLeads, testActor(me + 1), { userId: me + 1, ...november });
    expect(total).toBe(0);
  });

  it('does not count for a later change, or for one back to New', async () => {
    await progress.contact([{ leadId: me, userId: me, from: 'in_progress', to: 'closed_won', firstContact: false }]);
    await progress.contact([{ leadId: me, userId: me, from: 'closed_won', to: 'new', firstContact: false }]);
    expect(await month()).toMatchObject({ count: 0 });
  });

  it('of a batch counts for its own user', async () => {
    await progress.contact([
      ...mine(me, me + 1),
      { leadId: me + 2, userId: me + 1 },
      { leadId: me + 3, userId: me, firstContact: false },
    ]);
    expect(await month()).toMatchObject({ count: 2 });
  });
});

describe('undoing a bulk job', () => {
  const undo = (leadIds: number[], undoes: string) =>
    progress.contact(
      leadIds.map((leadId) => ({ leadId, userId: me, from: 'in_progress', to: 'new', firstContact: false })),
      { undoes },
    );

  it('takes back only what this job counted, on the day on which it counted, and only once', async () => {
    await progress.contact(mine(me), { at: '2026-11-17T12:00:00Z' });
    await progress.contact(mine(me, me + 1, me + 2), { job: `job-${me}`, at: '2026-11-10T12:00:00Z' });
    expect(await month()).toMatchObject({ count: 3 });
    await undo([me, me + 1], `job-${me}`);
    await undo([me, me + 1], `job-${me}`);
    expect(await month()).toMatchObject({ count: 2 });
    expect(await week()).toMatchObject({ count: 1 });
    const { leads, total } = await progress.call(getProgressLeads, testActor(me), { userId: me, ...november });
    expect(leads.map(({ leadId }) => leadId)).toEqual([me, me + 2]);
    expect(total).toBe(2);
  });

  it('lets a lead count again', async () => {
    await progress.contact(mine(me), { job: `job-${me}` });
    await undo([me], `job-${me}`);
    expect(await month()).toMatchObject({ count: 0 });
    await progress.contact(mine(me));
    await progress.contact(mine(me));
    expect(await month()).toMatchObject({ count: 1 });
  });

  it('waits for the event of the job', async () => {
    await undo([me], `job-${me}`);
    await progress.contact(mine(me), { job: `job-${me}` });
    await eventually(async () => expect(await month()).toMatchObject({ count: 0 }));
  });
});

describe('open pages', () => {
  it("get a signal after the commit: the user's and the leaders'", async () => {
    const manager = me + 1;
    await progress.member({ id: manager, role: 'manager' });
    progress.signalled.length = 0;
    await progress.contact(mine(me));
    await eventually(() => expect(new Set(progress.signalled)).toEqual(new Set([me, manager])));
    progress.signalled.length = 0;
    await progress.contact(mine(me));
    await progress.contact(mine(me + 1));
    await eventually(() => expect(progress.signalled.filter((id) => id === me)).toHaveLength(1));
    await progress.member({ id: manager, role: 'manager', active: false, version: 2 });
  });

  it('get a signal when the goal changes', async () => {
    await progress.member({ id: me, monthlyGoal: 5, version: 2 });
    await eventually(() => expect(progress.signalled).toEqual([me]));
  });
});

describe('the list behind a number', () => {
  const list = (userId: number, actor = testActor(me), more: object = {}) =>
    progress.call(getProgressLeads, actor, { userId, ...november, ...more });

  it('names business, status and moment, newest first, in pages', async () => {
    await progress.contact([{ leadId: me, userId: me, businessName: 'Blue Door Café', to: 'recontact' }], {
      at: '2026-11-03T15:00:00.000Z',
    });
    await progress.contact(mine(me + 1), { at: '2026-11-04T15:00:00.000Z' });
    await progress.contact(mine(me + 2), { at: '2026-10-04T15:00:00.000Z' });
    expect(await list(me, testActor(me), { page: 2, pageSize: 1 })).toEqual({
      leads: [
        {
          leadId: me,
          userId: me,
          businessName: 'Blue Door Café',
          from: 'new',
          to: 'recontact',
          at: '2026-11-03T15:00:00.000Z',
        },
      ],
      total: 2,
    });
    expect(await list(me, testActor(me), { from: '2026-11-04', to: '2026-11-04' })).toMatchObject({
      leads: [{ leadId: me + 1 }],
      total: 1,
    });
  });

  it('can be read by leaders for any user, and by each user for himself', async () => {
    await expect(list(me, testActor(me + 1))).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
    expect(await list(me, testActor(me + 1, 'manager'))).toMatchObject({ total: 0 });
    expect(await list(me, testActor(me + 1, 'admin'))).toMatchObject({ total: 0 });
    expect(await list(me)).toMatchObject({ total: 0 });
  });

  it('is that of the whole team without a user id, without inactive users, and only for leaders', async () => {
    const gone = me + 1;
    await progress.member({ id: gone });
    await progress.contact([...mine(me), { leadId: gone, userId: gone }], { at: '2025-01-15T15:00:00.000Z' });
    const january = { from: '2025-01-01', to: '2025-01-31' };
    const all = () => progress.call(getProgressLeads, testActor(me, 'manager'), january);
    expect(await all()).toMatchObject({ leads: [{ userId: gone }, { userId: me }], total: 2 });
    await progress.member({ id: gone, active: false, version: 2 });
    expect(await all()).toMatchObject({ leads: [{ userId: me }], total: 1 });
    await expect(progress.call(getProgressLeads, testActor(me), january)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('of another kind comes from the leads service, with days as moments of the time zone', async () => {
    progress.work.list = {
      leads: [{ leadId: 7, userId: me, businessName: 'Acme', status: 'closed_won', at: '2026-11-10T10:00:00.000Z' }],
      total: 1,
    };
    expect(await list(me, testActor(me), { kind: 'won', to: '2026-11-01' })).toEqual({
      leads: [
        { leadId: 7, userId: me, businessName: 'Acme', from: null, to: 'closed_won', at: '2026-11-10T10:00:00.000Z' },
      ],
      total: 1,
    });
    // The day on which the clocks go back has 25 hours.
    const span = { from: '2026-11-01T05:00:00.000Z', to: '2026-11-02T06:00:00.000Z' };
    expect(progress.work.listed.at(-1)).toEqual({ kind: 'won', userId: me, ...span, page: 1, pageSize: 20 });
    await progress.call(getProgressLeads, testActor(me, 'admin'), { kind: 'overdue' });
    expect(progress.work.listed.at(-1)).toEqual({ kind: 'overdue', page: 1, pageSize: 20 });
    await expect(list(me + 1, testActor(me), { kind: 'won' })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each([
    [{ kind: 'won' }, 'from'],
    [{ kind: 'contacts', from: '2026-11-01' }, 'to'],
    [{ kind: 'attempts', from: '2026-11-01', to: '2026-11-02' }, 'userId'],
    [{ kind: 'somehow' }, 'kind'],
  ])('asked as %j names the field %s as invalid', async (input, path) => {
    const asked = progress.call(getProgressLeads, testActor(me, 'admin'), input as never);
    await expect(asked).rejects.toMatchObject({
      kind: 'invalid',
      details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });

  it('accepts only days that exist', async () => {
    await expect(list(me, testActor(me), { from: '2026-11-31' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'validation_failed',
    });
  });
});
