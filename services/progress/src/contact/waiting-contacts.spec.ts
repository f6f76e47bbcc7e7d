import { randomUUID } from 'node:crypto';
import { getOwnProgress, leadStatusChanged, userChanged } from '@lead-finder/contracts';
import { JetStreamEvents, NatsLink, openLogger, type EventMessage } from '@lead-finder/platform';
import { eventually, startNats, type TestServer } from '@lead-finder/testing';
import { callAs, person, RunningProgress, statusChanged } from '../../test/start-progress.js';

const at = '2026-11-18T12:00:00Z';
const users = [1, 2, 3];
const contacts = 500;
const patience = { within: 60_000 };

let nats: TestServer;
let link: NatsLink;
let events: JetStreamEvents;
beforeAll(async () => {
  nats = await startNats();
  link = await NatsLink.open(nats.url, openLogger('silent'));
  events = new JetStreamEvents(link, openLogger('silent'));
});
afterAll(async () => {
  await link?.close();
  await nats?.stop();
});

const carried = (type: string, payload: unknown): EventMessage => ({
  id: randomUUID(),
  type,
  payload,
  occurredAt: at,
  requestId: 'spec',
  traceparent: null,
});

const contact = (leadId: number, userId: number) =>
  carried(leadStatusChanged.type, statusChanged([{ leadId, userId }], { at }));

it('counts exactly what waited while it was away, with what came twice, was told twice and can not be read', async () => {
  for (const id of users) await events.publish(carried(userChanged.type, person({ id })));
  const first = Array.from({ length: contacts }, (_, index) => contact(index + 1, users[index % 3]!));
  await Promise.all(first.map((event) => events.publish(event)));
  // Past the window in which NATS knows an event that it had: as it comes when the outbox sends it again.
  const again = (event: EventMessage) =>
    link.connection.publish(`events.progress.${event.type}`, JSON.stringify(event));
  first.filter((_, index) => index % 5 === 0).forEach(again);
  again(carried(leadStatusChanged.type, { leads: 'unreadable' }));
  // Leads that were counted for somebody else.
  for (const leadId of [1, 2, 3, 100, 200]) await events.publish(contact(leadId, users[leadId % 3]!));
  // Taken back by its undone job, and contacted once more.
  const lead = { leadId: contacts + 2, userId: 2 };
  await events.publish(carried(leadStatusChanged.type, statusChanged([lead], { at, job: 'job-1' })));
  await events.publish(
    carried(
      leadStatusChanged.type,
      statusChanged([{ ...lead, firstContact: false }], { at, job: null, undoes: 'job-1' }),
    ),
  );
  await events.publish(carried(leadStatusChanged.type, statusChanged([lead], { at, job: 'job-2' })));
  const last = contact(contacts + 1, 1);
  await events.publish(last);

  const progress = await RunningProgress.start(at, 'UTC', events);
  try {
    const heard = 'select 1 from inbox where event_id = $1';
    await eventually(async () => expect(await progress.database.query(heard, [last.id])).toHaveLength(1), patience);
    const meters = await Promise.all(users.map((id) => progress.bus.call(getOwnProgress, {}, callAs(id))));
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
