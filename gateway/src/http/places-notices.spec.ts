import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../test/live-world.js';

const notice = { code: 'places_provider_missing', text: 'PLACES_PROVIDER is not set.' } as const;

describe('The notices of the places service', () => {
  it('are repeated by the readiness of the gateway as codes, without waiting for the service', async () => {
    const world = await LiveWorld.start();
    try {
      world.known.placesNotices = [notice];
      expect(world.gateway.notices()).toEqual([]);
      await eventually(() => expect(world.gateway.notices()).toEqual([notice]));
      const readiness = await fetch(`${world.gateway.url}/readyz`);
      expect(await readiness.json()).toEqual({ status: 'ok', notices: [notice.code] });
      await expect(world.gateway.check()).resolves.toBeUndefined();
    } finally {
      await world.stop();
    }
  });

  it('need a session, as the OpenAPI description says', async () => {
    const world = await LiveWorld.start();
    try {
      const response = await fetch(`${world.gateway.url}/api/openapi.json`);
      const { paths } = (await response.json()) as { paths: Record<string, Record<string, { security: object[] }>> };
      expect((await fetch(`${world.gateway.url}/api/places-notices`)).status).toBe(401);
      expect(paths['/api/places-notices']!.get!.security).toEqual([{ session: [] }, { token: ['places:read'] }]);
      expect(paths['/api/login']!.post!.security).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});
