import { startPlacesStub, type PlacesStub } from '@lead-finder/testing';
import { openAt, openLocations, plumbersInAustin, searchesIn } from '../../../test/adapters.js';
import { TestCallContext } from '../../../test/test-call-context.js';
import type { Box } from '../../location/geometry.rules.js';
import type { ProviderSearch } from '../places-provider.js';
import { GoogleProvider } from './google-provider.js';

let stub: PlacesStub;
let memory: Awaited<ReturnType<typeof openLocations>>;
beforeAll(async () => {
  [stub, memory] = await Promise.all([startPlacesStub(), openLocations()]);
});
afterAll(() => Promise.all([stub.stop(), memory.close()]));
beforeEach(() => {
  stub.log.length = 0;
});

const search = (request: Partial<ProviderSearch>) =>
  openAt(GoogleProvider, stub.url, memory.locations()).search(
    { ...plumbersInAustin, ...request },
    new TestCallContext(),
  );
const asked = () => searchesIn(stub).map((call) => JSON.parse(call.asked) as Record<string, unknown>);

describe('The calls to Places API (New)', () => {
  it('for a search of forty are two pages and one geocoding, which is not repeated', async () => {
    const forty = { location: 'Round Rock, TX', pageSize: 40, maxResults: 40 };
    expect((await search(forty)).businesses).toHaveLength(40);
    expect(stub.log.map(({ operation }) => operation)).toEqual(['geocode', 'searchText', 'searchText']);
    await search({ ...forty, businessType: 'dentist', location: ' round  rock, tx' });
    expect(stub.log.map(({ operation }) => operation).slice(3)).toEqual(['searchText', 'searchText']);
  });

  it('request the fields of a result, and none that costs more', async () => {
    await search({ maxResults: 20 });
    expect(searchesIn(stub)[0]!.mask).toBe(
      'places.id,places.displayName,places.formattedAddress,places.shortFormattedAddress,places.location,' +
        'places.types,places.businessStatus,places.googleMapsUri,places.photos.name,places.iconMaskBaseUri,' +
        'places.currentOpeningHours.openNow,places.priceLevel,places.rating,places.userRatingCount,' +
        'places.nationalPhoneNumber,places.internationalPhoneNumber,places.websiteUri,nextPageToken',
    );
  });

  it('limit a text search to the box around the circle', async () => {
    await search({ keyword: 'emergency', openNow: true, minPrice: 0, maxPrice: 2, sortBy: 'distance' });
    const [body] = asked();
    expect(body).toMatchObject({
      textQuery: 'plumber emergency',
      includedType: 'plumber',
      pageSize: 20,
      openNow: true,
      priceLevels: ['PRICE_LEVEL_INEXPENSIVE', 'PRICE_LEVEL_MODERATE'],
      rankPreference: 'DISTANCE',
      includePureServiceAreaBusinesses: true,
    });
    const { rectangle } = body!.locationRestriction as { rectangle: Box };
    const { low, high } = rectangle;
    expect([low.latitude, low.longitude]).toEqual([expect.closeTo(30.2222, 3), expect.closeTo(-97.7951, 3)]);
    expect([high.latitude, high.longitude]).toEqual([expect.closeTo(30.3122, 3), expect.closeTo(-97.6911, 3)]);
  });

  it.each([
    ['of a kind that Google knows', {}, 'searchNearby'],
    ['of a kind beside other words', { businessType: 'italian restaurant' }, 'searchText'],
    ['of no known kind', { businessType: 'goat yoga gear' }, 'searchText'],
    ['with a keyword', { keyword: 'emergency' }, 'searchText'],
    ['of what is open', { openNow: true }, 'searchText'],
    ['for more than one page', { maxResults: 40 }, 'searchText'],
  ])('nearby, %s, go the way that can do it', async (_, request, operation) => {
    await search({ searchMethod: 'nearbySearch', maxResults: 20, ...request });
    expect(searchesIn(stub).map((call) => call.operation)).toContain(operation);
    if (operation === 'searchNearby') {
      expect(searchesIn(stub)[0]!.mask).not.toContain('nextPageToken');
      const body = { includedTypes: ['plumber'], maxResultCount: 20, rankPreference: 'POPULARITY' };
      expect(asked()[0]).toMatchObject(body);
    }
  });

  it('for one place are a page of one, with the location in the text', async () => {
    const { businesses, nextToken } = await search({ searchMethod: 'findPlace', businessType: 'Acme Pipes' });
    expect([businesses.length, nextToken]).toEqual([1, undefined]);
    expect(asked()).toEqual([expect.objectContaining({ textQuery: 'Acme Pipes Austin, TX', pageSize: 1 })]);
  });

  it('fetch all pages to sort by rating', async () => {
    const { businesses } = await search({ sortBy: 'rating', maxResults: 60 });
    const ratings = businesses.map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    expect(searchesIn(stub)).toHaveLength(3);
  });

  it('include a tradesperson without a shop front and position', async () => {
    const { businesses } = await search({ maxResults: 20 });
    const mobile = businesses.filter(({ latitude }) => latitude === null);
    expect(mobile).toMatchObject([{ distance: null, formattedAddress: null, name: 'plumber No. 2' }]);
  });
});
