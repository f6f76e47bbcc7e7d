import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { leadStatusChanged as event } from '@lead-finder/contracts';
import { eventually, runFolder, natsAccount, startNats } from '@lead-finder/testing';
import { emitterOf, EventWorld, silent } from '../../test/event-world.js';
import { sampleOf } from '../../test/sample-of.js';
import { NatsLink } from '../bus/nats-link.js';
import type { EventTransport } from './event-transport.js';
import { everyEvent } from './event-contracts.js';
import { replayDeadLetters } from './consumers.js';
import { InProcessEvents } from './in-process-events.js';
import { JetStreamEvents } from './jetstream-events.js';
import { Outbox } from './outbox.js';
import { replayPublished } from './relay.js';

interface Transports {
  sending: EventTransport;
  consuming: EventTransport;
  close(): Promise<void>;
}

async function inProcess(): Promise<Transports> {
  const transport = new InProcessEvents();
  return { sending: transport, consuming: transport, close: async () => {} };
}

async function throughNats(url: string): Promise<Transports> {
  const [here, there] = await Promise.all([NatsLink.open(url, silent), NatsLink.open(url, silent)]);
  return {
    sending: new JetStreamEvents(here, silent),
    consuming: new JetStreamEvents(there, silent),
    close: async () => void (await Promise.all([here.close(), there.close()])),
  };
}

const sender = emitterOf(event);
const [consumer] = event.consumers;
if (!consumer) throw new Error(`${event.type} has no consumer to test with`);

let natsUrl: string;
beforeAll(async () => {
  natsUrl = await natsAccount();
});

