import { randomUUID } from 'node:crypto';
import { createUser, mailsComposed, setUserActive } from '@lead-finder/contracts';
import { password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
beforeEach(async () => (world = await startUsers()));
afterEach(() => world.stop());

const mail = { subject: 'Monday brief', text: 'Last week', html: '<p>Last week</p>' };
const add = async (username: string) => {
  const account = { username, fullName: 'Some Body', email: `${username}@example.com`, password };
  return (await world.call(createUser, world.ada, account as never)) as { id: number };
};

it('mails each of the people who are there, by their addresses, and nobody who is gone', async () => {
  const [sam, ivy] = [await add('sam'), await add('ivy')];
  await world.call(setUserActive, world.ada, { id: ivy.id, active: false } as never);
  await world.happens(mailsComposed, { mails: [{ userIds: [world.ada.id, sam.id, ivy.id, 99_999], ...mail }] });
  const text = await world.mail(2);
  expect(text).toContain('Subject: Monday brief');
  const recipients = await world.database.query('select recipient from mails order by recipient');
  expect(recipients).toEqual([{ recipient: 'ada@example.com' }, { recipient: 'sam@example.com' }]);
});

it('queues each once, however often the event comes', async () => {
  const id = randomUUID();
  const composed = { mails: [{ userIds: [world.ada.id], ...mail }] };
  await world.happens(mailsComposed, composed, id);
  await world.happens(mailsComposed, composed, id);
  await world.mail(1);
  expect(await world.database.query('select recipient from mails')).toHaveLength(1);
});
