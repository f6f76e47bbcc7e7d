import { pushToUser, resolveManagersOfEach, teamsChanged, type Role } from '@lead-finder/contracts';
import {
  Bus,
  InProcessChangeSignals,
  InProcessClient,
  InProcessExchange,
  InProcessServer,
  SystemClock,
} from '@lead-finder/platform';
import { eventually, fake, serveFakes } from '@lead-finder/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { SessionCache } from '../http/sessions/session-cache.js';
import { BranchPushes } from './branch-pushes.js';
import { EventStreams } from './event-streams.js';
import { PushFeed } from './push-feed.js';

class GappySignals extends InProcessChangeSignals {
  private readonly gapListeners = new Set<() => void>();
  private readonly lossListeners = new Set<() => void>();

  override onLoss(listener: () => void): () => void {
    this.lossListeners.add(listener);
    return () => void this.lossListeners.delete(listener);
  }

  override onGap(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => void this.gapListeners.delete(listener);
  }

  lose(): void {
    this.lossListeners.forEach((listener) => listener());
  }

  gap(): void {
    this.gapListeners.forEach((listener) => listener());
  }
}

let changeSignals: GappySignals;
let server: FastifyInstance;
let streams: EventStreams;
let sessions: SessionCache;
let feed: PushFeed;
let branches: BranchPushes;
let users: InProcessServer;
let isSignedIn: () => Promise<boolean>;
let url: string;

beforeEach(async () => {
  changeSignals = new GappySignals();
  const exchange = new InProcessExchange();
  users = new InProcessServer(exchange);
  const bus = new Bus(new InProcessClient(exchange), changeSignals, 'gateway');
  sessions = new SessionCache(bus, changeSignals);
  feed = new PushFeed(changeSignals);
  branches = new BranchPushes(feed, bus, () => streams.servesManagers);
  streams = new EventStreams(feed, sessions, new SystemClock(), {
    heartbeatMs: 10,
    quietMs: 50,
  });
  isSignedIn = async () => true;
  server = fastify({ forceCloseConnections: true });
  server.get('/', (request, reply) => {
    const seen = request.headers['last-event-id'] as string | undefined;
    const { user = 1, role = 'user' } = request.query as { user?: string; role?: Role };
    streams.open(reply, { actor: { id: Number(user), role }, tokenHash: 'hash', isSignedIn: () => isSignedIn() }, seen);
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  streams.onModuleDestroy();
  branches.onModuleDestroy();
  sessions.close();
  await users.close();
  await server.close();
});

async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) yield decoder.decode(chunk as Uint8Array, { stream: true });
}

async function until(reader: AsyncGenerator<string>, expected: RegExp): Promise<string> {
  let text = '';
  while (!expected.test(text)) text += (await reader.next()).value;
  return text;
}

it('sends heartbeats, so that a proxy or the page does not take an idle stream for dead', async () => {
  const reader = textOf(await fetch(url));
  let text = '';
  while (text.split('\n\n').length < 6) text += (await reader.next()).value;
  expect(text).toMatch(/^retry: 2000\n\n(id: [\w-]+\.0\n\n)+$/);
  await reader.return(undefined);
  await eventually(() => expect(streams.size).toBe(0));
});

it('closes a stream at the heartbeat after its session has expired', async () => {
  const response = await fetch(url);
  expect(streams.size).toBe(1);
  isSignedIn = async () => false;
  expect(await response.text()).toContain('id: ');
  expect(streams.size).toBe(0);
});

it('leaves a stream open while the session cannot be checked', async () => {
  const reader = textOf(await fetch(url));
  let asked = 0;
  isSignedIn = () => {
    asked++;
    return Promise.reject(new Error('the users service is away'));
  };
  await eventually(() => expect(asked).toBeGreaterThan(2));
  expect(streams.size).toBe(1);
  await reader.return(undefined);
});

it('resets every open page, and each that reconnects, if signals may have been lost', async () => {
  const [one, other] = [textOf(await fetch(url)), textOf(await fetch(url))];
  const before = await until(one, /id: \S+\n\n/);
  await until(other, /id: \S+\n\n/);
  changeSignals.gap();
  expect(await until(one, /reset/)).not.toMatch(/event: (?!reset)/);
  await until(other, /event: reset\ndata: {}\n\nid: \S+\n\n/);
  const back = textOf(await fetch(url, { headers: { 'last-event-id': /id: (\S+)/.exec(before)![1]! } }));
  await until(back, /event: reset\n/);
  await Promise.all([one, other, back].map((reader) => reader.return(undefined)));
});

