import { LiveWorld } from '../../../test/live-world.js';

describe('a gateway that is asked to stop', () => {
  let world: LiveWorld;
  let stopped: Promise<void>;
  beforeEach(async () => {
    world = await LiveWorld.start({ DRAIN_SECONDS: '1' });
    stopped = world.gateway.stop();
  });
  afterEach(() => world.stop());

  it('serves requests for DRAIN_SECONDS, and then none', async () => {
    const started = performance.now();
    expect((await world.get('/healthz')).status).toBe(200);
    await stopped;
    expect(performance.now() - started).toBeGreaterThan(900);
    await expect(world.get('/healthz')).rejects.toThrow('fetch failed');
  });

  it('ends the connection of each response, also of a live stream', async () => {
    const stream = await world.get('/api/events', world.signIn(1));
    const answers = [stream, await world.get('/healthz'), await world.get('/api/unknown')];
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
    await stopped;
    expect(await stream.text()).toContain('retry: ');
  });
});
