import { sampleBusinesses, searchBusinesses, type SearchAnswer, type SearchRequest } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import {
  PlacesProvider,
  type ProviderCallContext,
  type ProviderPage,
  type ProviderSearch,
} from '../provider/places-provider.js';
import { SampleProvider } from '../provider/sample/sample-provider.js';
import { callAs, startPlaces, type RunningPlaces } from '../../test/start-places.js';

/** A provider as Google is one: metered, without totals, and now and then out of order. */
class MeteredProvider extends PlacesProvider {
  readonly name = 'metered';
  readonly attribution = 'Places by Metered';
  readonly isMetered = true;
  readonly asked: ProviderSearch[] = [];
  failure: AppError | null = null;
  private readonly sample = new SampleProvider();

  async search(request: ProviderSearch, errand: ProviderCallContext): Promise<ProviderPage> {
    const freely: ProviderCallContext = { ...errand, call: (_, make) => make() };
    const { businesses, nextToken } = await errand.call('search', () => {
      this.asked.push(request);
      if (this.failure) throw this.failure;
      return this.sample.search({ ...request, maxResults: 100 }, freely);
    });
    return { businesses, ...(nextToken && { nextToken }) };
  }
}

let places: RunningPlaces;
const search = (request: Partial<SearchRequest> = {}, userId = 1): Promise<SearchAnswer> =>
  places.bus.call(searchBusinesses, { businessType: 'dentist', location: 'Austin, TX', ...request }, callAs(userId));
const ledger = () =>
  places.database.query<{ actor_id: number | null }>(
    'select provider, actor_id, operation, outcome from provider_calls order by id',
  );
const ids = ({ businesses }: SearchAnswer): number[] => businesses.map(({ id }) => id);

describe('Searching with the sample', () => {
  beforeAll(async () => {
    places = await startPlaces();
  });
  afterAll(() => places.stop());

  it('answers a page of businesses, each with its id, and the true total', async () => {
    const answer = await search({ maxResults: 45 });
    expect(answer).toMatchObject({ page: 1, pageSize: 20, totalCount: 45, totalPages: 3 });
    expect(answer).toMatchObject({ provider: 'sample', attribution: null });
    expect(answer.nextPageToken).toEqual(expect.any(String));
    expect(new Set(ids(answer)).size).toBe(20);
    expect(answer.businesses[0]).toMatchObject({
      provider: 'sample',
      fetchedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      distance: expect.any(Number),
      takenBy: [],
    });
  });

  it('leads from page to page by the token to the last, without repeats', async () => {
    const first = await search({ maxResults: 45 });
    const second = await search({ maxResults: 45, page: 2, nextPageToken: first.nextPageToken });
    const third = await search({ maxResults: 45, page: 3, nextPageToken: second.nextPageToken });
    expect([second.page, third.page]).toEqual([2, 3]);
    expect(third.businesses).toHaveLength(5);
    expect(third.nextPageToken).toBeNull();
    expect(new Set([first, second, third].flatMap(ids)).size).toBe(45);
    expect(await search({ maxResults: 45, page: 2 })).toEqual(second);
  });

  it('answers a page behind the last one empty', async () => {
    const behind = { businesses: [], page: 4, totalCount: 20, totalPages: 1, nextPageToken: null };
    expect(await search({ page: 4 })).toMatchObject(behind);
  });

  it('answers an unknown location with no result, not with an error', async () => {
    const nothing = { businesses: [], totalCount: 0, totalPages: 0, nextPageToken: null };
    expect(await search({ location: 'Atlantis' })).toMatchObject(nothing);
  });

  it('gives the demo its businesses without a call to anybody', async () => {
    const request = { businessType: 'dentist', location: 'Austin, TX', count: 60 };
    const { businesses } = await places.bus.call(sampleBusinesses, request, callAs(77, 'admin'));
    expect(businesses.length).toBeGreaterThan(40);
    expect(new Set(businesses.map(({ provider }) => provider))).toEqual(new Set(['sample']));
    // What the searcher of the tests before asked for may still be on its way into the ledger.
    expect((await ledger()).filter(({ actor_id }) => actor_id !== 1)).toEqual([]);
  });

  it('refuses a token of another search, and one that nobody gave out', async () => {
    const { nextPageToken } = await search({ maxResults: 45 });
    const refused = { kind: 'invalid', code: 'invalid_request' };
    await expect(search({ businessType: 'plumber', maxResults: 45, nextPageToken })).rejects.toMatchObject(refused);
    await expect(search({ nextPageToken: "'; drop table search_pages" })).rejects.toMatchObject(refused);
  });

  it('refuses a request that breaks the rules with their messages', async () => {
    const broken = search({ businessType: ' ', location: '' });
    await expect(broken).rejects.toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ message: 'Business type is required' }, { message: 'Location is required' }] },
    });
  });
});

