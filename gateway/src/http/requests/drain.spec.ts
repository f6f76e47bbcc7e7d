import { LiveWorld } from '../../../test/live-world.js';

describe('a gateway that is asked to stop', () => {
  it('serves requests for DRAIN_SECONDS, and then none', async () => {
    const world = await LiveWorld.start({ DRAIN_SECONDS: '1' });
    const started = performance.now();
    const stopped = world.stop();
    expect((await world.get('/healthz')).status).toBe(200);
    await stopped;
    expect(performance.now() - started).toBeGreaterThan(900);
    await expect(world.get('/healthz')).rejects.toThrow('fetch failed');
  });

  it('ends the connection of each response, also of a live stream', async () => {
    const world = await LiveWorld.start({ DRAIN_SECONDS: '3' });
    const stopped = world.stop();
    const answers = await Promise.all([
      world.get('/api/events', world.signIn(1)),
      world.get('/healthz'),
      world.get('/api/unknown'),
    ]);
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
    await stopped;
    expect(await answers[0]!.text()).toContain('retry: ');
  });
});
