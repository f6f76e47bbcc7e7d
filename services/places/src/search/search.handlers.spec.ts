import { sampleBusinesses, searchBusinesses, type SearchResponse, type SearchRequest } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { GoogleProvider } from '../provider/google/google-provider.js';
import { PlacesProvider, type ProviderPage, type ProviderSearch } from '../provider/places-provider.js';
import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { SampleProvider } from '../provider/sample/sample-provider.js';
import { testActor, type TestService } from '@lead-finder/testing';
import { startPlaces } from '../../test/start-places.js';

/** A provider like Google: metered, without totals, and sometimes failing. */
class MeteredProvider extends PlacesProvider {
  readonly description = { ...GoogleProvider.description, name: 'metered', attribution: 'Places by Metered' };
  readonly asked: ProviderSearch[] = [];
  failure: AppError | null = null;
  private readonly sample = new SampleProvider();

  async search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage> {
    const freely: ProviderCallContext = { ...context, call: (_, make) => make() };
    const { businesses, nextToken } = await context.call('search', () => {
      this.asked.push(request);
      if (this.failure) throw this.failure;
      return this.sample.search({ ...request, maxResults: 100 }, freely);
    });
    return { businesses, ...(nextToken && { nextToken }) };
  }
}

let places: TestService;
const search = (request: Partial<SearchRequest> = {}, userId = 1): Promise<SearchResponse> =>
  places.call(searchBusinesses, testActor(userId), { businessType: 'dentist', location: 'Austin, TX', ...request });
const calls = () =>
  places.database.query<{ actor_id: number | null }>(
    'select provider, actor_id, operation, outcome from provider_calls order by id',
  );
const ids = ({ businesses }: SearchResponse): number[] => businesses.map(({ id }) => id);

describe('Searching with the sample', () => {
  beforeAll(async () => {
    places = await startPlaces();
  });
  afterAll(() => places.stop());

  it('returns a page of businesses with their ids, and the exact total', async () => {
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

  it('returns all pages by their tokens, without repeats', async () => {
    const first = await search({ maxResults: 45 });
    const second = await search({ maxResults: 45, page: 2, nextPageToken: first.nextPageToken });
    const third = await search({ maxResults: 45, page: 3, nextPageToken: second.nextPageToken });
    expect([second.page, third.page]).toEqual([2, 3]);
    expect(third.businesses).toHaveLength(5);
    expect(third.nextPageToken).toBeNull();
    expect(new Set([first, second, third].flatMap(ids)).size).toBe(45);
    expect(await search({ maxResults: 45, page: 2 })).toEqual(second);
  });

  it.each([4, 1_001])('returns an empty page %i after the last one', async (page) => {
    const behind = { businesses: [], page, totalCount: 20, totalPages: 1, nextPageToken: null };
    expect(await search({ page })).toMatchObject(behind);
  });

  it('returns no result for an unknown location, and no error', async () => {
    const nothing = { businesses: [], totalCount: 0, totalPages: 0, nextPageToken: null };
    expect(await search({ location: 'Atlantis' })).toMatchObject(nothing);
  });

  it('returns the businesses of the demo without a provider call', async () => {
    const request = { businessType: 'dentist', location: 'Austin, TX', count: 60 };
    const { businesses } = await places.call(sampleBusinesses, testActor(77, 'admin'), request);
    expect(businesses.length).toBeGreaterThan(40);
    expect(new Set(businesses.map(({ provider }) => provider))).toEqual(new Set(['sample']));
    // Records of earlier tests may still be on their way to the database.
    expect((await calls()).filter(({ actor_id }) => actor_id !== 1)).toEqual([]);
  });

  it('rejects a token of another search, and an unknown one', async () => {
    const { nextPageToken } = await search({ maxResults: 45 });
    const refused = { kind: 'invalid', code: 'invalid_request' };
    await expect(search({ businessType: 'plumber', maxResults: 45, nextPageToken })).rejects.toMatchObject(refused);
    await expect(search({ nextPageToken: "'; drop table search_pages" })).rejects.toMatchObject(refused);
  });

  it('rejects an invalid request with the messages of the rules', async () => {
    const broken = search({ businessType: ' ', location: '' });
    await expect(broken).rejects.toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ message: 'Business type is required' }, { message: 'Location is required' }] },
    });
  });
});

describe('Searching with a metered provider', () => {
  let provider: MeteredProvider;
  beforeEach(async () => {
    provider = new MeteredProvider();
    places = await startPlaces({ PLACES_CALLS_PER_DAY: '4', PLACES_CALLS_PER_USER_PER_DAY: '3' }, { provider });
  });
  afterEach(() => places.stop());

  it('counts the served results as total, and stops at the maximum', async () => {
    const first = await search({ maxResults: 30 });
    expect(first).toMatchObject({ totalCount: 20, totalPages: 2, attribution: 'Places by Metered' });
    const second = await search({ maxResults: 30, page: 2, nextPageToken: first.nextPageToken });
    expect(second).toMatchObject({ totalCount: 30, totalPages: 2, nextPageToken: null });
    expect(second.businesses).toHaveLength(10);
  });

  it('fetches the same search once, in any case and for any user', async () => {
    const first = await search();
    expect(await search({ businessType: 'Dentist ', location: 'austin, tx' }, 2)).toEqual(first);
    expect(provider.asked).toHaveLength(1);
    await search({ radius: 900 });
    expect(provider.asked).toHaveLength(2);
    expect(await calls()).toHaveLength(2);
  });

  it('fetches again when the cached page expires, and its token with it', async () => {
    const { nextPageToken } = await search({ maxResults: 40 });
    await places.database.query(`update search_pages set fetched_at = fetched_at - interval '11 minutes'`);
    await expect(search({ maxResults: 40, nextPageToken })).rejects.toMatchObject({ code: 'invalid_request' });
    await search({ maxResults: 40 });
    expect(provider.asked).toHaveLength(2);
  });

  it('rejects calls beyond the limit of a user or of the team', async () => {
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

  it('respects the limit for many concurrent searches', async () => {
    const searches = Array.from({ length: 8 }, (_, n) => search({ radius: 1_000 + n }, n));
    const outcomes = await Promise.allSettled(searches);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it("passes on the provider's failure with its code, and records it", async () => {
    provider.failure = new AppError('bad_gateway', 'request_denied', 'REQUEST_DENIED by Metered API');
    await expect(search()).rejects.toMatchObject({ kind: 'bad_gateway', code: 'request_denied' });
    const booked = { provider: 'metered', actor_id: 1, operation: 'search', outcome: 'request_denied' };
    expect(await calls()).toEqual([booked]);
    provider.failure = null;
    expect((await search()).totalCount).toBe(20);
  });
});
