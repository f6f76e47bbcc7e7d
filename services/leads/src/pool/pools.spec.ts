import { poolOfTeam } from '@lead-finder/contracts';
import { startWorld, type World } from '../../test/world.js';
import { Pools } from './pools.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

it('finds the pools of more users than one message may ask for', async () => {
  const ids = Array.from({ length: 12_000 }, (_, index) => 1_000 + index);
  for (const id of ids) world.teams.set(id, { id: id % 7, name: `Team ${id % 7}` });
  const pools = await world.get(Pools).ofUsers([...ids, 99]);
  expect(pools.size).toBe(12_001);
  for (const id of ids) expect(pools.get(id)!.id).toBe(poolOfTeam(id % 7));
  expect(pools.get(99)).toEqual({ id: -1, name: 'Pool' });
  world.teams.clear();
});
