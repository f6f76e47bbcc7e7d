import { startPlacesStub, type PlacesStub } from '@lead-finder/testing';
import { openAt, openLocations, plumbersInAustin, searchesIn } from '../../../test/adapters.js';
import { TestCallContext } from '../../../test/test-call-context.js';
import type { ProviderSearch, ProviderTimes } from '../places-provider.js';
import { GoogleLegacyProvider } from './google-legacy-provider.js';

let stub: PlacesStub;
let memory: Awaited<ReturnType<typeof openLocations>>;
beforeAll(async () => {
  [stub, memory] = await Promise.all([startPlacesStub({ tokenDelayMs: 120 }), openLocations()]);
});
afterAll(() => Promise.all([stub.stop(), memory.close()]));
beforeEach(() => {
  stub.log.length = 0;
});

const search = (request: Partial<ProviderSearch>, times?: ProviderTimes) => {
  const provider = openAt(GoogleLegacyProvider, stub.url, memory.locations(), times);
  return provider.search({ ...plumbersInAustin, ...request }, new TestCallContext());
};
const asked = () => searchesIn(stub).map((call) => Object.fromEntries(new URLSearchParams(call.asked)));

describe('The calls to the legacy Places API', () => {
  it('wait until a page token is valid', async () => {
    const { businesses } = await search({ pageSize: 60 }, { tokenDelayMs: 150 });
    expect(businesses).toHaveLength(60);
    expect(searchesIn(stub)).toHaveLength(3);
    expect(asked()[1]).toEqual({ pagetoken: expect.any(String) });
  });

  it('retry a token that is rejected because it came too early', async () => {
    // Far enough apart for a busy machine: the first attempt is too early, the second is not.
    const slow = await startPlacesStub({ tokenDelayMs: 1_000 });
    try {
      const provider = openAt(GoogleLegacyProvider, slow.url, memory.locations(), { tokenDelayMs: 700 });
      const { businesses } = await provider.search(
        { ...plumbersInAustin, pageSize: 40, maxResults: 40 },
        new TestCallContext(),
      );
      expect(businesses).toHaveLength(40);
      expect(searchesIn(slow)).toHaveLength(3);
    } finally {
      await slow.stop();
    }
  });

  it('for a search of forty are two pages and one geocoding, without a call per place for phone and website', async () => {
    const forty = { location: 'Cedar Park, TX', pageSize: 40, maxResults: 40 };
    const { businesses } = await search(forty, { tokenDelayMs: 150 });
    expect(businesses.map(({ phone, website }) => phone ?? website)).toEqual(Array.from({ length: 40 }, () => null));
    expect(stub.log.map(({ operation }) => operation)).toEqual(['geocode', 'textsearch', 'textsearch']);
  });

  it('give up on a token that stays invalid', async () => {
    const never = await startPlacesStub({ tokenDelayMs: 600_000 });
    try {
      const provider = openAt(GoogleLegacyProvider, never.url, memory.locations(), { tokenDelayMs: 1 });
      const forty = provider.search({ ...plumbersInAustin, pageSize: 40, maxResults: 40 }, new TestCallContext());
      await expect(forty).rejects.toMatchObject({ code: 'invalid_request' });
      expect(searchesIn(never)).toHaveLength(5);
    } finally {
      await never.stop();
    }
  });

  it('send either a radius or the order by distance, never both', async () => {
    await search({ searchMethod: 'nearbySearch', maxResults: 20 });
    await search({ searchMethod: 'nearbySearch', maxResults: 20, sortBy: 'distance', keyword: 'emergency' });
    expect(asked()).toEqual([
      { location: '30.2672,-97.7431', type: 'plumber', radius: '5000', language: 'en' },
      { location: '30.2672,-97.7431', type: 'plumber', keyword: 'emergency', rankby: 'distance', language: 'en' },
    ]);
  });

  it('request no field that Find Place rejects', async () => {
    expect((await search({ searchMethod: 'findPlace' })).businesses).toHaveLength(1);
    expect(asked()[0]).toMatchObject({ inputtype: 'textquery', locationbias: 'circle:5000@30.2672,-97.7431' });
  });
});
