import {
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  userChanged,
  userCreated,
  userDeleted,
} from '@lead-finder/contracts';
import { testActor, testUser } from '@lead-finder/testing';
import { startProgress, type ProgressWorld } from '../../test/start-progress.js';

/** Thursday of a week that spans two months. */
const now = '2026-10-01T12:00:00Z';
let progress: ProgressWorld;
const team = (list: typeof getTeamMonth, role: 'admin' | 'manager' | 'user' = 'manager', after?: number) =>
  progress.call(list, testActor(1, role), { after });

beforeEach(async () => {
  progress = await startProgress(now);
  await progress.member({ id: 1, role: 'manager', monthlyGoal: 30 }, new Date('2026-09-01T08:00:00Z'));
  await progress.member({ id: 2, monthlyGoal: 90 }, new Date('2026-09-01T08:00:00Z'));
});
afterEach(() => progress?.stop());

describe('the team lists', () => {
  it('have every active user, also one with 0, each with his own target', async () => {
    const contacts = (count: number, firstLead: number, at: string) =>
      progress.contact(
        Array.from({ length: count }, (_, index) => ({ leadId: firstLead + index, userId: 2 })),
        { at },
      );
    await contacts(3, 100, '2026-10-01T09:00:00Z');
    await contacts(2, 200, '2026-09-28T00:00:00Z');
    await contacts(30, 300, '2026-09-27T23:59:59Z');
    await contacts(1, 400, '2026-09-20T23:59:59Z');

    const month = { monthName: 'October', monthProgress: 1.6 };
    const user = { id: 2, fullName: 'User 2', username: 'user2', email: 'user2@example.com' };
    expect((await team(getTeamMonth)).members).toEqual([
      { user: expect.objectContaining({ id: 1 }), count: 0, target: 30, percentage: 0, ...month },
      { user, count: 3, target: 90, percentage: 3, ...month },
    ]);
    expect((await team(getTeamWeek)).members[1]).toEqual({ user, count: 5, target: 21, percentage: 24, ...month });
    expect((await team(getTeamLastWeek)).members[1]).toEqual({
      user,
      count: 30,
      target: 21,
      percentage: 143,
      ...month,
    });
  });

  it('have the working days of members in teams, for the pace of the month', async () => {
    progress.work.days.set(2, [1, 2, 3, 4, 5]);
    progress.work.daysOff.set(2, ['2026-09-30', '2026-10-12']);
    const { members } = await team(getTeamMonth);
    expect(members.map(({ workingDays }) => workingDays)).toEqual([undefined, [1, 2, 3, 4, 5]]);
    expect(members.map(({ daysOff }) => daysOff)).toEqual([undefined, ['2026-10-12']]);
  });

  it('use the target that last week ended with, for any current goal', async () => {
    await progress.member({ id: 2, monthlyGoal: 300, version: 2 }, new Date('2026-09-28T00:00:00Z'));
    expect((await team(getTeamLastWeek)).members[1]).toMatchObject({ target: 21 });
    expect((await team(getTeamWeek)).members[1]).toMatchObject({ target: 68 });
    expect((await team(getTeamMonth)).members[1]).toMatchObject({ target: 300 });
  });

  it('show past weeks and months as they ended', async () => {
    await progress.contact([{ leadId: 1, userId: 2 }], { at: '2026-09-10T09:00:00Z' });
    await progress.contact([{ leadId: 2, userId: 2 }], { at: '2026-08-31T09:00:00Z' });
    await progress.member({ id: 2, monthlyGoal: 300, version: 2 }, new Date('2026-09-28T00:00:00Z'));
    const back = async (list: typeof getTeamMonth, on: string) =>
      (await progress.call(list, testActor(1, 'manager'), { on })).members[1];
    const september = { monthName: 'September', monthProgress: 100 };
    expect(await back(getTeamMonth, '2026-09-01')).toMatchObject({
      count: 1,
      target: 300,
      percentage: 0,
      ...september,
    });
    expect(await back(getTeamWeek, '2026-09-10')).toMatchObject({ count: 1, target: 21, percentage: 5, ...september });
    // Monday, August 31, begins a week that ended in September.
    expect(await back(getTeamWeek, '2026-09-06')).toMatchObject({ count: 1, target: 21, ...september });
    expect(await back(getTeamLastWeek, '2026-09-13')).toMatchObject({ count: 1, target: 21, ...september });
    expect(await back(getTeamWeek, '2026-10-02')).toMatchObject({
      count: 0,
      target: 68,
      monthName: 'October',
      monthProgress: 1.6,
    });
    expect(await back(getTeamMonth, '2026-12-24')).toMatchObject({
      count: 0,
      target: 300,
      monthName: 'December',
      monthProgress: 0,
    });
  });

  it('leave out inactive and deleted users, with any late events', async () => {
    await progress.member({ id: 3 });
    await progress.member({ id: 4 });
    const ids = async () => (await team(getTeamMonth)).members.map(({ user }) => user.id);
    expect(await ids()).toEqual([1, 2, 3, 4]);
    await progress.member({ id: 3, active: false, version: 3 });
    await progress.publish(userDeleted, { id: 4, username: 'user4', version: 2 });
    await progress.publish(userCreated, testUser({ id: 3, version: 2 }));
    await progress.publish(userCreated, testUser({ id: 4, version: 9 }));
    expect(await ids()).toEqual([1, 2]);
    await progress.member({ id: 3, version: 4, fullName: 'Back Again' });
    expect((await team(getTeamMonth)).members[2]).toMatchObject({ user: { id: 3, fullName: 'Back Again' } });
  });

  it('order goals by version, for any order of events', async () => {
    await progress.member({ id: 2, monthlyGoal: 60, version: 3 }, new Date('2026-10-01T10:00:00Z'));
    await progress.member({ id: 2, monthlyGoal: 40, version: 2 }, new Date('2026-09-15T10:00:00Z'));
    expect((await team(getTeamMonth)).members[1]).toMatchObject({ target: 60 });
    expect((await team(getTeamLastWeek)).members[1]).toMatchObject({ target: 10 });
  });

  it('have the newest name and every goal of the changes that arrive together', async () => {
    const changed = (version: number) =>
      progress.publish(
        userChanged,
        testUser({ id: 2, version, monthlyGoal: version * 10, fullName: `Name ${version}` }),
      );
    await Promise.all([8, 6, 9, 7].map(changed));
    expect((await team(getTeamMonth)).members[1]).toMatchObject({ target: 90, user: { fullName: 'Name 9' } });
    const goals = await progress.database.query(
      'select goal from goals where user_id = 2 and version > 5 order by version',
    );
    expect(goals).toEqual([{ goal: 60 }, { goal: 70 }, { goal: 80 }, { goal: 90 }]);
  });

  it('come in chunks for any number of users', async () => {
    await progress.database.query(
      `insert into members (id, username, full_name, email, role, active, version)
       select id, 'u' || id, 'U', 'u@example.com', 'user', true, 1 from generate_series(10, 1200) id`,
    );
    await progress.database.query('insert into goals select id, 1, $1, 100 from generate_series(10, 1200) id', [
      '2026-01-01',
    ]);
    const sizes: number[] = [];
    let after: number | undefined;
    do {
      const { members, next } = await team(getTeamWeek, 'admin', after);
      sizes.push(members.length);
      after = next ?? undefined;
    } while (after !== undefined);
    expect(sizes).toEqual([500, 500, 193]);
  });

  it('are only for leaders', async () => {
    await expect(team(getTeamMonth, 'user')).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(team(getTeamMonth, 'admin')).resolves.toMatchObject({ next: null });
  });
});

