import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pushToAdmins, pushToAll, pushToUser, type PushSignal } from '@lead-finder/contracts';
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

/** Opens a stream and waits for its first position. */
async function open(token: string, lastEventId?: string): Promise<ReadStream> {
  const stream = new ReadStream(world, token, lastEventId);
  streams.push(stream);
  await eventually(() => expect(stream.lastEventId).toBeDefined());
  return stream;
}

const push = (to: string, signal: PushSignal) => world.changeSignals.publish(to, signal);

describe('the event stream', () => {
  it('requires a session', async () => {
    expect((await world.get('/api/events')).status).toBe(401);
    expect((await world.get('/api/events', 'unknown')).status).toBe(401);
  });

  it('is uncompressed and has the headers of every response', async () => {
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

  it('answers HEAD with the headers alone', async () => {
    const headers = { cookie: `session=${world.signIn(1)}` };
    const response = await fetch(`${world.gateway.url}/api/events`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it("sends the user's own events by name with ids, and no other user's", async () => {
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

  it('sends events for admins to admins alone', async () => {
    const [admin, manager] = [await open(world.signIn(1, 'admin')), await open(world.signIn(2, 'manager'))];
    push(pushToAdmins, { type: 'lead', ids: [1] });
    push(pushToUser(2), { type: 'progress' });
    await eventually(() => expect(admin.events).toMatchObject([{ event: 'lead' }]));
    await eventually(() => expect(manager.events).toMatchObject([{ event: 'progress' }]));
  });

  it('sends events for all users to each of them', async () => {
    const [admin, user] = [await open(world.signIn(1, 'admin')), await open(world.signIn(2))];
    push(pushToAll, { type: 'field' });
    for (const stream of [admin, user])
      await eventually(() => expect(stream.events).toMatchObject([{ event: 'field', data: {} }]));
  });

  it('subscribes once for any number of open streams', async () => {
    const before = new Map(world.changeSignals.subscriptions);
    await Promise.all([1, 2, 3, 4].map((id) => open(world.signIn(id))));
    expect(world.changeSignals.subscriptions).toEqual(before);
    expect(before.get('push.user.*')).toBe(1);
    expect(before.get('push.role.admin')).toBe(1);
  });

  it('does not postpone the idle timeout of the session', async () => {
    await open(world.signIn(1));
    expect(world.known.uses).toEqual([false]);
  });
});

describe('an interrupted stream', () => {
  it('gets the events that it missed, each once', async () => {
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

  it('that is the first of its page gets the events since the page read its user', async () => {
    const token = world.signIn(1);
    const read = async () => (await world.get('/api/user', token)).headers.get('x-last-event-id')!;
    const position = await read();
    push(pushToUser(1), { type: 'progress' });
    push(pushToUser(2), { type: 'progress' });
    const opened = async (query: string, lastEventId?: string) => {
      const stream = new ReadStream(world, token, lastEventId, query);
      streams.push(stream);
      await eventually(() => expect(stream.lastEventId).toBeDefined());
      return stream.events;
    };
    expect(await opened(`?after=${position}`)).toMatchObject([{ event: 'progress' }]);
    expect(await opened(`?after=${await read()}`)).toEqual([]);
    expect(await opened(`?after=${position}`, await read())).toEqual([]);
    for (const unknown of ['?after=', '?after=1&after=2']) {
      expect(await opened(unknown)).toMatchObject([{ event: 'reset' }]);
    }
  });

  it.each(['unknown', 'otherreplica.1', '1'])(
    'is reset if this replica does not know its last event id (%j)',
    async (id) => {
      const stream = await open(world.signIn(1), id);
      expect(stream.events).toMatchObject([{ event: 'reset', data: {} }]);
    },
  );

  it('is reset if it missed more than the unsent limit', async () => {
    const token = world.signIn(1);
    const { lastEventId } = await open(token);
    streams.pop()!.close();
    const ids = Array.from({ length: 80 }, (_, index) => 1_000_000_000 + index);
    for (let sent = 0; sent < 250; sent++) push(pushToUser(1), { type: 'lead', ids });
    expect((await open(token, lastEventId)).events).toMatchObject([{ event: 'reset' }]);
  });

  it('is reset after more than five minutes with an event', async () => {
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
  it("when its session ends, unlike those of the user's other sessions", async () => {
    const token = world.signIn(1);
    const [ended, other] = [await open(token), await open(world.signIn(1))];
    world.revoke({ userId: 1, token });
    await eventually(() => expect(ended.ended).toBe(true), { within: 1_000 });
    push(pushToUser(1), { type: 'progress' });
    await eventually(() => expect(other.events).toHaveLength(1));
    expect(other.ended).toBe(false);
  });

  it('when all sessions of the user end', async () => {
    const [one, two, other] = [await open(world.signIn(1)), await open(world.signIn(1)), await open(world.signIn(2))];
    world.revoke({ userId: 1 });
    await eventually(() => expect([one.ended, two.ended]).toEqual([true, true]), { within: 1_000 });
    expect(other.ended).toBe(false);
  });

  it('when more than 200 kB wait for a client that reads nothing', async () => {
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

  it('when the gateway stops, without waiting for its client', async () => {
    const stream = await open(world.signIn(1));
    const started = performance.now();
    await world.gateway.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
    await eventually(() => expect(stream.ended).toBe(true));
  });

  it('when the gateway stops, without waiting for unused connections of browsers', async () => {
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
  it('closes the connection of a client that never sends the rest of a request', async () => {
    const { hostname, port } = new URL(world.gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /api/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    // When this request has its response, the gateway has read the bytes before it: it closes unused connections at
    // once.
    await world.get('/healthz');
    const closed = once(socket, 'close');
    await world.gateway.stop();
    await closed;
  }, 30_000);
});
