import { randomUUID } from 'node:crypto';
import { mailsComposed } from '@lead-finder/contracts';
import { startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
beforeEach(async () => (world = await startUsers()));
afterEach(() => world.stop());

const mail = { subject: 'Monday brief', text: 'Last week', html: '<p>Last week</p>' };
it('queues each mail once, for any number of deliveries of the event', async () => {
  const id = randomUUID();
  const composed = { mails: [{ userIds: [world.ada.id], ...mail }] };
  await world.publish(mailsComposed, composed, { id });
  await world.publish(mailsComposed, composed, { id });
  await world.mail(1);
  expect(await world.database.query('select recipient from mails')).toHaveLength(1);
});
