import { Server } from 'node:http';
import { eventually } from '@lead-finder/testing';
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

  it('ends as soon as its last response is complete, without cutting connections off', async () => {
    const world = await LiveWorld.start();
    const { closeAllConnections } = Server.prototype;
    let isCutOff = false;
    Server.prototype.closeAllConnections = function () {
      isCutOff = true;
      closeAllConnections.call(this);
    };
    try {
      let respond!: () => void;
      world.known.delay = new Promise((resolve) => (respond = resolve));
      const answer = world.get('/api/all-tags', world.signIn(1));
      await eventually(() => expect(world.known.asked).toBe(1));
      const stopped = world.stop();
      await eventually(() => expect(world.get('/healthz')).rejects.toThrow('fetch failed'));
      respond();
      expect((await answer).status).toBe(200);
      await stopped;
    } finally {
      Server.prototype.closeAllConnections = closeAllConnections;
    }
    expect(isCutOff).toBe(false);
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