describe('the last eight weeks', () => {
  it('are those of each member, oldest first, each with the target at its end', async () => {
    await progress.contact(
      [
        { leadId: 1, userId: 2 },
        { leadId: 2, userId: 2 },
      ],
      { at: '2026-09-27T23:59:59Z' },
    );
    await progress.contact([{ leadId: 3, userId: 2 }], { at: '2026-09-28T00:00:00Z' });
    await progress.contact([{ leadId: 4, userId: 2 }], { at: '2026-08-09T23:59:59Z' });
    await progress.member({ id: 2, monthlyGoal: 300, version: 2 }, new Date('2026-09-28T00:00:00Z'));
    const { members, next } = await progress.call(getTeamWeeks, testActor(1, 'manager'), {});
    expect(next).toBeNull();
    expect(members.map(({ userId }) => userId)).toEqual([1, 2]);
    const mondays = [
      '2026-08-10',
      '2026-08-17',
      '2026-08-24',
      '2026-08-31',
      '2026-09-07',
      '2026-09-14',
      '2026-09-21',
      '2026-09-28',
    ];
    expect(members[1]!.weeks.map(({ from }) => from)).toEqual(mondays);
    expect(members[1]!.weeks.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 2, 1]);
    expect(members[1]!.weeks.map(({ target }) => target)).toEqual([21, 21, 21, 21, 21, 21, 21, 68]);
    const back = await progress.call(getTeamWeeks, testActor(1, 'manager'), { on: '2026-08-05' });
    expect(back.members[1]!.weeks.at(-1)).toEqual({ from: '2026-08-03', count: 1, target: 21 });
  });
});

describe("the team's days", () => {
  it('are complete, with the sum of the active members', async () => {
    await progress.member({ id: 3 });
    await progress.contact(
      [
        { leadId: 1, userId: 2 },
        { leadId: 2, userId: 3 },
      ],
      { at: '2026-09-29T10:00:00Z' },
    );
    await progress.contact([{ leadId: 3, userId: 2 }], { at: '2026-10-01T10:00:00Z' });
    const days = () => progress.call(getTeamDays, testActor(1, 'manager'), { from: '2026-09-29', to: '2026-10-01' });
    const counts = async () => (await days()).map(({ day, count }) => [day, count]);
    expect(await counts()).toEqual([
      ['2026-09-29', 2],
      ['2026-09-30', 0],
      ['2026-10-01', 1],
    ]);
    await progress.member({ id: 3, active: false, version: 2 });
    expect(await counts()).toEqual([
      ['2026-09-29', 1],
      ['2026-09-30', 0],
      ['2026-10-01', 1],
    ]);
  });

  it.each([
    [{ from: '2026-10-02', to: '2026-10-01' }, 'Must not be before from'],
    [{ from: '2026-01-01', to: '2026-10-01' }, 'At most 100 days'],
  ])('asked as %j answer %s', async (span, message) => {
    await expect(progress.call(getTeamDays, testActor(1, 'manager'), span)).rejects.toMatchObject({
      kind: 'invalid',
      details: { issues: [{ path: 'to', message }] },
    });
  });
});
