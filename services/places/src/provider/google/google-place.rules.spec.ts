import { DETAILS_MASK, NEARBY_MASK, priceLevels, readGooglePlaces, TEXT_MASK } from './google-place.rules.js';

const place = {
  id: 'ChIJ1',
  displayName: { text: 'Blue Bakery' },
  formattedAddress: '1 Main St, Austin, TX 78701, USA',
  shortFormattedAddress: '1 Main St',
  location: { latitude: 30.2672, longitude: -97.7431 },
  types: ['bakery', 'store'],
  businessStatus: 'OPERATIONAL',
  googleMapsUri: 'https://maps.google.com/?cid=1',
  photos: [{ name: 'places/ChIJ1/photos/a' }, {}, { name: 'places/ChIJ1/photos/b' }],
  iconMaskBaseUri: 'https://maps.gstatic.com/bakery',
  currentOpeningHours: { openNow: false },
  priceLevel: 'PRICE_LEVEL_MODERATE',
  rating: 4.5,
  userRatingCount: 120,
  nationalPhoneNumber: '(512) 555-0100',
  internationalPhoneNumber: '+1 512-555-0100',
  websiteUri: 'https://blue.example/',
};
const centre = { latitude: 30.2672, longitude: -97.7531 };
const read = (change: object) => readGooglePlaces([{ ...place, ...change }], null)[0];

describe('The fields that are asked of Google', () => {
  const fields =
    'id displayName formattedAddress shortFormattedAddress location types businessStatus googleMapsUri photos.name ' +
    'iconMaskBaseUri currentOpeningHours.openNow priceLevel rating userRatingCount nationalPhoneNumber ' +
    'internationalPhoneNumber websiteUri';

  it('of one place are those of a result', () => expect(DETAILS_MASK).toBe(fields.split(' ').join(',')));

  it('of a list are the same of each place', () => {
    expect(NEARBY_MASK).toBe(
      fields
        .split(' ')
        .map((field) => `places.${field}`)
        .join(','),
    );
  });

  it('of a text search include the token of the next page', () =>
    expect(TEXT_MASK).toBe(`${NEARBY_MASK},nextPageToken`));
});

describe('The price levels of a request', () => {
  it.each([
    [undefined, undefined, ['INEXPENSIVE', 'MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE']],
    [0, 1, ['INEXPENSIVE']],
    [2, undefined, ['MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE']],
    [2, 3, ['MODERATE', 'EXPENSIVE']],
    [4, 4, ['VERY_EXPENSIVE']],
  ])('from %p to %p are %p', (min, max, levels) => {
    expect(priceLevels(min, max)).toEqual(levels.map((level) => `PRICE_LEVEL_${level}`));
  });

  it('are absent for the free places alone, which Google does not accept', () => {
    expect(priceLevels(0, 0)).toBeUndefined();
  });
});

describe('A place of Google', () => {
  it('is read with all of its fields', () => {
    expect(readGooglePlaces([place], centre)).toEqual([
      {
        placeId: 'ChIJ1',
        name: 'Blue Bakery',
        formattedAddress: '1 Main St, Austin, TX 78701, USA',
        vicinity: '1 Main St',
        phone: '(512) 555-0100',
        internationalPhone: '+1 512-555-0100',
        website: 'https://blue.example/',
        googleMapsUrl: 'https://maps.google.com/?cid=1',
        rating: 4.5,
        userRatingsTotal: 120,
        priceLevel: 2,
        businessStatus: 'OPERATIONAL',
        types: ['bakery', 'store'],
        openNow: false,
        latitude: 30.2672,
        longitude: -97.7431,
        photoReferences: ['places/ChIJ1/photos/a', 'places/ChIJ1/photos/b'],
        icon: 'https://maps.gstatic.com/bakery.svg',
        ownerName: null,
        distance: 960,
      },
    ]);
  });

  it('may have nothing but an id and a name', () => {
    expect(readGooglePlaces([{ id: 'ChIJ2', displayName: { text: 'Bare' } }], centre)).toMatchObject([
      {
        placeId: 'ChIJ2',
        name: 'Bare',
        icon: null,
        priceLevel: null,
        openNow: null,
        photoReferences: [],
        distance: null,
      },
    ]);
  });

  it.each([
    ['PRICE_LEVEL_FREE', 0],
    ['PRICE_LEVEL_INEXPENSIVE', 1],
    ['PRICE_LEVEL_EXPENSIVE', 3],
    ['PRICE_LEVEL_VERY_EXPENSIVE', 4],
    ['PRICE_LEVEL_UNSPECIFIED', null],
  ])('with %s has the price level %p', (priceLevel, level) => expect(read({ priceLevel })?.priceLevel).toBe(level));

  it('has no links that are no web addresses', () => {
    const bad = 'javascript:alert(1)';
    expect(read({ websiteUri: bad, googleMapsUri: bad, iconMaskBaseUri: bad })).toMatchObject({
      website: null,
      googleMapsUrl: null,
      icon: null,
    });
  });
});

it.each([undefined, null, {}, [null], [{}]])('no places are read from %p', (places) => {
  expect(readGooglePlaces(places, centre)).toEqual([]);
});
