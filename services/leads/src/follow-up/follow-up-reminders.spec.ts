import {
  addActivity,
  archiveLead,
  changeActivity,
  claimLead,
  listNotifications,
  reassignLead,
  returnLead,
  type Actor,
} from '@lead-finder/contracts';
import { openLogger } from '@lead-finder/platform';
import { alex, assign, sam, startWorld, type World } from '../../test/world.js';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { JobMails } from '../notification/job-mails.js';
import { Pushes } from '../push/pushes.js';
import { Notifications } from '../notification/notifications.js';
import { FollowUpReminders } from './follow-up-reminders.js';
import { OwnersOff } from './owners-off.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

/** The reminders of one replica; `pushed` has the subjects of its signals. */
function replica() {
  const pushed: string[] = [];
  const signals = new LeadSignals(
    world.database,
    { publish: (subject: string) => pushed.push(subject) } as never,
    world.get(ChangeFeed),
  );
  const notifications = new Notifications(world.database, signals, world.get(JobMails), world.get(Pushes));
  return { pushed, reminders: remindersWith(notifications) };
}
const remindersWith = (notifications: Notifications) =>
  new FollowUpReminders(world.database, notifications, world.clock, world.get(OwnersOff), openLogger('silent'));
const remindersOf = async (actor: Actor) => {
  const { notifications } = await world.call(listNotifications, actor, {});
  return notifications.filter(({ type }) => type === 'follow_up');
};
const inOneHour = () => new Date(world.clock.now().getTime() + 3_600_000).toISOString();

async function planned(name: string) {
  const { id } = await assign(world, sam, { name });
  const { activity } = await world.call(addActivity, sam, {
    ref: { id },
    type: 'call',
    notes: 'Ask again',
    scheduledAt: inOneHour(),
  });
  return { id, activityId: activity.id };
}

describe('the reminder of a follow-up', () => {
  it('is sent on time, names the lead and signals open pages', async () => {
    const { id, activityId } = await planned('Harbor Bakery');
    const { reminders, pushed } = replica();
    await reminders.remind();
    expect(await remindersOf(sam)).toEqual([]);
    world.clock.forward(3_600_000);
    await reminders.remind();
    expect(await remindersOf(sam)).toMatchObject([
      { title: 'Follow-up due', message: 'Harbor Bakery: Ask again', relatedUserBusinessId: id, sourceUserId: null },
    ]);
    expect(pushed).toEqual([`push.user.${sam.id}`]);
    expect(await remindersOf(sam)).toMatchObject([{ dueFollowUpId: activityId }]);
    await world.call(changeActivity, sam, { activityId, snooze: 'tomorrow' });
    expect(await remindersOf(sam)).toMatchObject([{ dueFollowUpId: null }]);
  });

  it('waits while the lead is in a pool, for the user who claims it', async () => {
    const { id } = await planned('Harbor Bakery');
    await world.call(returnLead, sam, { ref: { id }, reason: 'no_time' });
    world.clock.forward(7_200_000);
    const { reminders } = replica();
    await reminders.remind();
    expect(await remindersOf(sam)).toEqual([]);
    await world.call(claimLead, alex, { id });
    await reminders.remind();
    expect(await remindersOf(alex)).toMatchObject([{ message: 'Harbor Bakery: Ask again' }]);
  });

  it('is sent once, with several replicas and repeated checks', async () => {
    await planned('Harbor Bakery');
    world.clock.forward(3_600_000);
    await Promise.all([1, 2, 3, 4].map(() => replica().reminders.remind()));
    await replica().reminders.remind();
    expect(await remindersOf(sam)).toHaveLength(1);
  });

  it('is sent after a crash', async () => {
    await planned('Harbor Bakery');
    world.clock.forward(3_600_000);
    const dies = { followUpsDue: () => Promise.reject(new Error('killed')) } as unknown as Notifications;
    await expect(remindersWith(dies).remind()).rejects.toThrow('killed');
    await replica().reminders.remind();
    expect(await remindersOf(sam)).toHaveLength(1);
  });

  it('is one notification for several follow-ups of a user', async () => {
    for (const name of ['One', 'Two', 'Three']) await planned(name);
    world.clock.forward(3_700_000);
    await replica().reminders.remind();
    expect(await remindersOf(sam)).toMatchObject([
      { title: 'Follow-ups due', message: '3 follow-ups are due. They stand in My day.', relatedUserBusinessId: null },
    ]);
  });

  it('waits on a day off of the owner until seven on the morning after', async () => {
    await planned('Harbor Bakery');
    const { id } = await assign(world, alex);
    const scheduledAt = inOneHour();
    await world.call(addActivity, alex, { ref: { id }, type: 'call', notes: 'Ask', scheduledAt });
    world.clock.forward(8 * 3_600_000);
    const dayOf = (at: Date) => at.toLocaleDateString('sv', { timeZone: 'America/Chicago' });
    world.workingDays.set(sam.id, [1, 2, 3, 4, 5, 6, 7]);
    world.daysOff.set(sam.id, [dayOf(world.clock.now())]);
    const reached = async () => [(await remindersOf(sam)).length, (await remindersOf(alex)).length];
    await replica().reminders.remind();
    expect(await reached()).toEqual([0, 1]);
    const morning = new Date(Date.parse(`${dayOf(world.clock.now())}T07:00:00-06:00`) + 86_400_000);
    world.clock.time = new Date(morning.getTime() - 1);
    await replica().reminders.remind();
    expect(await reached()).toEqual([0, 1]);
    world.clock.time = morning;
    await replica().reminders.remind();
    expect(await reached()).toEqual([1, 1]);
  });

  it('is sent to the present owner of the lead', async () => {
    const { id } = await planned('Harbor Bakery');
    await world.call(reassignLead, sam, { ref: { id }, newUserId: alex.id });
    world.clock.forward(3_600_000);
    await replica().reminders.remind();
    expect([(await remindersOf(sam)).length, (await remindersOf(alex)).length]).toEqual([0, 1]);
  });

  it('is sent again for a new date, but not for completed or archived ones', async () => {
    const { activityId } = await planned('Moved');
    const done = await planned('Done');
    const archived = await planned('Archived');
    await world.call(changeActivity, sam, { activityId: done.activityId, outcome: 'Spoke' });
    await world.call(archiveLead, sam, { ref: { id: archived.id } });
    world.clock.forward(3_700_000);
    await replica().reminders.remind();
    expect(await remindersOf(sam)).toHaveLength(1);
    await world.call(changeActivity, sam, { activityId, scheduledAt: inOneHour() });
    world.clock.forward(3_600_000);
    await replica().reminders.remind();
    expect((await remindersOf(sam)).map(({ message }) => message)).toEqual(['Moved: Ask again', 'Moved: Ask again']);
  });
});