describe('Searching with a provider that costs', () => {
  let provider: MeteredProvider;
  beforeEach(async () => {
    provider = new MeteredProvider();
    places = await startPlaces({ PLACES_CALLS_PER_DAY: '4', PLACES_CALLS_PER_USER_PER_DAY: '3' }, provider);
  });
  afterEach(() => places.stop());

  it('counts as total what was served so far, and stops at the most results', async () => {
    const first = await search({ maxResults: 30 });
    expect(first).toMatchObject({ totalCount: 20, totalPages: 2, attribution: 'Places by Metered' });
    const second = await search({ maxResults: 30, page: 2, nextPageToken: first.nextPageToken });
    expect(second).toMatchObject({ totalCount: 30, totalPages: 2, nextPageToken: null });
    expect(second.businesses).toHaveLength(10);
  });

  it('asks once for the same search, in whatever case and by whomever', async () => {
    const first = await search();
    expect(await search({ businessType: 'Dentist ', location: 'austin, tx' }, 2)).toEqual(first);
    expect(provider.asked).toHaveLength(1);
    await search({ radius: 900 });
    expect(provider.asked).toHaveLength(2);
    expect(await ledger()).toHaveLength(2);
  });

  it('asks again when the memory is too old, and the old token has expired with it', async () => {
    const { nextPageToken } = await search({ maxResults: 40 });
    await places.database.query(`update search_pages set fetched_at = fetched_at - interval '11 minutes'`);
    await expect(search({ maxResults: 40, nextPageToken })).rejects.toMatchObject({ code: 'invalid_request' });
    await search({ maxResults: 40 });
    expect(provider.asked).toHaveLength(2);
  });

  it("refuses what is beyond a person's or everybody's limit of the day", async () => {
    for (const radius of [1_000, 2_000, 3_000]) await search({ radius });
    const refused = {
      kind: 'limited',
      code: 'rate_limited',
      message: expect.stringContaining('provider calls of today'),
    };
    await expect(search({ radius: 4_000 })).rejects.toMatchObject({
      ...refused,
      details: { retryAfter: expect.any(Number) },
    });
    await search({ radius: 4_000 }, 2);
    await expect(search({ radius: 5_000 }, 2)).rejects.toMatchObject(refused);
    expect(provider.asked).toHaveLength(4);
    await places.database.query(`update provider_calls set made_at = made_at - interval '1 day'`);
    await expect(search({ radius: 5_000 }, 2)).resolves.toMatchObject({ totalCount: 20 });
  });

  it('keeps to the limit when many search at once', async () => {
    const searches = Array.from({ length: 8 }, (_, n) => search({ radius: 1_000 + n }, n));
    const outcomes = await Promise.allSettled(searches);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it("passes the provider's failure on with its code, and books it", async () => {
    provider.failure = new AppError('bad_gateway', 'request_denied', 'REQUEST_DENIED by Metered API');
    await expect(search()).rejects.toMatchObject({ kind: 'bad_gateway', code: 'request_denied' });
    const booked = { provider: 'metered', actor_id: 1, operation: 'search', outcome: 'request_denied' };
    expect(await ledger()).toEqual([booked]);
    provider.failure = null;
    expect((await search()).totalCount).toBe(20);
  });
});
