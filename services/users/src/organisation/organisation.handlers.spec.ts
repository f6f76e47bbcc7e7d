import {
  createUser,
  endFirstStep,
  getFirstSteps,
  getOrganisation,
  listAudit,
  setOrganisation,
} from '@lead-finder/contracts';
import { testActor } from '@lead-finder/testing';
import { minute, password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
beforeAll(async () => void (world = await startUsers()));
afterAll(() => world?.stop());

describe('the name of the organisation', () => {
  it('is set by administrators alone, read by every user, and audited once per change', async () => {
    expect(await world.call(getOrganisation, testActor(7), {})).toEqual({ name: null });
    const rejected = { kind: 'forbidden' };
    await expect(world.call(setOrganisation, testActor(7), { name: 'Mine' })).rejects.toMatchObject(rejected);
    for (const name of [' Northfield ', 'Northfield', 'Northfield West']) {
      await world.call(setOrganisation, world.ada, { name });
    }
    expect(await world.call(getOrganisation, testActor(7), {})).toEqual({ name: 'Northfield West' });
    const { entries } = await world.call(listAudit, world.ada, { action: 'organisation_named' });
    expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([
      ['ada', 'Northfield West'],
      ['ada', 'Northfield'],
    ]);
  });

  it.each([
    ['', 'Please enter the name of the organisation'],
    ['x'.repeat(61), 'Must be at most 60 characters'],
  ])('is not %j', async (name, message) => {
    await expect(world.call(setOrganisation, world.ada, { name })).rejects.toMatchObject({
      details: { issues: [{ path: 'name', message }] },
    });
  });
});

describe('the first steps', () => {
  const steps = async (actor = world.ada) => (await world.call(getFirstSteps, actor, {})).steps;

  it('tick themselves, end one by one, and are gone when all are done', async () => {
    expect(await steps()).toEqual([
      { step: 'organisation', isDone: true },
      { step: 'people', isDone: false },
      { step: 'find', isDone: false },
      { step: 'assign', isDone: false },
    ]);
    const bob = await world.call(createUser, world.ada, {
      username: 'bob',
      email: 'bob@example.com',
      fullName: 'Bob Builder',
      password,
    });
    await Promise.all((['find', 'find'] as const).map((step) => world.call(endFirstStep, world.ada, { step })));
    expect((await steps()).filter(({ isDone }) => !isDone)).toEqual([{ step: 'assign', isDone: false }]);
    expect(await world.call(endFirstStep, world.ada, { step: 'assign' })).toEqual({ steps: [] });
    expect(await steps(testActor(bob.id))).toHaveLength(3);
    expect(await world.call(endFirstStep, testActor(bob.id), { step: 'all' })).toEqual({ steps: [] });
  });

  it('are shown for thirty days', async () => {
    const { id } = await world.call(createUser, world.ada, {
      username: 'eve',
      email: 'eve@example.com',
      fullName: 'Eve',
      password,
    });
    expect(await steps(testActor(id))).toHaveLength(3);
    world.clock.time = new Date(Date.now() + 30 * 24 * 60 * minute + minute);
    expect(await steps(testActor(id))).toEqual([]);
  });
});
