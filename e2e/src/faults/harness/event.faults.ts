import { randomUUID } from 'node:crypto';
import * as contracts from '@lead-finder/contracts';
import { leadStatusChanged, type EventContract } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import type { Fault } from './fault.js';
import { password } from './user-client.js';
import type { Stage } from './stage.js';
import { publishEvents } from './waiting-work.js';

const isEvent = (value: unknown): value is EventContract => (value as { kind?: string } | null)?.kind === 'event';
const consumersOf = new Map(
  Object.values(contracts as Record<string, unknown>)
    .filter(isEvent)
    .map(({ type, consumers }) => [type, consumers]),
);

interface SentEvent {
  id: string;
  type: string;
  payload: unknown;
  occurredAt: Date;
  requestId: string;
  traceparent: string | null;
}

/** Returns the last `count` events of leads, users and imports, as they are sent. */
async function lastEvents({ world }: Stage, count: number): Promise<SentEvent[]> {
  const columns = `id, type, payload, occurred_at as "occurredAt", request_id as "requestId", traceparent`;
  const of = (schema: string) => `(select ${columns} from ${schema}.outbox order by occurred_at desc limit ${count})`;
  return world.records.rows<SentEvent>(`${of('leads')} union all ${of('users')} union all ${of('imports')}`);
}

/** Creates, changes and deletes a user: three versions for the user replicas. */
async function createAndDeleteUser({ world: { admin }, dice }: Stage): Promise<void> {
  const username = `guest${dice.between(0, 1e9)}`;
  const account = { username, password, email: `${username}@example.com`, fullName: 'Some Guest', role: 'user' };
  const made = await admin.send('POST', '/api/users', account);
  if (made.kind !== 'done') throw new Error(made.why);
  const { id } = made.body as { id: number };
  await admin.send('PUT', `/api/users/${id}`, { ...account, fullName: 'Another Name' });
  await admin.send('DELETE', `/api/users/${id}`);
}

const again: Fault = {
  name: 'events-again',
  what: 'each of the last 200 events of leads, users and imports arrives three more times, in random order',
  act: async (stage) => {
    await stage.somewhere();
    await createAndDeleteUser(stage);
    const events = await lastEvents(stage, 200);
    const messages = [...events, ...events, ...events].flatMap((event) =>
      consumersOf
        .get(event.type)!
        .map((consumer) => ({ subject: `events.${consumer}.${event.type}`, text: JSON.stringify(event) })),
    );
    await publishEvents(stage.product.servers.nats.url, stage.dice.shuffled(messages));
  },
};

const subject = `events.progress.${leadStatusChanged.type}`;

const poison: Fault = {
  name: 'poison-events',
  what: 'messages that are not events, events of an unknown type or with a payload of another version, and half a megabyte of noise',
  act: async (stage) => {
    await stage.somewhere();
    const { records, spoilt } = stage.world;
    const event = (type: string, payload: unknown) => {
      const id = randomUUID();
      spoilt.add(id);
      return JSON.stringify({
        id,
        type,
        payload,
        occurredAt: new Date().toISOString(),
        requestId: 'poison',
        traceparent: null,
      });
    };
    await publishEvents(stage.product.servers.nats.url, [
      { subject, text: 'this is no JSON' },
      { subject, text: '{"id": 7}' },
      { subject, text: new Uint8Array(512 * 1024) },
      { subject: 'events.progress.leads.unheard-of', text: event('leads.unheard-of', {}) },
      { subject, text: event(leadStatusChanged.type, { version: 99, leads: 'all of them' }) },
      { subject: 'events.leads.users.changed', text: event('users.changed', { id: 'unknown' }) },
    ]);
    await eventually(async () => {
      const deadLetters = await records.rows(
        `select event_id from progress.parked_events where event_id = any($1) union all select event_id from leads.parked_events where event_id = any($1)`,
        [[...spoilt]],
      );
      if (deadLetters.length < spoilt.size)
        throw new Error(`${deadLetters.length} of ${spoilt.size} spoilt events are put aside`);
    });
  },
};

export const eventFaults: readonly Fault[] = [again, poison];
