import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pushToAdmins, pushToUser, type PushSignal } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { LiveWorld, ReadStream } from '../../test/live-world.js';

let world: LiveWorld;
let streams: ReadStream[];

beforeEach(async () => {
  world = await LiveWorld.start();
  streams = [];
});
afterEach(async () => {
  streams.forEach((stream) => stream.close());
  await world.stop();
});

/** A stream that is surely open: it knows where it stands. */
async function open(token: string, lastEventId?: string): Promise<ReadStream> {
  const stream = new ReadStream(world, token, lastEventId);
  streams.push(stream);
  await eventually(() => expect(stream.lastEventId).toBeDefined());
  return stream;
}

const push = (to: string, signal: PushSignal) => world.changeSignals.publish(to, signal);

describe('the event stream', () => {
  it('is for people who are signed in', async () => {
    expect((await world.get('/api/events')).status).toBe(401);
    expect((await world.get('/api/events', 'unknown')).status).toBe(401);
  });

  it('is uncompressed, with the headers of every answer', async () => {
    const { response } = await open(world.signIn(1));
    const { status, headers } = await response;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it("tells a person's own events by name with ids, and nobody else's", async () => {
    const [mine, other] = [await open(world.signIn(1)), await open(world.signIn(2))];
    push(pushToUser(1), { type: 'progress' });
    push(pushToUser(1), { type: 'lead', ids: [4, 5] });
    push(pushToUser(1), { type: 'import', id: 6 });
    push(pushToUser(1), { type: 'notification' });
    push(pushToUser(2), { type: 'lead', ids: [7] });
    await eventually(() => expect(mine.events).toHaveLength(4));
    expect(mine.events.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'progress', data: {} },
      { event: 'lead', data: { ids: [4, 5] } },
      { event: 'import', data: { id: 6 } },
      { event: 'notification', data: {} },
    ]);
    await eventually(() => expect(other.events).toMatchObject([{ event: 'lead', data: { ids: [7] } }]));
  });

  it('tells admins what is for admins', async () => {
    const [admin, manager] = [await open(world.signIn(1, 'admin')), await open(world.signIn(2, 'manager'))];
    push(pushToAdmins, { type: 'lead', ids: [1] });
    push(pushToUser(2), { type: 'progress' });
    await eventually(() => expect(admin.events).toMatchObject([{ event: 'lead' }]));
    await eventually(() => expect(manager.events).toMatchObject([{ event: 'progress' }]));
  });

  it('listens once, however many streams are open', async () => {
    const before = new Map(world.changeSignals.subscriptions);
    await Promise.all([1, 2, 3, 4].map((id) => open(world.signIn(id))));
    expect(world.changeSignals.subscriptions).toEqual(before);
    expect(before.get('push.user.*')).toBe(1);
    expect(before.get('push.role.admin')).toBe(1);
  });

  it('does not keep a session from idling out', async () => {
    await open(world.signIn(1));
    expect(world.known.uses).toEqual([false]);
  });
});

describe('an interrupted stream', () => {
  it('gets what it missed, and nothing twice', async () => {
    const token = world.signIn(1);
    const first = await open(token);
    push(pushToUser(1), { type: 'lead', ids: [1] });
    await eventually(() => expect(first.events).toHaveLength(1));
    first.close();
    push(pushToUser(2), { type: 'lead', ids: [2] });
    push(pushToUser(1), { type: 'lead', ids: [3] });
    push(pushToAdmins, { type: 'lead', ids: [4] });
    push(pushToUser(1), { type: 'progress' });
    const second = await open(token, first.lastEventId);
    expect(second.events).toMatchObject([{ event: 'lead', data: { ids: [3] } }, { event: 'progress' }]);
    push(pushToUser(1), { type: 'notification' });
    await eventually(() => expect(second.events).toHaveLength(3));
  });

  it.each(['unknown', 'otherreplica.1', '1'])(
    'is reset where this replica does not know its last event id (%j)',
    async (id) => {
      const stream = await open(world.signIn(1), id);
      expect(stream.events).toMatchObject([{ event: 'reset', data: {} }]);
    },
  );

  it('is reset where it missed more than may wait unsent', async () => {
    const token = world.signIn(1);
    const { lastEventId } = await open(token);
    streams.pop()!.close();
    const ids = Array.from({ length: 80 }, (_, index) => 1_000_000_000 + index);
    for (let sent = 0; sent < 250; sent++) push(pushToUser(1), { type: 'lead', ids });
    expect((await open(token, lastEventId)).events).toMatchObject([{ event: 'reset' }]);
  });

  it('is reset after more than five minutes in which something was told', async () => {
    const token = world.signIn(1);
    const { lastEventId } = await open(token);
    push(pushToUser(1), { type: 'progress' });
    const current = await open(token, lastEventId);
    expect(current.events).toMatchObject([{ event: 'progress' }]);
    world.clock.time = new Date(world.clock.time.getTime() + 5 * 60_000 + 1);
    expect((await open(token, lastEventId)).events).toMatchObject([{ event: 'reset' }]);
    expect((await open(token, current.lastEventId)).events).toEqual([]);
  });
});

describe('a connection closes', () => {
  it('when its session ends, and no other of the same person', async () => {
    const token = world.signIn(1);
    const [ended, other] = [await open(token), await open(world.signIn(1))];
    world.revoke({ userId: 1, token });
    await eventually(() => expect(ended.ended).toBe(true), { within: 1_000 });
    push(pushToUser(1), { type: 'progress' });
    await eventually(() => expect(other.events).toHaveLength(1));
    expect(other.ended).toBe(false);
  });

  it('when all sessions of the person end', async () => {
    const [one, two, other] = [await open(world.signIn(1)), await open(world.signIn(1)), await open(world.signIn(2))];
    world.revoke({ userId: 1 });
    await eventually(() => expect([one.ended, two.ended]).toEqual([true, true]), { within: 1_000 });
    expect(other.ended).toBe(false);
  });

  it('when its client takes nothing while more than 200 kB wait for it', async () => {
    const { hostname, port } = new URL(world.gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\ncookie: session=${world.signIn(1)}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    const ids = Array.from({ length: 80 }, (_, index) => 1_000_000_000 + index);
    for (let sent = 0; sent < 20_000; sent++) {
      push(pushToUser(1), { type: 'lead', ids });
      if (sent % 100 === 0) await turn();
    }
    const gone = once(socket, 'close');
    socket.resume();
    await gone;
  });

  it('when the gateway stops, which does not wait for it', async () => {
    const stream = await open(world.signIn(1));
    const started = performance.now();
    await world.gateway.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
    await eventually(() => expect(stream.ended).toBe(true));
  });

  it('when the gateway stops, which waits for no connection that a browser opened ahead of need', async () => {
    const { hostname, port } = new URL(world.gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    const started = performance.now();
    await world.gateway.stop();
    await closed;
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a stop of the gateway', () => {
  it('cuts off whoever never sends the rest of a request', async () => {
    const { hostname, port } = new URL(world.gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /api/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    // What was sent before this is read when this is answered: a connection that never said anything is closed at once.
    await world.get('/healthz');
    const closed = once(socket, 'close');
    await world.gateway.stop();
    await closed;
  }, 30_000);
});
