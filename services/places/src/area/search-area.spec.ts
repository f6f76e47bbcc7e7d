import {
  areaSearchEnded,
  continueAreaSearch,
  getAreaSearch,
  listAreaResults,
  listAreaSearches,
  startAreaSearch,
  stopAreaSearch,
  type AreaSearch,
} from '@lead-finder/contracts';
import {
  eventually,
  longRun,
  placesAt,
  type PlacesStub,
  startPlacesStub,
  testActor,
  testSeed,
  type TestService,
} from '@lead-finder/testing';
import { searchesIn } from '../../test/adapters.js';
import { dice, landscapes, scatter } from '../../test/scattered-points.js';
import { administrators, startPlaces } from '../../test/start-places.js';

const austin = { latitude: 30.2672, longitude: -97.7431 };
const radius = 50_000;
const admin = testActor(1, 'admin');
const timeoutMs = longRun ? 400_000 : 120_000;
const generous = { PLACES_CALLS_PER_DAY: '1000000', PLACES_CALLS_PER_USER_PER_DAY: '1000000' };

let stub: PlacesStub;
let places: TestService;
afterEach(async () => {
  await places?.stop();
  await stub?.stop();
});

async function begin(points: { latitude: number; longitude: number }[], limits: Record<string, string> = generous) {
  stub = await startPlacesStub({ known: placesAt(points) });
  places = await startPlaces({
    GOOGLE_PLACES_API_KEY: 'k',
    GOOGLE_PLACES_URL: stub.url,
    GOOGLE_MAPS_URL: stub.url,
    ...limits,
  });
}
const start = (budget = 5_000) =>
  places.call(startAreaSearch, admin, { businessType: 'plumber', location: 'Austin, TX', radius, budget });
const read = (searchId: number) => places.call(getAreaSearch, admin, { searchId });
const until = (searchId: number, status: AreaSearch['status']) =>
  eventually(
    async () => {
      const search = await read(searchId);
      expect(search).toMatchObject({ status });
      return search;
    },
    { within: timeoutMs - 10_000 },
  );
const foundBy = (searchId: number) =>
  places.database.query<{ id: string; distance: number }>(
    `select place_id as id, (business ->> 'distance')::float as distance from area_places where search_id = $1`,
    [searchId],
  );
const some = (count: number, landscape = 'in a dozen towns') =>
  scatter(landscapes[landscape]!(dice(testSeed)), count, austin, radius);
const answered = () =>
  stub.log.filter(({ status }) => status === 200).map(({ operation, asked }) => `${operation} ${asked}`);

