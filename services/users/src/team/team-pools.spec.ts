import {
  createTeam,
  createUser,
  poolOfTeam,
  removeTeam,
  resolveBranch,
  resolveTeamsOfUsers,
  setTeamOfUsers,
  updateTeam,
  type Role,
} from '@lead-finder/contracts';
import { password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
beforeAll(async () => void (world = await startUsers()));
afterAll(() => world?.stop());

const add = async (username: string, role: Role = 'user') => {
  const fields = { username, email: `${username}@example.com`, fullName: `${username} Spec`, role, password };
  return (await world.call(createUser, world.ada, fields)).id;
};
const branch = async (managerId: number) => (await world.call(resolveBranch, null, { managerId })).people;

describe('the pools of teams', () => {
  it('are in the branch of a manager with the people, from the team downwards', async () => {
    const [top, mid, ann, bob] = [
      await add('topper', 'manager'),
      await add('middle', 'manager'),
      await add('ann'),
      await add('bob'),
    ];
    const west = await world.call(createTeam, world.ada, { name: 'West', managerIds: [top] });
    const inner = await world.call(createTeam, world.ada, { name: 'Inner', parentId: west.id, managerIds: [mid] });
    await world.call(setTeamOfUsers, world.ada, { teamId: inner.id, userIds: [ann] });
    expect(await branch(top)).toEqual([ann, poolOfTeam(west.id), poolOfTeam(inner.id)]);
    expect(await branch(mid)).toEqual([ann, poolOfTeam(inner.id)]);
    await world.call(updateTeam, world.ada, { ...inner, parentId: null });
    expect(await branch(top)).toEqual([poolOfTeam(west.id)]);
    expect(await world.call(resolveTeamsOfUsers, null, { userIds: [ann, bob, 9_999_999] })).toEqual({
      people: [{ id: ann, team: { id: inner.id, name: 'Inner', path: [inner.id] } }],
    });
  });

  it('keep their team from being removed while they have leads', async () => {
    const { id } = await world.call(createTeam, world.ada, { name: 'South' });
    world.pooled.set(id, 2);
    await expect(world.call(removeTeam, world.ada, { id })).rejects.toMatchObject({
      code: 'team_in_use',
      message: 'The pool of South still has 2 leads. Reassign or delete them first.',
    });
    world.pooled.set(id, 0);
    await world.call(removeTeam, world.ada, { id });
    await expect(world.call(removeTeam, world.ada, { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
