import {
  getBrief,
  getProgressLeads,
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  type Actor,
} from '@lead-finder/contracts';
import { eventually, testActor } from '@lead-finder/testing';
import { startProgress, type ProgressWorld } from '../../test/start-progress.js';

/** 1 administers, 2 manages 4 and 5, 3 manages 5, 6 manages nothing; 7 is a user without a team. */
const everybody = [1, 2, 3, 4, 5, 6, 7];
const admin = testActor(1, 'admin');
const parent = testActor(2, 'manager');
const sibling = testActor(3, 'manager');
const alone = testActor(6, 'manager');
const week = { from: '2026-11-16', to: '2026-11-22' };
let progress: ProgressWorld;

beforeAll(async () => {
  progress = await startProgress('2026-11-18T12:00:00Z');
  const roles = { 1: 'admin', 2: 'manager', 3: 'manager', 6: 'manager' } as const;
  for (const id of everybody) await progress.member({ id, role: roles[id as 1] ?? 'user', monthlyGoal: 30 });
  for (const [index, at] of ['2026-11-10T12:00:00Z', '2026-11-17T12:00:00Z'].entries())
    await progress.contact(
      everybody.map((id) => ({ leadId: 10 * index + id, userId: id })),
      { at },
    );
});
afterAll(() => progress?.stop());

const teams = () => progress.branches.set(2, [4, 5]).set(3, [5]).set(6, []);
afterEach(() => progress.branches.clear());

const sights = [
  { who: 'an administrator', actor: admin, sees: everybody },
  { who: 'the manager of two teams', actor: parent, sees: [2, 4, 5] },
  { who: 'the manager of one of them', actor: sibling, sees: [3, 5] },
  { who: 'a manager without a team', actor: alone, sees: [6] },
];

const idsOf = {
  month: async (actor: Actor) => (await progress.call(getTeamMonth, actor, {})).members.map(({ user }) => user.id),
  week: async (actor: Actor) => (await progress.call(getTeamWeek, actor, {})).members.map(({ user }) => user.id),
  'last week': async (actor: Actor) =>
    (await progress.call(getTeamLastWeek, actor, {})).members.map(({ user }) => user.id),
  weeks: async (actor: Actor) => (await progress.call(getTeamWeeks, actor, {})).members.map(({ userId }) => userId),
  contacts: async (actor: Actor) =>
    (await progress.call(getProgressLeads, actor, week)).leads.map(({ userId }) => userId).sort(),
};
const sumsOf = {
  members: async (actor: Actor) => (await progress.call(getTeamMonth, actor, {})).total,
  days: async (actor: Actor) =>
    (await progress.call(getTeamDays, actor, week)).reduce((sum, { count }) => sum + count, 0),
  contacts: async (actor: Actor) => (await progress.call(getProgressLeads, actor, week)).total,
  brief: async (actor: Actor) => (await progress.call(getBrief, actor, {})).contacts.count,
};

describe.each(sights)('while there are teams, $who', ({ actor, sees }) => {
  beforeEach(teams);

  it.each(Object.entries(idsOf))('sees the people of the branch in: %s', async (_, read) => {
    expect(await read(actor)).toEqual(sees);
  });

  it.each(Object.entries(sumsOf))('sees the sums of the branch in: %s', async (_, read) => {
    expect(await read(actor)).toBe(sees.length);
  });

  it.each(everybody)('reads the contacts behind a number of user %d only from the branch', async (userId) => {
    const asked = progress.call(getProgressLeads, actor, { ...week, userId });
    if (sees.includes(userId)) expect(await asked).toMatchObject({ total: 1 });
    else await expect(asked).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
  });

  it('gets the work of the branch alone from the leads service', async () => {
    await progress.call(getProgressLeads, actor, { kind: 'overdue' });
    const { userIds } = progress.work.listed.at(-1)!;
    expect(userIds?.sort()).toEqual(actor.role === 'admin' ? undefined : sees);
  });
});

it('without teams every leader sees everybody', async () => {
  for (const actor of [admin, testActor(8, 'manager')]) {
    for (const read of Object.values(idsOf)) expect(await read(actor)).toEqual(everybody);
    for (const read of Object.values(sumsOf)) expect(await read(actor)).toBe(everybody.length);
  }
});

it('the id of a user of another branch gets the same answer as an unknown one', async () => {
  teams();
  const answer = (userId: number) =>
    progress.call(getProgressLeads, parent, { ...week, userId }).catch((error: object) => ({ ...error }));
  expect(await answer(7)).toEqual(await answer(999_999));
});

it('signals the pages of the managers who see the user', async () => {
  const signalled = async (version: number) => {
    progress.signalled.length = 0;
    await progress.member({ id: 4, version, monthlyGoal: 30 });
    await eventually(() => expect(progress.signalled).toContain(1));
    return new Set(progress.signalled);
  };
  teams();
  expect(await signalled(2)).toEqual(new Set([4, 1, 2]));
  progress.branches.clear();
  expect(await signalled(3)).toEqual(new Set([4, 1, 2, 3, 6]));
});
