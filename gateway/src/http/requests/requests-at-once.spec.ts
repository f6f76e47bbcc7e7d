import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../../test/live-world.js';

describe('requests beyond REQUESTS_AT_ONCE', () => {
  let world: LiveWorld;
  let token: string;
  let letGo: () => void;

  beforeEach(async () => {
    world = await LiveWorld.start({ REQUESTS_AT_ONCE: '2' });
    token = world.signIn(1);
    world.known.delay = new Promise((resolve) => (letGo = resolve));
  });
  afterEach(async () => {
    letGo();
    await world.stop();
  });

  async function fill(signal?: AbortSignal): Promise<Promise<Response>[]> {
    const other = world.signIn(2);
    const pending = [token, other].map((each) => world.get('/api/weekly-contacts', each, {}, signal));
    await eventually(() => expect(world.known.asked).toBe(2));
    return pending;
  }

  it('get 503 with Retry-After at once, while requests that call no service succeed', async () => {
    const pending = await fill();
    const refused = await world.get('/api/weekly-contacts', token);
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-content-type-options')]).toEqual(
      [503, '2', 'nosniff'],
    );
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      message: 'Lead Finder is not available right now. Please try again in a moment.',
      requestId: refused.headers.get('x-request-id'),
    });
    expect((await world.get('/healthz')).status).toBe(200);
    expect((await world.get('/%61pi/weekly-contacts', token)).status).toBe(503);
    letGo();
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await world.get('/api/weekly-contacts', token)).status).toBe(200);
  });

  it('are accepted when earlier clients have disconnected', async () => {
    const leaving = new AbortController();
    const pending = await fill(leaving.signal);
    leaving.abort();
    await Promise.allSettled(pending);
    letGo();
    await eventually(async () => expect((await world.get('/api/weekly-contacts', token)).status).toBe(200));
  });

  it('do not include open event streams', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => world.get('/api/events', token)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    letGo();
    expect((await world.get('/api/weekly-contacts', token)).status).toBe(200);
    await Promise.all(streams.map(({ body }) => body!.cancel()));
  });
});
