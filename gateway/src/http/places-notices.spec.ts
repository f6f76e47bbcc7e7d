import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../test/live-world.js';

const notice = { code: 'places_sample', text: 'Searches return made-up businesses.' } as const;

describe('The readiness of the gateway', () => {
  it('repeats the notices of the places service, without waiting for it', async () => {
    const world = await LiveWorld.start();
    try {
      world.known.placesNotices = [notice];
      expect(world.gateway.notices()).toEqual([]);
      await eventually(() => expect(world.gateway.notices()).toEqual([notice]));
      await expect(world.gateway.check()).resolves.toBeUndefined();
    } finally {
      await world.stop();
    }
  });
});
