import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../test/live-world.js';

it('a request that waits for an import gets 202 when its gateway stops', async () => {
  const world = await LiveWorld.start();
  const waiting = world.post('/api/imports/1/undo', {}, world.signIn(1, 'admin'));
  await eventually(() => expect(world.known.askedForImport).toBeGreaterThan(0));
  await world.stop();
  const { status, headers } = await waiting;
  expect([status, headers.get('location')]).toEqual([202, '/api/imports/1']);
});
