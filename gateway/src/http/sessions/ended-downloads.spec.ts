import { LiveWorld } from '../../../test/live-world.js';

describe('a list that streams', () => {
  let world: LiveWorld;
  let goOn = () => {};
  beforeAll(async () => (world = await LiveWorld.start()));
  beforeEach(() => void (world.known.teamDelay = new Promise((resolve) => void (goOn = resolve))));
  afterEach(() => goOn());
  afterAll(() => world.stop());

  let users = 500;
  const read = async (headers: Record<string, string>) => {
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const { status, body } = await fetch(`${world.gateway.url}/api/team-progress`, { headers: plain });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect([status, (await reader.read()).done]).toEqual([200, false]);
    return reader;
  };
  const session = (userId: number) => {
    const token = world.signIn(userId, 'manager');
    return { token, headers: { cookie: `session=${token}` } };
  };

  it('breaks off if all sessions of its user end, by session and by token', async () => {
    const userId = ++users;
    const bearer = world.bearer(userId, { role: 'manager', scopes: ['team.progress:read'] });
    const readers = [await read(session(userId).headers), await read(bearer)];
    world.revoke({ userId });
    goOn();
    for (const reader of readers) await expect(reader.read()).rejects.toThrow('terminated');
  });

  it('breaks off with its own session alone', async () => {
    const userId = ++users;
    const [ended, other] = [session(userId), session(userId)];
    const [first, second] = [await read(ended.headers), await read(other.headers)];
    const stranger = await read(session(++users).headers);
    world.revoke({ userId, token: ended.token });
    goOn();
    await expect(first.read()).rejects.toThrow('terminated');
    for (const reader of [second, stranger]) expect((await reader.read()).done).toBe(false);
  });
});