describe.each([
  { side: 'inside one process', open: inProcess },
  { side: 'through JetStream', open: () => throughNats(natsUrl) },
])('events $side', ({ open }) => {
  let transports: Transports;
  let world: EventWorld;

  beforeAll(async () => {
    transports = await open();
    world = await EventWorld.open(transports);
  });
  afterEach(() => world.rest());
  afterAll(async () => {
    await world?.close();
    await transports?.close();
  });

  it.each(everyEvent)(
    'deliver $type once to every consumer, also if it was sent while they were down',
    async (each) => {
      const from = emitterOf(each);
      world.startRelay(from);
      const id = await world.send(each);
      const tried = `select 1 from outbox where id = $1 and (published_at is not null or attempts > 0)`;
      await eventually(async () => expect(await world.database(from).query(tried, [id])).toHaveLength(1));
      await Promise.all(each.consumers.map((service) => world.startConsumer(service, [each])));
      for (const service of each.consumers) await world.allConsumedOnce(service, [id]);
      await world.drained(each);
    },
  );

  it('take effect once, however often they arrive', async () => {
    world.startRelay(sender);
    await world.startConsumer(consumer, [event]);
    const id = await world.send(event);
    await world.allConsumedOnce(consumer, [id]);
    await Promise.all([1, 2, 3].map(() => world.repeat(sender, id)));
    expect(await replayPublished(world.database(sender))).toBeGreaterThan(0);
    await world.drained(event);
    const last = await world.send(event);
    await world.allConsumedOnce(consumer, [id, last]);
  });

  it('are consumed in the context of the request that caused them', async () => {
    world.startRelay(sender);
    await world.startConsumer(consumer, [event]);
    const id = await world.send(event);
    await world.allConsumedOnce(consumer, [id]);
    const [row] = await world.database(sender).query('select request_id from outbox where id = $1', [id]);
    expect(await world.database(consumer).query('select request_id from consumed where event_id = $1', [id])).toEqual([
      row,
    ]);
  });

  it('are not sent when their change is rolled back', async () => {
    world.startRelay(sender);
    const payloads: unknown[] = [];
    await world.startConsumer(consumer, [event], (payload) => void payloads.push(payload));
    const database = world.database(sender);
    const outbox = new Outbox(database);
    const change = database.transaction(async () => {
      await outbox.append(event, sampleOf(event.payload, 666) as never);
      throw new Error('the change fails');
    });
    await expect(change).rejects.toThrow('the change fails');
    await world.allConsumedOnce(consumer, [await world.send(event)]);
    expect(JSON.stringify(payloads)).not.toContain('666');
    const alone = outbox.append(event, sampleOf(event.payload) as never);
    await expect(alone).rejects.toThrow('in the transaction of its change');
  });

  it('are retried if the consumer throws, whose changes are rolled back each time', async () => {
    world.startRelay(sender);
    let calls = 0;
    await world.startConsumer(consumer, [event], () => {
      if (++calls < 3) throw new Error(`attempt ${calls}`);
    });
    const id = await world.send(event);
    await world.allConsumedOnce(consumer, [id]);
    expect(calls).toBe(3);
    expect(await world.database(consumer).query('select 1 from parked_events where event_id = $1', [id])).toEqual([]);
  });

  it('become dead letters with their problem after ten failures, without delay for others', async () => {
    world.startRelay(sender);
    let mended = false;
    let attempts = 0;
    const poison = await world.send(event, 13);
    await world.startConsumer(consumer, [event], (_payload, id) => {
      if (id !== poison || mended) return;
      attempts++;
      throw new Error('indigestible');
    });
    // First alone, because an event that fails among others is retried once without them.
    await eventually(() => expect(attempts).toBeGreaterThan(0));
    const others = await Promise.all([1, 2, 3, 4, 5].map((seed) => world.send(event, seed)));
    await world.allConsumedOnce(consumer, others);
    const deadLetter = 'select attempts, problem from parked_events where event_id = $1 and parked_at is not null';
    const rows = await eventually(async () => {
      const found = await world.database(consumer).query<{ attempts: number; problem: string }>(deadLetter, [poison]);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(rows[0]).toMatchObject({ attempts: 10, problem: expect.stringContaining('indigestible') });
    expect(attempts).toBe(10);
    expect(await world.timesConsumed(consumer, poison)).toBe(0);
    await world.drained(event);

    mended = true;
    expect(await replayDeadLetters(world.database(consumer))).toBe(1);
    await world.allConsumedOnce(consumer, [poison]);
  });

  it('do not wait behind a row that cannot be sent', async () => {
    world.startRelay(sender);
    await world.startConsumer(consumer, [event]);
    const database = world.database(sender);
    const unknown = randomUUID();
    const insert = `insert into outbox (id, type, payload, request_id) values ($1, 'leads.unheard-of', '{}', 'r')`;
    await database.query(insert, [unknown]);
    await world.allConsumedOnce(consumer, await Promise.all([1, 2, 3].map((seed) => world.send(event, seed))));
    const tried = 'select published_at from outbox where id = $1 and attempts > 0';
    await eventually(async () => expect(await database.query(tried, [unknown])).toEqual([{ published_at: null }]));
    await database.query('delete from outbox where id = $1', [unknown]);
  });

  it('are consumed once with several relays on one outbox', async () => {
    [1, 2, 3].forEach(() => world.startRelay(sender));
    await world.startConsumer(consumer, [event]);
    const ids: string[] = [];
    for (let seed = 1; seed <= 200; seed++) ids.push(await world.send(event, seed));
    await world.allConsumedOnce(consumer, ids, 20_000);
    await world.drained(event);
  });
});

describe('events through JetStream', () => {
  it('continue after NATS was killed, including those sent meanwhile', async () => {
    const server = await startNats();
    const transports = await throughNats(server.url);
    const world = await EventWorld.open(transports);
    try {
      world.startRelay(sender);
      await world.startConsumer(consumer, [event]);
      const before = await world.send(event);
      await world.allConsumedOnce(consumer, [before]);
      await server.kill();
      const meanwhile = await Promise.all([1, 2, 3].map((seed) => world.send(event, seed)));
      await server.restart();
      await world.allConsumedOnce(consumer, [before, ...meanwhile, await world.send(event)]);
      await world.drained(event);
    } finally {
      await world.close();
      await transports.close();
      await server.stop();
    }
  });

  it('are sent again when NATS comes back with an empty store', async () => {
    const storeDir = runFolder('nats-store');
    const server = await startNats({ storeDir });
    const transports = await throughNats(server.url);
    const world = await EventWorld.open(transports);
    try {
      world.startRelay(sender);
      const running = await world.startConsumer(consumer, [event]);
      const before = await world.send(event);
      await world.allConsumedOnce(consumer, [before]);
      await running.stop();
      const onlyInTheStore = await Promise.all([1, 2, 3].map((seed) => world.send(event, seed)));
      await world.drained(event);
      await server.stop();
      rmSync(storeDir, { recursive: true });
      await server.restart();
      await world.startConsumer(consumer, [event]);
      await world.allConsumedOnce(consumer, [before, ...onlyInTheStore, await world.send(event)]);
      await world.drained(event);
    } finally {
      await world.close();
      await transports.close();
      await server.stop();
    }
  });

  it('are stored on as many servers as asked for', async () => {
    const link = await NatsLink.open(await natsAccount(), silent);
    // This server is alone.
    await expect(new JetStreamEvents(link, silent, 3).store()).rejects.toThrow(/replicas/);
    await link.close();
  });

  it('do not wait behind a message that is not an event', async () => {
    const transports = await throughNats(natsUrl);
    const world = await EventWorld.open(transports);
    const link = await NatsLink.open(natsUrl, silent);
    try {
      world.startRelay(sender);
      const running = await world.startConsumer(consumer, [event]);
      link.connection.publish(`events.${consumer}.${event.type}`, '{"not": "an event"');
      await link.connection.flush();
      await world.allConsumedOnce(consumer, [await world.send(event)]);
      await running.stop();
    } finally {
      await world.close();
      await transports.close();
      await link.close();
    }
  });

  it('are handled together if many wait, each once, and one that fails delays no other', async () => {
    const transports = await throughNats(natsUrl);
    const world = await EventWorld.open(transports);
    try {
      world.startRelay(sender);
      const waiting = await Promise.all(Array.from({ length: 100 }, (_, seed) => world.send(event, seed)));
      await world.drained(event);
      let poison = '';
      const transactions = new Map<string, number>();
      await world.startConsumer(consumer, [event], async (_payload, id) => {
        if (!waiting.includes(id)) poison ||= id;
        if (id === poison) throw new Error('indigestible');
        const [row] = await world.database(consumer).query<{ id: string }>('select pg_current_xact_id()::text as id');
        transactions.set(id, Number(row!.id));
      });
      await world.allConsumedOnce(consumer, waiting, 60_000);
      expect(new Set(transactions.values()).size).toBeLessThan(waiting.length);

      const later = await Promise.all(Array.from({ length: 50 }, (_, seed) => world.send(event, seed)));
      await eventually(() => expect(poison).not.toBe(''));
      const others = later.filter((id) => id !== poison);
      await world.allConsumedOnce(consumer, others, 60_000);
      expect(await world.timesConsumed(consumer, poison)).toBe(0);
    } finally {
      await world.close();
      await transports.close();
    }
  });

  it('are distributed over the replicas of a service', async () => {
    const transports = await throughNats(natsUrl);
    const world = await EventWorld.open(transports);
    try {
      world.startRelay(sender);
      const taken = [0, 0];
      for (const replica of taken.keys()) await world.startConsumer(consumer, [event], () => void taken[replica]!++);
      const ids: string[] = [];
      // One after the other: events that wait together go to one replica in one batch.
      for (let seed = 0; seed < 30; seed++) {
        ids.push(await world.send(event, seed));
        await world.allConsumedOnce(consumer, ids);
      }
      expect(taken.every((count) => count > 0)).toBe(true);
      expect(taken[0]! + taken[1]!).toBe(30);
    } finally {
      await world.close();
      await transports.close();
    }
  });
});
