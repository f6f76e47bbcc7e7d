import type { ProviderBusiness } from './places-provider.js';
import { byDistance, byRating, matchesRequest, toBusinesses, webAddress } from './provider-business.rules.js';

const centre = { latitude: 30.2672, longitude: -97.7531 };
const business = (change: Partial<ProviderBusiness> = {}): ProviderBusiness => {
  const [read] = toBusinesses({ placeId: 'p1', name: 'Blue Bakery', ...change }, null);
  return { ...read!, ...change };
};

describe('A business that a provider reports', () => {
  it('has nothing but its id and name if nothing else is reported', () => {
    expect(toBusinesses({ placeId: 'p1', name: 'Blue Bakery' }, centre)).toEqual([
      {
        placeId: 'p1',
        name: 'Blue Bakery',
        formattedAddress: null,
        vicinity: null,
        phone: null,
        internationalPhone: null,
        website: null,
        googleMapsUrl: null,
        rating: null,
        userRatingsTotal: null,
        priceLevel: null,
        businessStatus: null,
        types: [],
        openNow: null,
        latitude: null,
        longitude: null,
        photoReferences: [],
        icon: null,
        ownerName: null,
        distance: null,
      },
    ]);
  });

  it('takes an empty text as not reported', () => {
    expect(business({ phone: '', vicinity: '' })).toMatchObject({ placeId: 'p1' });
    expect(toBusinesses({ placeId: 'p1', name: 'Blue', phone: '' }, null)[0]?.phone).toBeNull();
  });

  it('preserves a zero and a false', () => {
    const [read] = toBusinesses({ placeId: 'p1', name: 'Blue', priceLevel: 0, openNow: false }, null);
    expect(read).toMatchObject({ priceLevel: 0, openNow: false });
  });

  it.each([
    { placeId: 'p1' },
    { name: 'Blue' },
    { placeId: 'p1', name: '' },
    { placeId: 'p1', name: 'B', rating: 'x' },
  ])('is left out if it is %p', (reported) =>
    expect(toBusinesses(reported as Parameters<typeof toBusinesses>[0], centre)).toEqual([]),
  );

  it.each([
    ['in metres', 30.2672, -97.7431, centre, 960],
    ['zero on the spot', 30.2672, -97.7531, centre, 0],
    ['unknown without a latitude', undefined, -97.7431, centre, null],
    ['unknown without a longitude', 30.2672, undefined, centre, null],
    ['unknown without a centre', 30.2672, -97.7431, null, null],
  ])('has a distance from the centre: %s', (_, latitude, longitude, from, distance) => {
    expect(toBusinesses({ placeId: 'p1', name: 'Blue', latitude, longitude }, from)[0]?.distance).toBe(distance);
  });
});

describe('A web address', () => {
  it.each(['https://blue.example/', 'http://blue.example'])('is %s', (text) => expect(webAddress(text)).toBe(text));

  it.each([
    'javascript:alert(1)',
    'ftp://blue.example',
    'xhttp://blue.example',
    'httpss://blue.example',
    'blue.example',
    '',
    undefined,
  ])('is not %p', (text) => expect(webAddress(text)).toBeUndefined());
});

describe('A result', () => {
  const filters = (change: Partial<Parameters<typeof matchesRequest>[1]>) => ({
    radius: 5_000,
    openNow: undefined,
    minPrice: undefined,
    maxPrice: undefined,
    ...change,
  });

  it.each([
    [{ distance: 5_000 }, {}, true],
    [{ distance: 5_001 }, {}, false],
    [{ distance: null }, {}, true],
    [{ openNow: true }, { openNow: true }, true],
    [{ openNow: false }, { openNow: true }, false],
    [{ openNow: null }, { openNow: true }, false],
    [{ openNow: false }, { openNow: false }, true],
    [{ priceLevel: 2 }, { minPrice: 2 }, true],
    [{ priceLevel: 1 }, { minPrice: 2 }, false],
    [{ priceLevel: null }, { minPrice: 0 }, false],
    [{ priceLevel: 2 }, { maxPrice: 2 }, true],
    [{ priceLevel: 3 }, { maxPrice: 2 }, false],
    [{ priceLevel: null }, { maxPrice: 4 }, false],
    [{ priceLevel: null }, {}, true],
  ])('with %p matches a request with %p: %p', (change, wanted, matches) => {
    expect(matchesRequest(business(change), filters(wanted))).toBe(matches);
  });
});

describe('Results', () => {
  it('by rating have the best first, the one with more ratings before another with fewer, and unrated ones last', () => {
    const rated = [
      business({ name: 'none' }),
      business({ name: 'few', rating: 4.5, userRatingsTotal: 3 }),
      business({ name: 'low', rating: 3 }),
      business({ name: 'many', rating: 4.5, userRatingsTotal: 90 }),
      business({ name: 'uncounted', rating: 4.5 }),
    ];
    for (const given of [rated, rated.toReversed()]) {
      expect(given.sort(byRating).map(({ name }) => name)).toEqual(['many', 'few', 'uncounted', 'low', 'none']);
    }
  });

  it('by distance have the nearest first, and those without a position last', () => {
    const apart = [business({ distance: null }), business({ distance: 900 }), business({ distance: 0 })];
    expect(apart.sort(byDistance).map(({ distance }) => distance)).toEqual([0, 900, null]);
  });
});