describe('Searching a whole area', () => {
  const count = longRun ? 20_000 : 600;
  it.each(Object.keys(landscapes).slice(0, longRun ? undefined : 2))(
    `finds all of ${count} places that lie %s and none outside, with few calls, each in the ledger`,
    async (landscape) => {
      const { inside, all } = some(count, landscape);
      await begin(all);
      const { id } = await start();
      const done = await until(id, 'completed');
      const found = await foundBy(id);
      expect(found).toHaveLength(inside.length);
      expect(done).toMatchObject({ found: inside.length, percentDone: 100, problem: null, calls: stub.log.length });
      expect(Math.max(...found.map(({ distance }) => distance))).toBeLessThanOrEqual(radius);
      // With few places, those outside the circle fill many squares at its edge.
      expect(searchesIn(stub).length).toBeLessThanOrEqual((2.5 * (longRun ? inside : all).length) / 20);
      const [booked] = await places.database.query<{ calls: number }>(
        'select count(*)::int as calls from provider_calls',
      );
      expect(booked!.calls).toBe(stub.log.length);
      expect(new Set(answered()).size).toBe(answered().length);
    },
    timeoutMs,
  );

  it(
    'makes no call beyond its budget, and continues with a new budget where it ended',
    async () => {
      const { inside, all } = some(300);
      await begin(all);
      const { id } = await start(10);
      expect(await until(id, 'spent')).toMatchObject({ calls: 10, budget: 10 });
      expect(stub.log).toHaveLength(10);
      await places.call(continueAreaSearch, admin, { searchId: id, budget: 500 });
      expect(await until(id, 'completed')).toMatchObject({ found: inside.length });
      expect(await places.emitted(areaSearchEnded, 2)).toMatchObject([
        { searchId: id, createdBy: 1, status: 'spent' },
        { searchId: id, createdBy: 1, status: 'completed', found: inside.length },
      ]);
      expect(new Set(answered()).size).toBe(answered().length);
      await expect(places.call(continueAreaSearch, admin, { searchId: id, budget: 5 })).rejects.toMatchObject({
        message: 'This search is complete: there is nothing left to search',
      });
    },
    timeoutMs,
  );

  it(
    'can be stopped, and runs once at a time for a user',
    async () => {
      const { all } = some(600);
      await begin(all);
      stub.play('slow', 'searchText');
      const { id } = await start();
      await eventually(() => expect(searchesIn(stub)).toHaveLength(1));
      await expect(start()).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringMatching(/^You have a whole-area/),
      });
      stub.play(null);
      await places.call(stopAreaSearch, admin, { searchId: id });
      expect(await until(id, 'stopped')).toMatchObject({ finishedAt: expect.any(String) });
      expect((await start()).id).toBeGreaterThan(id);
    },
    timeoutMs,
  );

  it(
    'makes no further call for a user who is not an administrator any more',
    async () => {
      await begin(some(400).all);
      const { id } = await start(3);
      await until(id, 'spent');
      const calls = stub.log.length;
      administrators.delete(1);
      try {
        await places.call(continueAreaSearch, admin, { searchId: id, budget: 9 });
        expect(await until(id, 'failed')).toMatchObject({
          problem: expect.stringContaining('no longer an active administrator'),
        });
      } finally {
        administrators.add(1);
      }
      expect(stub.log).toHaveLength(calls);
    },
    timeoutMs,
  );

  it(
    "ends with the limit's or the provider's message, and can be continued",
    async () => {
      const { all } = some(400);
      await begin(all, { PLACES_CALLS_PER_USER_PER_DAY: '12' });
      const { id } = await start();
      expect(await until(id, 'failed')).toMatchObject({
        problem: expect.stringMatching(/^You have used your 12 provider calls/),
      });
      expect(stub.log).toHaveLength(12);
      const { callsLeftToday, searches, provider } = await places.call(listAreaSearches, admin, {});
      expect({ callsLeftToday, provider }).toEqual({ callsLeftToday: 0, provider: 'google' });
      expect(searches.map((each) => each.id)).toEqual([id]);
      await places.database.query(`update provider_calls set made_at = made_at - interval '1 day'`);
      stub.play('blocked');
      await places.call(continueAreaSearch, admin, { searchId: id, budget: 9 });
      await eventually(async () => expect((await read(id)).problem).toMatch(/^REQUEST_DENIED by Google Places API/));
    },
    timeoutMs,
  );

  it(
    'returns its results in the form of a search, a page at a time',
    async () => {
      const { inside, all } = some(70);
      await begin(all);
      const { id } = await start();
      await until(id, 'completed');
      const page = (number: number) =>
        places.call(listAreaResults, admin, { searchId: id, page: number, pageSize: 40 });
      const [first, second] = [await page(1), await page(2)];
      expect(first).toMatchObject({
        totalCount: inside.length,
        totalPages: 2,
        nextPageToken: '2',
        provider: 'google',
        attribution: 'Google Maps',
      });
      expect(second).toMatchObject({ page: 2, nextPageToken: null });
      const ids = [...first.businesses, ...second.businesses].map((business) => business.placeId);
      expect(new Set(ids).size).toBe(inside.length);
      await expect(places.call(listAreaResults, admin, { searchId: id + 9 })).rejects.toMatchObject({
        kind: 'not_found',
      });
    },
    timeoutMs,
  );

  it(
    'finds nothing at an unknown place',
    async () => {
      await begin([]);
      const { id } = await places.call(startAreaSearch, admin, {
        businessType: 'plumber',
        location: 'Atlantis',
        radius,
      });
      expect(await until(id, 'completed')).toMatchObject({ found: 0, calls: 1 });
    },
    timeoutMs,
  );

  it(
    'is only for administrators',
    async () => {
      await begin([]);
      for (const role of ['user', 'manager'] as const) {
        await expect(places.call(listAreaSearches, testActor(2, role), {})).rejects.toMatchObject({
          kind: 'forbidden',
        });
      }
    },
    timeoutMs,
  );
});
