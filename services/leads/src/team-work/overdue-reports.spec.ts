import {
  addActivity,
  listNotifications,
  setNotificationSettings,
  userChanged,
  type Actor,
} from '@lead-finder/contracts';
import { testUser } from '@lead-finder/testing';
import { alex, assign, maria, sam, startWorld, type World } from '../../test/world.js';
import { OverdueReports } from './overdue-reports.js';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await manages('America/New_York');
  for (const owner of [sam, sam, alex]) {
    const { id } = await assign(world, owner);
    const scheduledAt = '2026-03-01T20:00:00.000Z';
    await world.call(addActivity, owner, { ref: { id }, type: 'call', notes: 'Again', scheduledAt });
  }
});
afterEach(() => world.stop());

let version = 1;
const manages = (timeZone: string) =>
  world.publish(userChanged, testUser({ ...maria, version: (version += 1), timeZone }));

async function reportedAt(...times: string[]): Promise<string[]> {
  for (const time of times) {
    world.clock.time = new Date(time);
    await world.get(OverdueReports).report();
  }
  return messagesOf(maria);
}
const messagesOf = async (actor: Actor) =>
  (await world.call(listNotifications, actor, {})).notifications
    .filter(({ type }) => type === 'overdue')
    .map(({ message }) => message);

it('reports the overdue follow-ups of the branch once a day, from seven on the clock of the manager', async () => {
  world.branches.set(maria.id, [sam.id]);
  expect(await reportedAt('2026-03-02T11:59:00Z')).toEqual([]);
  const first = '2 follow-ups of your teams are overdue.';
  expect(await reportedAt('2026-03-02T12:00:00Z', '2026-03-02T12:01:00Z', '2026-03-02T23:00:00Z')).toEqual([first]);
  await manages('Pacific/Honolulu');
  expect(await reportedAt('2026-03-02T23:30:00Z', '2026-03-03T12:00:00Z')).toEqual([first]);
  expect(await reportedAt('2026-03-03T17:00:00Z')).toEqual([first, first]);
});

it('reports nothing on days on which the manager does not work', async () => {
  world.branches.set(maria.id, [sam.id]);
  world.workingDays.set(maria.id, [2, 3, 4]);
  world.daysOff.set(maria.id, ['2026-03-03']);
  expect(await reportedAt('2026-03-02T13:00:00Z', '2026-03-03T13:00:00Z')).toEqual([]);
  expect(await reportedAt('2026-03-04T13:00:00Z')).toHaveLength(1);
});

it('reports nothing without overdue follow-ups, without teams, or switched off', async () => {
  expect(await reportedAt('2026-03-02T12:00:00Z')).toEqual([]);
  world.branches.set(maria.id, []);
  expect(await reportedAt('2026-03-02T13:00:00Z')).toEqual([]);
  world.branches.set(maria.id, [sam.id]);
  await world.call(setNotificationSettings, maria, { follow_up: false });
  expect(await reportedAt('2026-03-03T13:00:00Z')).toEqual([]);
});
