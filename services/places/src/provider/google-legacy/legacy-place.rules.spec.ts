import { DETAILS_FIELDS, FIND_FIELDS, readLegacyPlaces } from './legacy-place.rules.js';

const place = {
  place_id: 'ChIJ1',
  name: 'Blue Bakery',
  business_status: 'OPERATIONAL',
  formatted_address: '1 Main St, Austin, TX 78701, USA',
  vicinity: '1 Main St, Austin',
  geometry: { location: { lat: 30.2672, lng: -97.7431 } },
  icon: 'https://maps.gstatic.com/bakery.png',
  opening_hours: { open_now: true },
  price_level: 2,
  rating: 4.5,
  user_ratings_total: 120,
  types: ['bakery', 'store'],
  photos: [{ photo_reference: 'a' }, {}, { photo_reference: 'b' }],
  formatted_phone_number: '(512) 555-0100',
  international_phone_number: '+1 512-555-0100',
  website: 'https://blue.example/',
  url: 'https://maps.google.com/?cid=1',
};
const read = (change: object) => readLegacyPlaces([{ ...place, ...change }], null)[0];

describe('The fields that are asked of Google', () => {
  it('of a found place are those that Find Place accepts', () => {
    expect(FIND_FIELDS).toBe(
      'place_id,name,business_status,formatted_address,geometry,icon,opening_hours/open_now,price_level,rating,' +
        'user_ratings_total,types,photos',
    );
  });

  it('of one place include phones, website and link', () => {
    expect(DETAILS_FIELDS).toBe(
      'place_id,name,business_status,formatted_address,geometry,icon,opening_hours,price_level,rating,' +
        'user_ratings_total,types,photos,formatted_phone_number,international_phone_number,website,url',
    );
  });
});

describe('A place of the legacy API', () => {
  it('is read with all of its fields', () => {
    expect(readLegacyPlaces([place], { latitude: 30.2672, longitude: -97.7531 })).toEqual([
      {
        placeId: 'ChIJ1',
        name: 'Blue Bakery',
        formattedAddress: '1 Main St, Austin, TX 78701, USA',
        vicinity: '1 Main St, Austin',
        phone: '(512) 555-0100',
        internationalPhone: '+1 512-555-0100',
        website: 'https://blue.example/',
        googleMapsUrl: 'https://maps.google.com/?cid=1',
        rating: 4.5,
        userRatingsTotal: 120,
        priceLevel: 2,
        businessStatus: 'OPERATIONAL',
        types: ['bakery', 'store'],
        openNow: true,
        latitude: 30.2672,
        longitude: -97.7431,
        photoReferences: ['a', 'b'],
        icon: 'https://maps.gstatic.com/bakery.png',
        ownerName: null,
        distance: 960,
      },
    ]);
  });

  it('may have nothing but an id and a name', () => {
    expect(readLegacyPlaces([{ place_id: 'ChIJ2', name: 'Bare' }], null)).toMatchObject([
      {
        placeId: 'ChIJ2',
        businessStatus: null,
        googleMapsUrl: 'https://www.google.com/maps/search/?api=1&query=Bare&query_place_id=ChIJ2',
        openNow: null,
        latitude: null,
        photoReferences: [],
      },
    ]);
  });

  it('links to a search for its name and address if it has no link', () => {
    const link = (query: string) => `https://www.google.com/maps/search/?api=1&query=${query}&query_place_id=ChIJ1`;
    expect(read({ url: undefined })?.googleMapsUrl).toBe(link('Blue+Bakery%2C+1+Main+St%2C+Austin%2C+TX+78701%2C+USA'));
    expect(read({ url: 'none', formatted_address: undefined })?.googleMapsUrl).toBe(
      link('Blue+Bakery%2C+1+Main+St%2C+Austin'),
    );
  });

  it.each([
    [{ business_status: undefined, permanently_closed: true }, 'CLOSED_PERMANENTLY'],
    [{ business_status: undefined, permanently_closed: false }, null],
    [{ business_status: 'CLOSED_TEMPORARILY', permanently_closed: true }, 'CLOSED_TEMPORARILY'],
  ])('with %p has the status %p', (change, status) => expect(read(change)?.businessStatus).toBe(status));

  it.each([{ place_id: undefined }, { name: undefined }, { name: '' }])('with %p is no business', (change) => {
    expect(read(change)).toBeUndefined();
  });
});

it.each([undefined, null, {}, [null]])('no places are read from %p', (places) => {
  expect(readLegacyPlaces(places, null)).toEqual([]);
});