it('reports to every open page that signals are lost, if they are not back soon', async () => {
  const reader = textOf(await fetch(url));
  await until(reader, /id: \S+\n\n/);
  changeSignals.lose();
  changeSignals.lose();
  changeSignals.gap();
  expect(await until(reader, /event: reset\n(.*\n){24}/)).not.toContain('away');
  changeSignals.lose();
  await until(reader, /event: away\ndata: {}\n\n/);
  changeSignals.gap();
  expect(await until(reader, /event: reset\n/)).not.toContain('away');
  await reader.return(undefined);
});

it('reports to each page that opens or reconnects meanwhile that signals are lost, until they are back', async () => {
  const first = textOf(await fetch(url));
  const [, seen] = /id: (\S+)\n\n/.exec(await until(first, /id: \S+\n\n/))!;
  changeSignals.lose();
  await until(first, /event: away\n/);
  const reconnect = async (id: string) => textOf(await fetch(url, { headers: { 'last-event-id': id } }));
  const [known, unknown, fresh] = [await reconnect(seen!), await reconnect('unknown'), textOf(await fetch(url))];
  const away = /event: away\ndata: {}\n\n/;
  expect(await until(known, away)).not.toContain('reset');
  expect(await until(unknown, away)).toMatch(/event: reset\n[^]*event: away\n/);
  await until(fresh, away);
  changeSignals.gap();
  const back = textOf(await fetch(url));
  expect(await until(back, /id: \S+\n\n/)).not.toContain('away');
  await Promise.all([first, known, unknown, fresh, back].map((reader) => reader.return(undefined)));
});

it('allows twenty streams of a user and ends the oldest for one more', async () => {
  const open = async (user: number) => {
    const response = await fetch(`${url}?user=${user}`);
    const state = { ended: false };
    void response.text().then(
      () => (state.ended = true),
      () => undefined,
    );
    return state;
  };
  const other = await open(2);
  const own: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < 20; count++) own.push(await open(1));
  expect(streams.size).toBe(21);
  own.push(await open(1), await open(1));
  await eventually(() => expect(own.map(({ ended }) => ended)).toEqual(own.map((_, index) => index < 2)));
  expect([streams.size, other.ended]).toEqual([21, false]);
});

it('sends a manager the signals of leads of the people below, together and with one call', async () => {
  const open = async (user: number, role: Role) => textOf(await fetch(`${url}?user=${user}&role=${role}`));
  const [manager, former] = [await open(7, 'manager'), await open(7, 'user')];
  await until(manager, /id: /);
  const asked: number[][] = [];
  const managersOf = fake(resolveManagersOfEach, ({ userIds }) => {
    asked.push(userIds);
    return { users: userIds.filter((id) => id !== 3).map((id) => ({ id, managerIds: [7, 8] })) };
  });
  const publish = (owner: number, id: number) => changeSignals.publish(pushToUser(owner), { type: 'lead', ids: [id] });
  publish(1, 11);
  // The users service is away at first.
  await serveFakes(users, changeSignals, [managersOf]);
  publish(2, 12);
  publish(1, 13);
  publish(3, 14);
  expect(await until(manager, /event: lead\n.*\n/)).toMatch(/event: lead\ndata: {"ids":\[11,13,12\]}\n/);
  expect(asked).toEqual([[1, 2, 3]]);
  changeSignals.publish(pushToUser(7), { type: 'notification' });
  expect(await until(former, /event: notification/)).not.toContain('event: lead');
  await Promise.all([manager, former].map((reader) => reader.return(undefined)));
});

it('reports to the pages of these managers alone that their branch changed', async () => {
  const open = async (user: number, role: Role) => textOf(await fetch(`${url}?user=${user}&role=${role}`));
  const readers = [await open(7, 'manager'), await open(8, 'manager'), await open(9, 'user')] as const;
  for (const reader of readers) await until(reader, /id: /);
  changeSignals.publish(teamsChanged, { managerIds: [7, 9] });
  for (const id of [8, 9]) changeSignals.publish(pushToUser(id), { type: 'notification' });
  await until(readers[0], /event: branch\ndata: {}\n/);
  for (const reader of readers.slice(1)) expect(await until(reader, /event: notification/)).not.toContain('branch');
  await Promise.all(readers.map((reader) => reader.return(undefined)));
});

it('opens no stream while the gateway stops', async () => {
  streams.onModuleDestroy();
  expect((await fetch(url)).ok).toBe(false);
  expect(streams.size).toBe(0);
});
