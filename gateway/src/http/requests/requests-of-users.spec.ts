import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../../test/live-world.js';

describe('one user', () => {
  let world: LiveWorld;
  let greedy: string;
  let letGo: () => void;

  beforeEach(async () => {
    world = await LiveWorld.start({}, { maxRequestsPerUser: 10, maxCallsPerUser: 3 });
    greedy = world.signIn(1);
    world.known.delay = new Promise((resolve) => (letGo = resolve));
  });
  afterEach(async () => {
    letGo();
    await world.stop();
  });

  const flood = (count: number, signal?: AbortSignal) =>
    Array.from({ length: count }, () => world.get('/api/all-tags', greedy, {}, signal));
  const statuses = async (pending: Promise<Response>[]) => (await Promise.all(pending)).map(({ status }) => status);

  it('has a maximum of running requests over all sessions', async () => {
    const pending = [...flood(6), world.get('/api/all-tags', world.signIn(1)), ...flood(4)];
    const refused = await Promise.race(pending);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    const stream = await world.get('/api/events', greedy);
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
    letGo();
    expect((await statuses(pending)).sort()).toEqual([...Array<number>(10).fill(200), 429]);
    await eventually(async () => expect(await statuses(flood(10))).toEqual(Array(10).fill(200)));
  });

  it('may send again when earlier requests were aborted', async () => {
    const leaving = new AbortController();
    const pending = flood(10, leaving.signal);
    await eventually(() => expect(world.known.asked).toBe(3));
    leaving.abort();
    await Promise.allSettled(pending);
    letGo();
    await eventually(async () => expect(await statuses(flood(10))).toEqual(Array(10).fill(200)));
  });

  it('has a maximum of running calls to the services, and other users do not wait', async () => {
    const pending = flood(8);
    await eventually(() => expect(world.known.asked).toBe(3));
    pending.push(world.get('/api/all-tags', world.signIn(2)));
    await eventually(() => expect(world.known.asked).toBe(4));
    letGo();
    expect(await statuses(pending)).toEqual(Array(9).fill(200));
    expect(world.known.asked).toBe(9);
  });
});
