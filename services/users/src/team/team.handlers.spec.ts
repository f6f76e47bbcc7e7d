import { mock } from 'node:test';
import {
  checkSession,
  checkTeamMove,
  createTeam,
  listAudit,
  listTeamGoals,
  listSelectableUsers,
  listTeams,
  maxTeamLevels,
  maxTeams,
  pushToAdmins,
  removeTeam,
  removeUser,
  resolveBranch,
  resolveManagers,
  resolveManagersOfEach,
  resolveTeamMembers,
  resolveUsers,
  resolveWorkingDays,
  setOwnTimeZone,
  setTeamOfUsers,
  setUserActive,
  teamsChanged,
  updateTeam,
  updateUser,
  type Actor,
  type Team,
  type TeamsChanged,
} from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { hashToken } from '../session/session.repository.js';
import { minute, startUsers, type UsersWorld } from '../../test/start-users.js';

const password = 'not-a-hash';
const conflict = (code: string) => ({ kind: 'conflict', code });
const invalid = (path: string) => ({ kind: 'invalid', details: { issues: [expect.objectContaining({ path })] } });

describe('teams', () => {
  let world: UsersWorld;
  let names = 0;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());
  beforeEach(() => world.database.query('update users set team_id = null, time_zone = null, own_time_zone = null'));
  beforeEach(() => world.database.query('delete from teams'));

  /** Adds users without the cost of a password. */
  async function people(count: number, role = 'user'): Promise<number[]> {
    const first = (names += count) - count;
    const rows = await world.database.query<{ id: number }>(
      `insert into users (username, email, password_hash, full_name, role, monthly_goal)
       select 'p' || n, 'p' || n || '@example.com', $3, 'Person ' || n, $4, 100
       from generate_series($1::int, $2::int) n returning id`,
      [first + 1, first + count, password, role],
    );
    return rows.map(({ id }) => id);
  }
  const add = (name: string, parent?: Team, rest: object = {}) =>
    world.call(createTeam, world.ada, { name, parentId: parent?.id ?? null, ...rest });
  const edit = ({ members: _, ...team }: Team, change: object = {}) =>
    world.call(updateTeam, world.ada, { ...team, version: undefined, ...change });
  const move = (team: Team, parent: Team | null) => edit(team, { parentId: parent?.id ?? null });
  const join = (team: Team | null, userIds: number[]) =>
    world.call(setTeamOfUsers, world.ada, { teamId: team?.id ?? null, userIds });
  const all = async (managerId: number) => (await world.call(resolveBranch, null, { managerId })).people;
  const branch = async (id: number) => (await all(id))?.filter((each) => each > 0) ?? null;
  const teams = async () => (await world.call(listTeams, world.ada, {})).teams;
  const zonesOf = async (ids: number[]) => {
    const { users } = await world.call(resolveUsers, null, { ids });
    return ids.map((id) => users.find((user) => user.id === id)!.timeZone);
  };
  const paths = async () => {
    const rows = await world.database.query<{ id: number; path: number[] }>('select id, path from teams');
    return new Map(rows.map(({ id, path }) => [id, path]));
  };

  it('lists teams by name with their managers and numbers', async () => {
    const [boss] = await people(1, 'manager');
    const [one, two] = await people(2);
    const west = await add('west', undefined, { managerIds: [boss, boss], timeZone: 'America/Denver' });
    const east = await add('East', west, { workingDays: [5, 1, 1] });
    await join(west, [one!, two!]);
    const tree = await world.call(listTeams, world.ada, {});
    expect(tree).toMatchObject({
      teams: [
        { ...east, workingDays: [1, 5], parentId: west.id, members: 0, openLeads: 0 },
        { name: 'west', parentId: null, timeZone: 'America/Denver', managerIds: [boss], members: 2, openLeads: 4 },
      ],
      managers: [{ id: boss }],
      people: 2,
    });
    const [{ users }] = (await world.database.query<{ users: number }>('select count(*)::int as users from users')) as [
      { users: number },
    ];
    expect(tree.withoutTeam).toBe(users - 2);
  });

  it('lets only administrators change teams', async () => {
    const team = await add('West');
    for (const role of ['manager', 'user'] as const) {
      const actor: Actor = { id: 99, username: 'x', fullName: 'X', role };
      const forbidden = { kind: 'forbidden' };
      await expect(world.call(listTeams, actor, {})).rejects.toMatchObject(forbidden);
      await expect(world.call(createTeam, actor, { name: 'New' })).rejects.toMatchObject(forbidden);
      await expect(world.call(removeTeam, actor, { id: team.id })).rejects.toMatchObject(forbidden);
      await expect(world.call(setTeamOfUsers, actor, { teamId: team.id, userIds: [1] })).rejects.toMatchObject(
        forbidden,
      );
    }
  });

  it('rejects a name that a sibling has in any case, and allows it elsewhere', async () => {
    const west = await add('West');
    await expect(add('WEST')).rejects.toMatchObject(conflict('team_name_taken'));
    const inner = await add('West', west);
    await expect(move(inner, null)).rejects.toMatchObject(conflict('team_name_taken'));
    expect((await paths()).get(inner.id)).toEqual([west.id, inner.id]);
  });

  it('rejects unknown parents, people and teams, and managers of another role', async () => {
    const [plain] = await people(1);
    await expect(add('A', { id: 999_999 } as Team)).rejects.toMatchObject(invalid('parentId'));
    await expect(add('A', undefined, { managerIds: [plain] })).rejects.toMatchObject(invalid('managerIds'));
    await expect(add('A', undefined, { managerIds: [999_999] })).rejects.toMatchObject(invalid('managerIds'));
    await expect(add('A', undefined, { timeZone: 'Moon/Sea' })).rejects.toMatchObject(invalid('timeZone'));
    await expect(add('A', undefined, { workingDays: [] })).rejects.toMatchObject(invalid('workingDays'));
    await expect(join({ id: 999_999 } as Team, [plain!])).rejects.toMatchObject(invalid('teamId'));
    await expect(edit({ ...(await add('B')), id: 999_999 })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await join(null, [plain!, 999_999])).toEqual({ moved: 0 });
    expect((await teams()).map(({ name }) => name)).toEqual(['B']);
  });

  it('rejects a circle and a level too many, also if the level comes by a move', async () => {
    let deepest = await add('1');
    const levels = [deepest];
    for (let level = 2; level <= maxTeamLevels; level++) levels.push((deepest = await add(String(level), deepest)));
    await expect(add('9', deepest)).rejects.toMatchObject(invalid('parentId'));
    await expect(move(levels[0]!, levels[0]!)).rejects.toMatchObject(conflict('team_cycle'));
    await expect(move(levels[1]!, deepest)).rejects.toMatchObject(conflict('team_cycle'));
    const other = await add('Other');
    const child = await add('Child', other);
    await expect(move(other, levels[6]!)).rejects.toMatchObject(invalid('parentId'));
    await move(child, levels[6]!);
    expect((await paths()).get(child.id)).toHaveLength(maxTeamLevels);
  });

  it('rejects a change of an old version and returns the present team', async () => {
    const team = await add('West');
    const renamed = await edit(team, { name: 'Far West', version: team.version });
    await expect(edit(team, { name: 'Wild West', version: team.version })).rejects.toMatchObject({
      ...conflict('stale_version'),
      details: { current: renamed },
    });
  });

  it('removes an empty team, and names what is in another', async () => {
    const west = await add('West');
    const inner = await add('Inner', west);
    await join(west, await people(1));
    await expect(world.call(removeTeam, world.ada, { id: west.id })).rejects.toMatchObject({
      ...conflict('team_in_use'),
      message: 'West still has 1 person and 1 team. Move them first.',
    });
    await world.call(removeTeam, world.ada, { id: inner.id });
    expect((await teams()).map(({ name }) => name)).toEqual(['West']);
  });

  it('records each change, and makes open pages of administrators refetch', async () => {
    const signals: unknown[] = [];
    world.changeSignals.subscribe(pushToAdmins, (signal) => signals.push(signal));
    const [ann] = await people(1);
    const west = await add('West');
    const east = await add('East');
    await move(await edit(east, { name: 'Far East' }), west);
    await join(west, [ann!]);
    await join(null, [ann!]);
    await world.call(removeTeam, world.ada, { id: east.id });
    const { entries } = await world.call(listAudit, world.ada, { pageSize: 7 });
    expect(entries.map(({ action, subject }) => `${action} ${subject}`).reverse()).toEqual([
      'team_created West',
      'team_created East',
      'team_changed Far East',
      'team_moved Far East',
      'team_of_users_changed West',
      'team_of_users_changed No team',
      'team_removed Far East',
    ]);
    const own = { id: ann!, username: 'anna', email: 'anna@example.com', fullName: 'Anna' };
    await world.call(updateUser, world.ada, { ...own, teamId: west.id });
    await world.call(updateUser, world.ada, { ...own, fullName: 'Anna Arden' });
    expect(signals).toEqual(Array(8).fill({ type: 'team' }));
  });

  it('reports each change of a branch to its managers before and after, and the first team to all managers', async () => {
    const [above, left, right, other] = await people(4, 'manager');
    const [ann] = await people(1);
    const reported: number[][] = [];
    world.changeSignals.subscribe(teamsChanged, (signal) =>
      reported.push((signal as TeamsChanged).managerIds.sort((a, b) => a - b)),
    );
    const since = async (change: Promise<unknown>) => {
      await change;
      return reported.splice(0);
    };
    const [firsts] = await since(add('Top', undefined, { managerIds: [above] }));
    expect(firsts).toEqual(expect.arrayContaining([above, left, right, other]));
    const [top] = await teams();
    const west = await add('West', top, { managerIds: [left] });
    const east = await add('East', undefined, { managerIds: [right] });
    expect(await since(join(west, [ann!]))).toEqual([[above, left]]);
    expect(await since(move(west, east))).toEqual([[above, left, right]]);
    expect(await since(join(top!, [ann!]))).toEqual([[above, left, right]]);
    expect(await since(edit(east, { managerIds: [other] }))).toEqual([[right, other]]);
    expect(await since(add('South'))).toEqual([]);
    expect(await since(world.call(removeUser, world.ada, { id: ann! }))).toEqual([[above]]);
  });

  it('takes the teams from a manager who becomes a user, and records it', async () => {
    const [boss] = await people(1, 'manager');
    const team = await add('West', undefined, { managerIds: [boss] });
    await join(team, await people(1));
    expect(await branch(boss!)).toHaveLength(1);
    const fields = {
      id: boss!,
      username: 'boss',
      email: 'boss@example.com',
      fullName: 'Bo Boss',
      role: 'user' as const,
    };
    await world.call(updateUser, world.ada, fields);
    expect(await branch(boss!)).toEqual([]);
    const { entries } = await world.call(listAudit, world.ada, { pageSize: 1 });
    expect(entries[0]).toMatchObject({ action: 'user_changed', details: { noLongerManages: ['West'] } });
  });

  it('shows a manager the people of the managed teams and of all below, without the manager', async () => {
    const [top, mid] = await people(2, 'manager');
    const [ann, bob] = await people(2);
    expect(await branch(top!)).toBeNull();
    const west = await add('West', undefined, { managerIds: [top] });
    const inner = await add('Inner', west, { managerIds: [mid] });
    await join(west, [ann!, top!]);
    await join(inner, [bob!, mid!]);
    expect(await branch(top!)).toEqual([ann, bob, mid].sort((one, other) => one! - other!));
    expect(await branch(mid!)).toEqual([bob]);
    await move(inner, null);
    expect(await branch(top!)).toEqual([ann]);
  });

  it('preserves the goals of past months, and shows each leader the own teams', async () => {
    const [boss] = await people(1, 'manager');
    const [ann] = await people(1);
    const west = await add('West', undefined, { goal: 900 });
    const inner = await add('Inner', west, { managerIds: [boss] });
    await join(inner, [ann!]);
    expect((await teams())[0]).toMatchObject({ name: 'Inner', goal: null, goalOfMembers: 100 });
    world.clock.forward(40 * 24 * 60 * minute);
    const raised = await edit(west, { goal: 950 });
    expect(await edit(raised, { name: 'Far West', goal: undefined })).toMatchObject({ goal: 950 });
    const goals = (on?: string, actor: Actor = world.ada) => world.call(listTeamGoals, actor, { on });
    expect(await goals('2026-03-31')).toEqual([{ id: west.id, name: 'Far West', goal: 900, userIds: [ann] }]);
    expect(await goals('2026-04-30')).toMatchObject([{ goal: 950 }]);
    expect(await goals('2026-03-01')).toMatchObject([{ goal: null }]);
    await edit(raised, { name: 'West', goal: null });
    expect(await goals()).toMatchObject([{ goal: null }]);
    const manager: Actor = { id: boss!, username: 'boss', fullName: 'Bo Boss', role: 'manager' };
    expect(await goals(undefined, manager)).toEqual([{ id: inner.id, name: 'Inner', goal: null, userIds: [ann] }]);
    await expect(add('East', undefined, { goal: 0 })).rejects.toMatchObject(invalid('goal'));
  });

  it('gives people the time zone of the nearest team above that has one, unless they have their own', async () => {
    const [ann, bob, own] = await people(3);
    await world.database.query(
      "update users set own_time_zone = 'Asia/Tokyo', time_zone = 'Asia/Tokyo' where id = $1",
      [own],
    );
    const west = await add('West', undefined, { timeZone: 'America/Denver' });
    const inner = await add('Inner', west);
    const east = await add('East', undefined, { timeZone: 'America/New_York' });
    await join(inner, [ann!, own!]);
    await join(east, [bob!]);
    expect(await zonesOf([ann!, bob!, own!])).toEqual(['America/Denver', 'America/New_York', 'Asia/Tokyo']);
    const changed = await edit(west, { timeZone: 'America/Boise' });
    expect(await zonesOf([ann!, bob!, own!])).toEqual(['America/Boise', 'America/New_York', 'Asia/Tokyo']);
    await move(inner, east);
    expect(await zonesOf([ann!, bob!, own!])).toEqual(['America/New_York', 'America/New_York', 'Asia/Tokyo']);
    await join(changed, [bob!]);
    await join(null, [ann!]);
    expect(await zonesOf([ann!, bob!, own!])).toEqual([null, 'America/Boise', 'Asia/Tokyo']);
  });

  it('changes the time zone of 1,000 people with few statements, and publishes each of them', async () => {
    const team = await add('West');
    const ids = await people(1_000);
    await join(team, ids);
    const { entries } = await world.call(listAudit, world.ada, { pageSize: 10 });
    const named = entries.flatMap(({ details }) => details['users'] as string[]);
    expect(new Set(named).size).toBe(1_000);
    const versions = new Map(
      (await world.call(resolveUsers, null, { ids })).users.map(({ id, version }) => [id, version]),
    );
    await world.database.query('delete from outbox');
    expect(await statementsOf(() => edit(team, { timeZone: 'America/Denver' }))).toBeLessThan(12);
    const { users } = await world.call(resolveUsers, null, { ids });
    expect(users.map(({ id, version, timeZone }) => [version - versions.get(id)!, timeZone])).toEqual(
      Array(1_000).fill([1, 'America/Denver']),
    );
    const [events] = await world.database.query<{ people: number }>(
      `select count(distinct payload->>'id')::int as people from outbox
       where type = 'users.changed' and payload->>'timeZone' = 'America/Denver'`,
    );
    expect(events).toEqual({ people: 1_000 });
  });

  it('names the managers who gain and lose sight by a move, with the number of people', async () => {
    const [old, next, both, inside] = await people(4, 'manager');
    const [admin] = await people(1, 'admin');
    const [ann, bob] = await people(2);
    const west = await add('West', undefined, { managerIds: [old, both, admin] });
    const east = await add('East', undefined, { managerIds: [next, both] });
    const inner = await add('Inner', west, { managerIds: [inside] });
    const deep = await add('Deep', inner, { managerIds: [next] });
    await join(inner, [ann!]);
    await join(deep, [bob!]);
    const before = await teams();
    const check = (id: number, parentId: number | null) => world.call(checkTeamMove, world.ada, { id, parentId });
    expect(await check(inner.id, east.id)).toMatchObject({
      people: 2,
      gains: [{ id: next, people: 1, examples: [expect.stringMatching(/^Person/)] }],
      losses: [{ id: old, people: 2 }],
    });
    expect((await check(inner.id, null)).losses.map(({ id }) => id)).toEqual([old, both]);
    await expect(check(west.id, deep.id)).rejects.toMatchObject(conflict('team_cycle'));
    expect(await teams()).toEqual(before);
  });

  it('never shows a mixture while a branch moves', async () => {
    const [left, right] = await people(2, 'manager');
    const west = await add('West', undefined, { managerIds: [left] });
    const east = await add('East', undefined, { managerIds: [right] });
    const inner = await add('Inner', west);
    const deep = await add('Deep', inner);
    const [ann, bob] = await people(2);
    await join(inner, [ann!]);
    await join(deep, [bob!]);
    let isMoving = true;
    const reading = (async () => {
      const seen = new Set<string>();
      while (isMoving) for (const id of [left!, right!]) seen.add(JSON.stringify(await branch(id)));
      return seen;
    })();
    for (let round = 0; round < 20; round++) await move(inner, round % 2 ? west : east);
    isMoving = false;
    expect([...(await reading)].sort()).toEqual([`[${ann},${bob}]`, '[]']);
  });

  it('leaves a tree when overlapping branches move into each other at once', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const results = await Promise.allSettled([move(a, b), move(b, a)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await paths()).values()].map(({ length }) => length).sort()).toEqual([1, 2]);
  });

  it('stores the paths of a plain tree after random moves', async () => {
    const nodes: Team[] = [];
    for (let n = 0; n < 12; n++) nodes.push(await add(`T${n}`));
    const parents = new Map<number, number | null>(nodes.map(({ id }) => [id, null]));
    const pathOf = (id: number): number[] => {
      const parent = parents.get(id) ?? null;
      return parent === null ? [id] : [...pathOf(parent), id];
    };
    const depthBelow = (id: number): number =>
      1 + Math.max(0, ...nodes.filter((node) => parents.get(node.id) === id).map((node) => depthBelow(node.id)));
    const random = seeded(7);
    let refused = 0;
    for (let round = 0; round < 80; round++) {
      const team = nodes[random(nodes.length)]!;
      const parent = random(6) === 0 ? null : nodes[random(nodes.length)]!;
      const above = parent ? pathOf(parent.id) : [];
      const isAllowed = !above.includes(team.id) && above.length + depthBelow(team.id) <= maxTeamLevels;
      const moved = await move(team, parent).then(
        () => true,
        () => false,
      );
      expect(moved).toBe(isAllowed);
      if (moved) parents.set(team.id, parent?.id ?? null);
      else refused += 1;
    }
    expect(refused).toBeGreaterThan(5);
    expect(await paths()).toEqual(new Map(nodes.map(({ id }) => [id, pathOf(id)])));
  });

  it('shows a manager in dropdowns the branch alone, others everybody', async () => {
    const [boss, other] = (await people(2, 'manager')) as [number, number];
    const [one, two, outside] = (await people(3)) as [number, number, number];
    const as = (id: number, role: Actor['role']): Actor => ({ id, username: `u${id}`, fullName: 'X', role });
    const offered = async (actor: Actor) =>
      (await world.call(listSelectableUsers, actor, {})).people.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await offered(as(boss, 'manager'))).toContain(outside);
    const west = await add('west', undefined, { managerIds: [boss] });
    await join(west, [one]);
    await join(await add('north', west, { managerIds: [other] }), [two, boss]);
    expect(await offered(as(boss, 'manager'))).toEqual([boss, one, two]);
    expect(await offered(as(other, 'manager'))).toEqual([boss, other, two].toSorted((a, b) => a - b));
    expect(await offered(as(one, 'user'))).toContain(outside);
    const members = await world.call(resolveTeamMembers, null, { teamIds: [west.id], limit: 2 });
    expect(members.people).toEqual([boss, one].toSorted((a, b) => a - b).map((id) => ({ id, teamIds: [west.id] })));
    const { users } = await world.call(resolveManagersOfEach, null, { userIds: [one, two, boss, outside] });
    expect(users.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: boss, managerIds: [other] },
      { id: one, managerIds: [boss] },
      { id: two, managerIds: [boss, other] },
    ]);
  });

  it('prefers the own time zone of a user to that of the team', async () => {
    const [one, boss] = (await people(2, 'manager')) as [number, number];
    const own: Actor = { id: one, username: 'x', fullName: 'X', role: 'user' };
    const west = await add('west', undefined, { timeZone: 'America/Denver', managerIds: [boss] });
    await join(west, [one]);
    const set = async (timeZone: string | null) => (await world.call(setOwnTimeZone, own, { timeZone })).timeZone;
    expect(await set('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(await zonesOf([one])).toEqual(['Asia/Kolkata']);
    expect(world.doubted).toContain(one);
    expect(await set(null)).toBe('America/Denver');
    await expect(set('Mars/Olympus')).rejects.toMatchObject(invalid('timeZone'));
    expect(await zonesOf([one])).toEqual(['America/Denver']);
  });

  it('knows the working days of people in teams: the own, those above, else Monday to Friday', async () => {
    const [one, two, three, outside] = (await people(4)) as [number, number, number, number];
    const west = await add('west', undefined, { workingDays: [2, 3, 4, 5, 6] });
    await join(await add('north', west), [one]);
    await join(await add('south', west, { workingDays: [7, 1] }), [two]);
    await join(await add('east'), [three]);
    const { people: found } = await world.call(resolveWorkingDays, null, { userIds: [one, two, three, outside] });
    expect(found.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: one, workingDays: [2, 3, 4, 5, 6] },
      { id: two, workingDays: [1, 7] },
      { id: three, workingDays: [1, 2, 3, 4, 5] },
    ]);
  });

  it('names the active managers of people for other services, and none without teams', async () => {
    const [boss, other] = (await people(2, 'manager')) as [number, number];
    const [one, two] = (await people(2)) as [number, number];
    const managers = async (userIds: number[]) => (await world.call(resolveManagers, null, { userIds })).managers;
    expect(await managers([one])).toBeNull();
    const west = await add('west', undefined, { managerIds: [boss] });
    await join(await add('north', west, { managerIds: [other] }), [one]);
    expect(await managers([one])).toEqual([boss, other].toSorted((a, b) => a - b));
    expect(await managers([two])).toEqual([]);
    // The last manager of a team still manages it, and again after an activation.
    await world.call(setUserActive, world.ada, { id: other, active: false });
    expect(await managers([one])).toEqual([boss]);
    expect((await teams())[0]).toMatchObject({ name: 'north', managerIds: [other], members: 1 });
    await world.call(setUserActive, world.ada, { id: other, active: true });
    expect(await managers([one])).toEqual([boss, other].toSorted((a, b) => a - b));
  });

  it('reports to the page of a manager that there is a team', async () => {
    const [boss] = (await people(1, 'manager')) as [number];
    await world.database.query(
      `insert into sessions (token_hash, user_id, address, user_agent, created_at, last_used_at)
       values ($1, $2, '', '', $3, $3)`,
      [hashToken('boss'), boss, world.clock.now()],
    );
    const user = async () => (await world.call(checkSession, null, { token: 'boss', used: false })).user;
    expect(await user()).not.toHaveProperty('managesTeam');
    await add('west', undefined, { managerIds: [boss] });
    expect(await user()).toMatchObject({ managesTeam: true });
  });

  it('lists 2,000 teams with one statement, and refuses one more', async () => {
    await world.database.query(
      `insert into teams (name, path) select 'Team ' || n, array[n] from generate_series(1, ${maxTeams}) n`,
    );
    expect(await statementsOf(async () => expect(await teams()).toHaveLength(maxTeams))).toBe(1);
    await expect(add('One more')).rejects.toMatchObject(invalid('name'));
  });
});

/** Counts the statements on teams and their people, without those of periodic tasks. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const statements = mock.method(Database.prototype, 'query');
  await work();
  const own = statements.mock.calls.filter((call) =>
    /teams|team_managers|update users|into outbox/.test(call.arguments[0]),
  );
  statements.mock.restore();
  return own.length;
}

/** Returns the same numbers below `end` in each run. */
function seeded(state: number): (end: number) => number {
  return (end) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
}
