import { createTeam, createUser, resolveTeams, setTeamOfUsers, setUserActive } from '@lead-finder/contracts';
import { password, startUsers } from '../../test/start-users.js';

test('teams are resolved with the active people of their branch, and unknown ones are omitted', async () => {
  const world = await startUsers();
  try {
    const north = await world.call(createTeam, world.ada, { name: 'North' });
    const inner = await world.call(createTeam, world.ada, { name: 'Inner', parentId: north.id });
    const add = async (username: string, teamId: number) => {
      const fields = {
        username,
        email: `${username}@example.com`,
        fullName: username,
        role: 'user' as const,
        password,
      };
      const { id } = await world.call(createUser, world.ada, fields);
      await world.call(setTeamOfUsers, world.ada, { teamId, userIds: [id] });
      return id;
    };
    await add('nora', north.id);
    await add('ines', inner.id);
    await world.call(setUserActive, world.ada, { id: await add('gone', inner.id), active: false });
    expect(await world.call(resolveTeams, null, { ids: [north.id, inner.id, 99_999] })).toEqual({
      teams: [
        { id: inner.id, name: 'Inner', people: 1 },
        { id: north.id, name: 'North', people: 2 },
      ],
    });
  } finally {
    await world.stop();
  }
}, 60_000);
