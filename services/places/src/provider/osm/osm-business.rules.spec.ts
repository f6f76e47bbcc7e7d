import { readElements } from './osm-business.rules.js';

const austin = { latitude: 30.2672, longitude: -97.7531, region: 'US-TX' };
const wednesdayNoon = new Date('2026-03-04T18:00:00Z');
const node = { type: 'node', id: 42, lat: 30.2672, lon: -97.7431 };
const tags = {
  name: 'Blue Bakery',
  shop: 'bakery',
  amenity: 'cafe',
  'addr:housenumber': '1',
  'addr:street': 'Main St',
  'addr:city': 'Austin',
  'addr:postcode': '78701',
  phone: '+1 512-555-0100; +1 512-555-0101',
  website: 'https://blue.example/',
  opening_hours: 'Mo-Fr 09:00-17:00',
};
const read = (change: Record<string, string | undefined>, location: Parameters<typeof readElements>[1] = austin) =>
  readElements([{ ...node, tags: { ...tags, ...change } }], location, wednesdayNoon)[0];
const unaddressed = { 'addr:housenumber': undefined, 'addr:street': undefined, 'addr:city': undefined };

describe('An element of OpenStreetMap', () => {
  it('is read with all of its fields', () => {
    expect(readElements([{ ...node, tags }], austin, wednesdayNoon)).toEqual([
      {
        placeId: 'osm:node/42',
        name: 'Blue Bakery',
        formattedAddress: '1 Main St, Austin, TX 78701, USA',
        vicinity: '1 Main St, Austin',
        phone: '+1 512-555-0100',
        internationalPhone: '+1 512-555-0100',
        website: 'https://blue.example/',
        googleMapsUrl: 'https://www.openstreetmap.org/node/42',
        rating: null,
        userRatingsTotal: null,
        priceLevel: null,
        businessStatus: null,
        types: ['amenity=cafe', 'shop=bakery'],
        openNow: true,
        latitude: 30.2672,
        longitude: -97.7431,
        photoReferences: [],
        icon: null,
        ownerName: null,
        distance: 960,
      },
    ]);
  });

  it('has the position of its centre if it is no point', () => {
    const way = { type: 'way', id: 7, center: { lat: 30.1, lon: -97.5 }, tags: { name: 'Mall' } };
    expect(readElements([way], austin, wednesdayNoon)).toMatchObject([
      { placeId: 'osm:way/7', latitude: 30.1, longitude: -97.5 },
    ]);
  });

  it('may have nothing but a name', () => {
    const bare = { type: 'node', id: 7, tags: { name: 'Bare' } };
    expect(readElements([bare], austin, wednesdayNoon)).toMatchObject([
      {
        name: 'Bare',
        formattedAddress: null,
        vicinity: null,
        phone: null,
        website: null,
        latitude: null,
        openNow: null,
      },
    ]);
  });

  it.each([
    [{ name: undefined, brand: 'Brand', operator: 'Operator' }, 'Brand'],
    [{ name: undefined, operator: 'Operator' }, 'Operator'],
    [{ brand: 'Brand' }, 'Blue Bakery'],
  ])('with %p is called "%s"', (change, name) => expect(read(change)?.name).toBe(name));

  it.each([
    [{ id: 7, tags }],
    [{ type: 'node', tags }],
    [{ ...node }],
    [{ ...node, tags: { shop: 'bakery' } }],
    [null],
  ])('is no business if it is %p', (element) => expect(readElements([element], austin, wednesdayNoon)).toEqual([]));

  it.each(['amenity', 'shop', 'craft', 'office', 'healthcare', 'leisure', 'tourism'])(
    'has the type of its %s',
    (key) => {
      expect(read({ shop: undefined, amenity: undefined, [key]: 'it' })?.types).toEqual([`${key}=it`]);
    },
  );
});

describe('The phone of an element', () => {
  it.each([
    [{ phone: '512 555 0100' }, '512 555 0100', null],
    [{ phone: ' +1 512 ; 513' }, '+1 512', '+1 512'],
    [{ phone: undefined, 'contact:phone': '+1 512' }, '+1 512', '+1 512'],
    [{ phone: undefined, mobile: '0170' }, '0170', null],
    [{ phone: '', 'contact:mobile': '0171' }, '0171', null],
    [{ 'contact:phone': '1', mobile: '2', 'contact:mobile': '3', phone: '9' }, '9', null],
    [{ phone: undefined }, null, null],
  ])('with %p is %p, and %p for callers from abroad', (change, phone, internationalPhone) => {
    expect(read(change)).toMatchObject({ phone, internationalPhone });
  });
});

describe('The website of an element', () => {
  it.each([
    [{ website: 'blue.example' }, 'https://blue.example'],
    [{ website: 'blue.example:8080' }, 'https://blue.example:8080'],
    [{ website: 'HTTP://blue.example' }, 'HTTP://blue.example'],
    [{ website: undefined, 'contact:website': 'https://contact.example' }, 'https://contact.example'],
    [{ website: undefined, url: 'https://url.example' }, 'https://url.example'],
    [{ website: 'mailto:a@b.example' }, null],
    [{ website: undefined }, null],
  ])('with %p is %p', (change, website) => expect(read(change)?.website).toBe(website));
});

describe('The address of an element', () => {
  const london = { latitude: 51.5, longitude: -0.1, region: 'GB-ENG' };
  const nowhere = { latitude: 51.5, longitude: -0.1, region: null };

  it.each([
    ['ends with state, zip and USA', {}, austin, '1 Main St, Austin, TX 78701, USA'],
    ['prefers its own state', { 'addr:state': 'OK' }, austin, '1 Main St, Austin, OK 78701, USA'],
    ['has no state outside of the US', { 'addr:postcode': 'SW1A 1AA' }, london, '1 Main St, Austin, SW1A 1AA, UK'],
    ['prefers its own country', { 'addr:country': 'DE' }, london, '1 Main St, Austin, 78701, DE'],
    ['has no country that is unknown', {}, nowhere, '1 Main St, Austin, 78701'],
    ['may have no zip', { 'addr:postcode': undefined }, austin, '1 Main St, Austin, TX, USA'],
    ['may be a city alone', { ...unaddressed, 'addr:city': 'Austin' }, austin, 'Austin, TX 78701, USA'],
    ['may have no city', { 'addr:city': undefined }, austin, '1 Main St, TX 78701, USA'],
    ['is absent without a street and a city', unaddressed, austin, null],
  ])('%s', (_, change, location, address) => expect(read(change, location)?.formattedAddress).toBe(address));

  it('may be a street without a number', () => {
    expect(read({ 'addr:housenumber': undefined })?.vicinity).toBe('Main St, Austin');
    expect(read({ 'addr:city': undefined })?.vicinity).toBe('1 Main St');
  });
});

describe('The hours of an element', () => {
  it.each([
    ['Mo-Fr 13:00-17:00', austin, false, null],
    ['off', austin, false, 'CLOSED_TEMPORARILY'],
    [' Closed ', austin, false, 'CLOSED_TEMPORARILY'],
    ['by appointment', austin, null, null],
    ['24/7', { ...austin, region: null }, null, null],
  ])('%p in %p: open %p, status %p', (hours, location, openNow, businessStatus) => {
    expect(read({ opening_hours: hours }, location)).toMatchObject({ openNow, businessStatus });
  });
});

it.each([undefined, null, {}])('no elements are read from %p', (elements) => {
  expect(readElements(elements, austin, wednesdayNoon)).toEqual([]);
});
