import {
  addLeave,
  changeLeave,
  createTeam,
  listAudit,
  listLeaves,
  listSelectableUsers,
  removeLeave,
  resolveStandsIn,
  resolveWorkingDays,
  setTeamOfUsers,
  setUserActive,
  removeUser,
  type Actor,
  type InputOf,
} from '@lead-finder/contracts';
import { startUsers, type UsersWorld } from '../../test/start-users.js';

const invalid = (path: string, message: RegExp) => ({
  kind: 'invalid',
  details: { issues: [{ path, message: expect.stringMatching(message) }] },
});
const unknownUser = { kind: 'not_found', message: 'User not found' };

describe('leaves', () => {
  let world: UsersWorld;
  let sam: Actor;
  let alex: Actor;
  let mona: Actor;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.database.query('delete from teams');
    await world.database.query("delete from users where username <> 'ada'");
    world.clock.time = new Date('2026-03-02T18:00:00Z');
    sam = await user('sam', 'Sam Seller');
    alex = await user('alex', 'Alex Agent');
    mona = await user('mona', 'Mona Manager', 'manager');
  });

  async function user(username: string, fullName: string, role: Actor['role'] = 'user'): Promise<Actor> {
    const [row] = await world.database.query<{ id: number }>(
      `insert into users (username, email, password_hash, full_name, role, monthly_goal)
       values ($1, $1 || '@example.com', 'not-a-hash', $2, $3, 100) returning id`,
      [username, fullName, role],
    );
    return { id: row!.id, username, fullName, role };
  }
  const add = (actor: Actor, form: Partial<InputOf<typeof addLeave>> = {}) =>
    world.call(addLeave, actor, { from: '2026-03-02', to: '2026-03-06', ...form });
  const team = async (name: string, members: Actor[], managerIds: number[] = [], parentId: number | null = null) => {
    const { id } = await world.call(createTeam, world.ada, { name, managerIds, parentId });
    const userIds = members.map((each) => each.id);
    if (userIds.length > 0) await world.call(setTeamOfUsers, world.ada, { teamId: id, userIds });
    return id;
  };
  const standsIn = async ({ id }: Actor) => (await world.call(resolveStandsIn, null, { userId: id })).people;
  const names = async (actor: Actor) =>
    (await world.call(listSelectableUsers, actor, { canStandIn: true })).people.map(({ username }) => username);

  it('are entered, changed and removed by the person, with entries in the audit trail', async () => {
    const { leave, message } = await add(sam, { standInId: alex.id });
    const standIn = { id: alex.id, username: 'alex', fullName: 'Alex Agent' };
    expect([message, leave]).toEqual([
      'Leave added.',
      { id: leave.id, userId: sam.id, from: '2026-03-02', to: '2026-03-06', standIn },
    ]);
    const form = { id: leave.id, from: '2026-03-02', to: '2026-03-04', standInId: null };
    expect((await world.call(changeLeave, sam, form)).leave).toEqual({ ...leave, to: '2026-03-04', standIn: null });
    expect(await world.call(listLeaves, sam, {})).toMatchObject([{ to: '2026-03-04' }]);
    await world.call(removeLeave, sam, { id: leave.id });
    expect(await world.call(listLeaves, sam, {})).toEqual([]);
    const { entries } = await world.call(listAudit, world.ada, {});
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'leave_removed', actor: 'sam', subject: 'sam', details: { userId: sam.id, to: '2026-03-04' } },
      { action: 'leave_changed', details: { changed: { before: { standInId: alex.id }, after: { standInId: null } } } },
      { action: 'leave_added', details: { from: '2026-03-02', standInId: alex.id } },
    ]);
  });

  it('name the field and the rule that they break', async () => {
    const refused = (form: object, path: string, message: RegExp) =>
      expect(add(sam, form)).rejects.toMatchObject(invalid(path, message));
    await refused({ to: '2026-03-01' }, 'to', /before the first day/);
    await refused({ to: '2027-03-03' }, 'to', /at most 366 days/);
    await refused({ from: '2026-02-01', to: '2026-03-01' }, 'to', /in the past/);
    await refused({ standInId: sam.id }, 'standInId', /active colleague/);
    await refused({ standInId: 999_999 }, 'standInId', /active colleague/);
    await world.call(setUserActive, world.ada, { id: alex.id, active: false });
    await refused({ standInId: alex.id }, 'standInId', /active colleague/);
    await add(sam);
    await refused({ from: '2026-03-06', to: '2026-03-09' }, 'from', /on leave from 2026-03-02 to 2026-03-06/);
    await add(sam, { from: '2026-03-07', to: '2026-03-09' });
    await world.database.query(
      `insert into leaves (user_id, first_day, last_day) select $1, d, d from generate_series(1, 98) n,
       lateral (select '2026-05-01'::date + 2 * n as d) days`,
      [sam.id],
    );
    await refused({ from: '2026-04-01', to: '2026-04-01' }, 'from', /100 coming leaves/);
  });

  it('do not overlap if two are entered at once', async () => {
    const outcomes = await Promise.allSettled([add(sam), add(sam, { from: '2026-03-05', to: '2026-03-09' })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('warn of a stand-in who is away for a part, and reject one who is away for the whole time', async () => {
    await add(alex, { from: '2026-03-06', to: '2026-03-20' });
    const { message } = await add(sam, { standInId: alex.id });
    expect(message).toBe('Leave added. Alex Agent is on leave for a part of the time.');
    await expect(add(sam, { from: '2026-03-07', to: '2026-03-20', standInId: alex.id })).rejects.toMatchObject(
      invalid('standInId', /Alex Agent is on leave for the whole time/),
    );
  });

  it('of others are for administrators and managers of the branch, and unknown to everybody else', async () => {
    const leave = { userId: sam.id, from: '2026-03-02', to: '2026-03-02' };
    for (const actor of [alex, mona]) {
      await expect(world.call(addLeave, actor, leave)).rejects.toMatchObject(unknownUser);
      await expect(world.call(listLeaves, actor, { userId: sam.id })).rejects.toMatchObject(unknownUser);
    }
    await expect(world.call(addLeave, world.ada, { ...leave, userId: 999_999 })).rejects.toMatchObject(unknownUser);
    await team('West', [sam], [mona.id]);
    const sibling = await user('sue', 'Sue Sibling', 'manager');
    await team('East', [alex], [sibling.id]);
    const { id } = (await world.call(addLeave, mona, leave)).leave;
    for (const actor of [alex, sibling]) {
      await expect(world.call(addLeave, actor, leave)).rejects.toMatchObject(unknownUser);
      const foreign = world.call(removeLeave, actor, { id });
      await expect(foreign).rejects.toMatchObject({ kind: 'not_found', message: 'Leave not found' });
      const change = world.call(changeLeave, actor, { id, from: '2026-03-02', to: '2026-03-03' });
      await expect(change).rejects.toMatchObject({ kind: 'not_found', message: 'Leave not found' });
    }
    await world.call(changeLeave, mona, { id, from: '2026-03-02', to: '2026-03-03' });
    await world.call(removeLeave, world.ada, { id });
  });

  it('have a stand-in of the same tree, for managers of the branch, for administrators anybody', async () => {
    expect(await names(sam)).toEqual(['ada', 'alex', 'mona', 'sam']);
    const near = await user('nina', 'Nina Near');
    const root = await team('Sales', [], [mona.id]);
    await team('West', [sam], [], root);
    await team('East', [near], [], root);
    await team('Support', [alex]);
    expect(await names(sam)).toEqual(['mona', 'nina', 'sam']);
    expect(await names(mona)).toEqual(['mona', 'nina', 'sam']);
    expect(await names(world.ada)).toEqual(['ada', 'alex', 'mona', 'nina', 'sam']);
    await expect(add(sam, { standInId: alex.id })).rejects.toMatchObject(invalid('standInId', /active colleague/));
    const { leave } = await add(world.ada, { userId: sam.id, standInId: alex.id });
    const shorter = { id: leave.id, from: '2026-03-02', to: '2026-03-03', standInId: alex.id };
    expect((await world.call(changeLeave, sam, shorter)).leave.standIn).toMatchObject({ username: 'alex' });
  });

  it("begin and end with the days of the person's own clock", async () => {
    await world.database.query("update users set time_zone = 'Pacific/Kiritimati' where id = $1", [sam.id]);
    await add(sam, { from: '2026-03-04', to: '2026-03-05', standInId: alex.id });
    const leaveOf = async () =>
      (await world.call(listSelectableUsers, mona, {})).people.find(({ id }) => id === sam.id)!.leave;
    const at = async (moment: string) => {
      world.clock.time = new Date(moment);
      return [await leaveOf(), await standsIn(alex)];
    };
    expect(await at('2026-03-03T09:59:59Z')).toEqual([undefined, []]);
    const standIn = { id: alex.id, username: 'alex', fullName: 'Alex Agent' };
    const present = [{ until: '2026-03-05', standIn }, [{ id: sam.id, since: '2026-03-03T10:00:00.000Z' }]];
    expect(await at('2026-03-03T10:00:00Z')).toEqual(present);
    expect(await at('2026-03-05T09:59:59Z')).toEqual(present);
    expect(await at('2026-03-05T10:00:00Z')).toEqual([undefined, []]);
  });

  it('lose a stand-in who is deactivated or deleted', async () => {
    for (const leaves of [
      () => world.call(setUserActive, world.ada, { id: alex.id, active: false }),
      () => world.call(removeUser, world.ada, { id: mona.id }),
    ]) {
      await world.database.query('delete from leaves');
      await add(sam, { standInId: alex.id });
      await add(sam, { from: '2026-04-01', to: '2026-04-02', standInId: mona.id });
      await leaves();
      const left = await world.call(listLeaves, sam, {});
      expect(left.filter(({ standIn }) => standIn === null)).toHaveLength(1);
      await world.call(setUserActive, world.ada, { id: alex.id, active: true });
    }
  });

  it('are days off of people in teams', async () => {
    await team('West', [sam]);
    await add(sam);
    const asked = { userIds: [sam.id], from: '2026-03-05', to: '2026-03-31' };
    const { people } = await world.call(resolveWorkingDays, null, asked);
    expect(people).toMatchObject([{ id: sam.id, daysOff: ['2026-03-05', '2026-03-06'] }]);
  });

  it('are days off of people without a team for those who ask for them', async () => {
    await add(alex);
    const asked = { userIds: [alex.id], from: '2026-03-05', to: '2026-03-31' };
    expect((await world.call(resolveWorkingDays, null, asked)).people).toEqual([]);
    const { people } = await world.call(resolveWorkingDays, null, { ...asked, alsoWithoutTeam: true });
    expect(people).toEqual([{ id: alex.id, workingDays: [1, 2, 3, 4, 5], daysOff: ['2026-03-05', '2026-03-06'] }]);
  });
});
