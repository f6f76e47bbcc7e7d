import { randomUUID } from 'node:crypto';
import { getOwnProgress, leadStatusChanged, userChanged } from '@lead-finder/contracts';
import { JetStreamEvents, NatsLink, openLogger, type EventMessage } from '@lead-finder/platform';
import { eventually, natsAccount, testActor, testUser } from '@lead-finder/testing';
import { startProgress, statusChanged } from '../../test/start-progress.js';

const at = '2026-11-18T12:00:00Z';
const users = [1, 2, 3];
const contacts = 500;
const deadline = { within: 60_000 };

let link: NatsLink;
let events: JetStreamEvents;
beforeAll(async () => {
  link = await NatsLink.open(await natsAccount(), openLogger('silent'));
  events = new JetStreamEvents(link, openLogger('silent'));
});
afterAll(async () => {
  await link?.close();
});

const messageOf = (type: string, payload: unknown): EventMessage => ({
  id: randomUUID(),
  type,
  payload,
  occurredAt: at,
  requestId: 'spec',
  traceparent: null,
});

const contact = (leadId: number, userId: number) =>
  messageOf(leadStatusChanged.type, statusChanged([{ leadId, userId }], { at }));

it('counts each waiting contact once after an outage, with repeated events, repeated contacts and an unreadable event', async () => {
  for (const id of users) await events.publish(messageOf(userChanged.type, testUser({ id })));
  const first = Array.from({ length: contacts }, (_, index) => contact(index + 1, users[index % 3]!));
  await Promise.all(first.map((event) => events.publish(event)));
  // Published without a message id, so NATS does not recognise the repeat: as if the outbox sends it much later.
  const again = (event: EventMessage) =>
    link.connection.publish(`events.progress.${event.type}`, JSON.stringify(event));
  first.filter((_, index) => index % 5 === 0).forEach(again);
  again(messageOf(leadStatusChanged.type, { leads: 'unreadable' }));
  // Leads that already count for another user.
  for (const leadId of [1, 2, 3, 100, 200]) await events.publish(contact(leadId, users[leadId % 3]!));
  // A contact that its undone job takes back, and that counts again later.
  const lead = { leadId: contacts + 2, userId: 2 };
  await events.publish(messageOf(leadStatusChanged.type, statusChanged([lead], { at, job: 'job-1' })));
  await events.publish(
    messageOf(
      leadStatusChanged.type,
      statusChanged([{ ...lead, firstContact: false }], { at, job: null, undoes: 'job-1' }),
    ),
  );
  await events.publish(messageOf(leadStatusChanged.type, statusChanged([lead], { at, job: 'job-2' })));
  const last = contact(contacts + 1, 1);
  await events.publish(last);

  const progress = await startProgress(at, 'UTC', events);
  try {
    const handled = 'select 1 from inbox where event_id = $1';
    await eventually(async () => expect(await progress.database.query(handled, [last.id])).toHaveLength(1), deadline);
    const meters = await Promise.all(users.map((id) => progress.call(getOwnProgress, testActor(id), {})));
    expect(meters.map(({ month }) => month.count)).toEqual([168, 168, 166]);
    const [ledger] = await progress.database.query(
      'select sum(counts)::int as contacts, count(distinct lead_id)::int as leads from contact_ledger',
    );
    expect(ledger).toEqual({ contacts: contacts + 2, leads: contacts + 2 });
    expect(await progress.database.query('select type from parked_events')).toEqual([{ type: leadStatusChanged.type }]);
  } finally {
    await progress.stop();
  }
});
