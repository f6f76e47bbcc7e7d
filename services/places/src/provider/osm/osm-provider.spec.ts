import { startPlacesStub, type PlacesStub } from '@lead-finder/testing';
import { openAt, openLocations, plumbersInAustin, searchesIn } from '../../../test/adapters.js';
import { TestCallContext } from '../../../test/test-call-context.js';
import type { ProviderSearch } from '../places-provider.js';
import { OsmProvider } from './osm-provider.js';
import { circle, overpassQuery } from './overpass-query.rules.js';

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
  openAt(OsmProvider, stub.url, memory.locations()).search({ ...plumbersInAustin, ...request }, new TestCallContext());

describe('The calls to the servers of OpenStreetMap', () => {
  it('identify the product, and fetch everything with one query', async () => {
    const first = await search({ maxResults: 60, location: 'Waco, TX' });
    expect(first.total).toBe(60);
    await search({ maxResults: 60, location: 'Waco, TX', token: first.nextToken! });
    expect(stub.log.map(({ operation }) => operation)).toEqual(['geocode', 'interpreter']);
    expect(new Set(stub.log.map(({ agent }) => agent))).toEqual(new Set(['LeadFinder/0.1 (+me@example.com)']));
  });

  it('return phone, website, address and whether a place is open from its tags', async () => {
    const { businesses } = await search({ location: 'Austin, TX' });
    const expected = businesses.find(({ website, phone }) => website && phone)!;
    expect(expected).toMatchObject({
      placeId: expect.stringMatching(/^osm:(node|way)\/\d+$/),
      phone: expect.stringMatching(/^\+1 512-555-01\d\d$/),
      website: expect.stringMatching(/^https:\/\/place-\d+\.example\/$/),
      formattedAddress: expect.stringMatching(/^\d+ Sample St, Austin, TX 78701, USA$/),
      googleMapsUrl: expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\/(node|way)\/\d+$/),
      rating: null,
      priceLevel: null,
      types: ['craft=plumber'],
    });
    expect(searchesIn(stub)).toHaveLength(1);
  });
});

describe('A query in Overpass QL', () => {
  const centre = { latitude: 30.2672, longitude: -97.7431 };
  const query = (request: Partial<ProviderSearch>) =>
    overpassQuery({ ...plumbersInAustin, ...request }, circle(centre, 5_000), 15);

  it('searches the tags of a known kind', () =>
    expect(query({ businessType: 'Dentists' })).toBe(
      [
        '[out:json][timeout:15][maxsize:67108864];',
        '(',
        '  nwr["amenity"="dentist"](around:5000,30.267200,-97.743100);',
        '  nwr["healthcare"="dentist"](around:5000,30.267200,-97.743100);',
        ');',
        'out tags center 2000;',
      ].join('\n'),
    ));

  it('searches other words in names and descriptive tags', () => {
    const text = query({ businessType: 'italian restaurants' });
    expect(text).toContain('nwr["amenity"="restaurant"]["cuisine"~"italian",i](around');
    expect(text).toContain('nwr["amenity"="restaurant"]["name"~"italian",i](around');
  });

  it('searches an unknown kind in names, and escapes its characters', () => {
    const text = query({ businessType: 'a"b](c)\\d.*' });
    expect(text).toContain('["name"~"a\\"b\\\\]\\\\(c\\\\)\\\\\\\\d\\\\.\\\\*",i]["shop"]');
  });
});
