import { searchBusinesses, type SearchRequest } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { eventually, type PlacesStub, startPlacesStub, testActor, type TestService } from '@lead-finder/testing';
import { searchesIn } from '../../test/adapters.js';
import { startPlaces } from '../../test/start-places.js';

let stub: PlacesStub;
let places: TestService;
beforeAll(async () => {
  stub = await startPlacesStub({ spacingMs: 900 });
});
afterAll(() => stub.stop());
beforeEach(() => {
  stub.log.length = 0;
  stub.play(null);
});
afterEach(() => places.stop());

const google = (limits: Record<string, string> = {}) =>
  startPlaces({ GOOGLE_PLACES_API_KEY: 'a-key', GOOGLE_PLACES_URL: stub.url, GOOGLE_MAPS_URL: stub.url, ...limits });
const search = (request: Partial<SearchRequest>, userId = 1, signal?: AbortSignal) =>
  places.call(
    searchBusinesses,
    testActor(userId),
    { businessType: 'plumber', location: 'Austin, TX', pageSize: 60, maxResults: 60, ...request },
    undefined,
    { signal },
  );
const booked = () =>
  places.database.query<{ operation: string; count: number }>(
    'select operation, count(*)::int as count from provider_calls group by operation order by operation',
  );
const made = () => {
  const counts = new Map<string, number>();
  for (const { operation } of stub.log) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts]
    .map(([operation, count]) => ({ operation, count }))
    .sort((a, b) => (a.operation < b.operation ? -1 : 1));
};

describe('The limits of a metered provider', () => {
  it('allow exactly the calls of a day, for any concurrent users, and record each call', async () => {
    places = await google({ PLACES_CALLS_PER_DAY: '50', PLACES_CALLS_PER_USER_PER_DAY: '1000' });
    const searches = Array.from({ length: 25 }, (_, n) => search({ businessType: `plumber ${n}` }, n + 1));
    const outcomes = await Promise.allSettled(searches);
    expect(stub.log).toHaveLength(50);
    expect(await booked()).toEqual(made());
    expect(made()).toEqual([
      { operation: 'geocode', count: 1 },
      { operation: 'searchText', count: 49 },
    ]);
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as AppError] : []));
    expect(refusals.length).toBeGreaterThanOrEqual(9);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        kind: 'limited',
        code: 'rate_limited',
        message:
          'The team has used its 50 provider calls of today. ' +
          'Searching goes on at midnight UTC, or when an administrator raises the limit.',
        details: { retryAfter: expect.any(Number) },
      });
    }
  });

  it('share the calls of identical searches at the same time', async () => {
    places = await google();
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => search({}, n + 1)));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(made()).toEqual([
      { operation: 'geocode', count: 1 },
      { operation: 'searchText', count: 3 },
    ]);
  });

  it('do not let a user at his own limit stop others with the same search', async () => {
    places = await google({ PLACES_CALLS_PER_USER_PER_DAY: '4' });
    await search({ businessType: 'painter' }, 1);
    const [own, others] = await Promise.allSettled([search({}, 1), search({}, 2)]);
    expect(own).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/^You have used your 4 provider calls/) },
    });
    expect(others).toMatchObject({ status: 'fulfilled', value: { totalCount: 60 } });
  });

  it('abort the call when all waiting clients have left, and record it as abandoned', async () => {
    places = await google();
    await search({ businessType: 'painter', maxResults: 20 });
    stub.play('slow');
    const leavers = [new AbortController(), new AbortController()];
    const searches = leavers.map(({ signal }, n) => search({}, n + 1, signal));
    searches.forEach((each) => each.catch(() => undefined));
    await eventually(() => expect(searchesIn(stub)).toHaveLength(2));
    leavers.forEach((leaver) => leaver.abort());
    await eventually(() => expect(stub.log.at(-1)).toMatchObject({ abandoned: true }));
    await eventually(async () => {
      const outcomes = await places.database.query('select outcome from provider_calls order by id desc limit 1');
      expect(outcomes).toEqual([{ outcome: 'abandoned' }]);
    });
  });

  it('record a retry as a second call', async () => {
    places = await google();
    await search({ businessType: 'plumber !busy-once', maxResults: 20 });
    expect(await booked()).toEqual(made());
    expect(searchesIn(stub)).toHaveLength(2);
  });

  it("allow one call a second if the provider's rules require it, for all users", async () => {
    places = await startPlaces({
      PLACES_PROVIDER: 'osm',
      OSM_NOMINATIM_URL: stub.url,
      OSM_OVERPASS_URL: `${stub.url}/`,
      OSM_CONTACT: 'me@example.com',
    });
    await Promise.all([1, 2, 3].map((n) => search({ radius: 1_000 * n }, n)));
    const moments = searchesIn(stub).map(({ at }) => at);
    const gaps = moments.slice(1).map((at, index) => at - moments[index]!);
    expect(gaps).toHaveLength(2);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900);
  });
});

describe('The places service', () => {
  const without = (environment: Record<string, string>) => startPlaces(environment);

  it.each([
    ['google', 'Google Places API key is missing. Please contact the administrator.'],
    ['google-legacy', 'Google Places API (Legacy) key is missing. Please contact the administrator.'],
    ['osm', /^OpenStreetMap is not set up/],
  ])('starts with %s and nothing else, and says what is missing to each search', async (name, message) => {
    places = await without({ PLACES_PROVIDER: name });
    const missing = { kind: 'unavailable', code: 'api_key_missing', message: expect.stringMatching(message) };
    await expect(search({})).rejects.toMatchObject(typeof message === 'string' ? { ...missing, message } : missing);
    expect(stub.log).toEqual([]);
  });

  it('searches with Google if there is a key, with its attribution beside the results', async () => {
    places = await google();
    expect(await search({})).toMatchObject({ provider: 'google', attribution: 'Google Maps', totalCount: 60 });
  });
});
