import { getTeamLastWeek, getTeamMonth, getTeamWeek, userCreated, userDeleted } from '@lead-finder/contracts';
import { callAs, person, RunningProgress } from '../../test/start-progress.js';

/** Thursday of a week that spans two months. */
const now = '2026-10-01T12:00:00Z';
let progress: RunningProgress;
const team = (list: typeof getTeamMonth, role: 'admin' | 'manager' | 'user' = 'manager', after?: number) =>
  progress.bus.call(list, { after }, callAs(1, role));

beforeEach(async () => {
  progress = await RunningProgress.start(now);
  await progress.member({ id: 1, role: 'manager', monthlyGoal: 30 }, new Date('2026-09-01T08:00:00Z'));
  await progress.member({ id: 2, monthlyGoal: 90 }, new Date('2026-09-01T08:00:00Z'));
});
afterEach(() => progress?.stop());

describe('the team lists', () => {
  it('hold every active user, also one with 0, each against the own target', async () => {
    const contacts = (count: number, firstLead: number, at: string) =>
      progress.contact(Array.from({ length: count }, (_, index) => ({ leadId: firstLead + index, userId: 2 })), { at });
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
    expect((await team(getTeamLastWeek)).members[1]).toEqual({ user, count: 30, target: 21, percentage: 143, ...month });
  });

  it('keep the target that last week ended with, whatever the goal is now', async () => {
    await progress.member({ id: 2, monthlyGoal: 300, version: 2 }, new Date('2026-09-28T00:00:00Z'));
    expect((await team(getTeamLastWeek)).members[1]).toMatchObject({ target: 21 });
    expect((await team(getTeamWeek)).members[1]).toMatchObject({ target: 68 });
    expect((await team(getTeamMonth)).members[1]).toMatchObject({ target: 300 });
  });

  it('leave out who is inactive or deleted, whatever comes late', async () => {
    await progress.member({ id: 3 });
    await progress.member({ id: 4 });
    const ids = async () => (await team(getTeamMonth)).members.map(({ user }) => user.id);
    expect(await ids()).toEqual([1, 2, 3, 4]);
    await progress.member({ id: 3, active: false, version: 3 });
    await progress.hearAlone(userDeleted, { id: 4, username: 'user4', version: 2 });
    await progress.hearAlone(userCreated, person({ id: 3, version: 2 }));
    await progress.hearAlone(userCreated, person({ id: 4, version: 9 }));
    expect(await ids()).toEqual([1, 2]);
    await progress.member({ id: 3, version: 4, fullName: 'Back Again' });
    expect((await team(getTeamMonth)).members[2]).toMatchObject({ user: { id: 3, fullName: 'Back Again' } });
  });

  it('order goals by version, in whichever order they are heard', async () => {
    await progress.member({ id: 2, monthlyGoal: 60, version: 3 }, new Date('2026-10-01T10:00:00Z'));
    await progress.member({ id: 2, monthlyGoal: 40, version: 2 }, new Date('2026-09-15T10:00:00Z'));
    expect((await team(getTeamMonth)).members[1]).toMatchObject({ target: 60 });
    expect((await team(getTeamLastWeek)).members[1]).toMatchObject({ target: 10 });
  });

  it('come in chunks however many people there are', async () => {
    await progress.database.query(
      `insert into members (id, username, full_name, email, role, active, version)
       select id, 'u' || id, 'U', 'u@example.com', 'user', true, 1 from generate_series(10, 1200) id`,
    );
    await progress.database.query('insert into goals select id, 1, $1, 100 from generate_series(10, 1200) id', ['2026-01-01']);
    const sizes: number[] = [];
    let after: number | undefined;
    do {
      const { members, next } = await team(getTeamWeek, 'admin', after);
      sizes.push(members.length);
      after = next ?? undefined;
    } while (after !== undefined);
    expect(sizes).toEqual([500, 500, 193]);
  });

  it('are for leaders alone', async () => {
    await expect(team(getTeamMonth, 'user')).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(team(getTeamMonth, 'admin')).resolves.toMatchObject({ next: null });
  });
});
