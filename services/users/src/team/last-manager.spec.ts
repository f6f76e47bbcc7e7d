import {
  createTeam,
  createUser,
  listAudit,
  listTeams,
  removeUser,
  isPool,
  resolveBranch,
  resolveManagers,
  setTeamOfUsers,
  setUserActive,
  signIn,
  updateTeam,
  updateUser,
  type Role,
} from '@lead-finder/contracts';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

describe('the last manager of a team', () => {
  let world: UsersWorld;
  let names = 0;
  let above: number;
  let last: { id: number; username: string };
  let member: number;
  let inner: { id: number };
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  async function person(role: Role) {
    const username = `person${++names}`;
    const fields = { username, email: `${username}@example.com`, fullName: `Person ${names}`, role, password };
    return world.call(createUser, world.ada, fields);
  }
  const tree = () => world.call(listTeams, world.ada, {});
  const branch = async (managerId: number) =>
    (await world.call(resolveBranch, null, { managerId })).people?.filter((id) => !isPool(id));
  const managersOf = async (id: number) => (await world.call(resolveManagers, null, { userIds: [id] })).managers;
  const activate = (id: number, active: boolean) => world.call(setUserActive, world.ada, { id, active });
  const enter = () => world.call(signIn, null, { username: last.username, password, origin });

  beforeEach(async () => {
    const [boss, manager, rep] = [await person('manager'), await person('manager'), await person('user')];
    [above, last, member] = [boss.id, manager, rep.id];
    const outer = await world.call(createTeam, world.ada, {
      name: `Outer ${names}`,
      parentId: null,
      managerIds: [above],
    });
    inner = await world.call(createTeam, world.ada, {
      name: `Inner ${names}`,
      parentId: outer.id,
      managerIds: [last.id],
    });
    await world.call(setTeamOfUsers, world.ada, { teamId: inner.id, userIds: [member] });
  });
  const team = async () => (await tree()).teams.find(({ id }) => id === inner.id);

  it('can be deactivated: the team stays with its people, and the managers above lead it', async () => {
    const { token } = await enter();
    await activate(last.id, false);
    const { entries } = await world.call(listAudit, world.ada, { pageSize: 1 });
    expect(entries[0]).toMatchObject({ action: 'user_deactivated', subject: last.username });
    expect(await team()).toMatchObject({ managerIds: [last.id], members: 1 });
    expect((await tree()).managers.find(({ id }) => id === last.id)).toMatchObject({ active: false });
    await expect(world.whoHas(token)).rejects.toThrow('Please sign in');
    await expect(enter()).rejects.toMatchObject({ code: 'account_deactivated' });
    expect(await managersOf(member)).toEqual([above]);
    expect(await branch(above)).toEqual([member]);
  });

  it('leads the team again after an activation', async () => {
    await activate(last.id, false);
    await activate(last.id, true);
    await enter();
    expect(await branch(last.id)).toEqual([member]);
    expect(await managersOf(member)).toEqual([above, last.id].toSorted((one, other) => one - other));
  });

  it('leaves a team without managers if the account is deleted or gets the role User', async () => {
    const other = await person('manager');
    const both = { name: 'Both', parentId: null, managerIds: [last.id, other.id] };
    const { id } = await world.call(createTeam, world.ada, both);
    await world.call(removeUser, world.ada, { id: last.id });
    const { username, email, fullName } = other;
    await world.call(updateUser, world.ada, { id: other.id, username, email, fullName, role: 'user' });
    expect((await tree()).teams.find((each) => each.id === id)).toMatchObject({ managerIds: [] });
    expect(await team()).toMatchObject({ managerIds: [], members: 1 });
    expect(await branch(above)).toEqual([member]);
  });

  it('is deactivated while the team gets another manager: both hold', async () => {
    const [{ members: _, ...present }, other] = [(await team())!, await person('manager')];
    await Promise.all([
      activate(last.id, false),
      world.call(updateTeam, world.ada, { ...present, managerIds: [last.id, other.id] }),
    ]);
    expect(await team()).toMatchObject({ managerIds: [last.id, other.id] });
    expect(await managersOf(member)).toEqual([above, other.id].toSorted((one, each) => one - each));
  });

  it('is deactivated at once with the other one: both end, and the people stay in the team', async () => {
    const other = await person('manager');
    const { members: _, ...present } = (await team())!;
    await world.call(updateTeam, world.ada, { ...present, managerIds: [last.id, other.id] });
    await Promise.all([activate(last.id, false), activate(other.id, false)]);
    expect(await managersOf(member)).toEqual([above]);
    expect(await team()).toMatchObject({ managerIds: [last.id, other.id], members: 1 });
  });
});
