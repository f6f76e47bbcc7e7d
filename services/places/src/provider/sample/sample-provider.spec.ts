import { BUSINESS_TYPES, PLACES, foundBusiness } from '@lead-finder/contracts';
import { longRun } from '@lead-finder/testing';
import type { ProviderBusiness, ProviderPage, ProviderSearch } from '../places-provider.js';
import { TestCallContext } from '../../../test/test-call-context.js';
import { SampleProvider } from './sample-provider.js';
import { TOWNS } from './towns.js';

const provider = new SampleProvider();
const US_STATE = /, ([A-Z]{2}) \d{5}, USA$/;

const dentistsInAustin: ProviderSearch = {
  businessType: 'dentist',
  location: 'Austin, TX',
  searchMethod: 'textSearch',
  radius: 5_000,
  maxResults: 100,
  pageSize: 100,
  sortBy: 'relevance',
};
const search = (request: Partial<ProviderSearch>): Promise<ProviderPage> =>
  provider.search({ ...dentistsInAustin, ...request }, new TestCallContext());
const find = async (request: Partial<ProviderSearch>): Promise<ProviderBusiness[]> =>
  (await search(request)).businesses;
const ids = (businesses: ProviderBusiness[]): string[] => businesses.map(({ placeId }) => placeId);
const distinct = (values: unknown[]): number => new Set(values).size;

describe('The sample provider', () => {
  it("finds forty different dentists in 'Austin, TX'", async () => {
    const { businesses, total } = await search({ maxResults: 40 });
    expect(total).toBe(40);
    for (const field of ['placeId', 'name', 'formattedAddress'] as const) {
      expect(distinct(businesses.map((business) => business[field]))).toBe(40);
    }
    for (const business of businesses) {
      expect(foundBusiness.parse(business)).toEqual(business);
      expect(business.formattedAddress).toMatch(/^\d{3,4} .+, Austin, TX 787\d\d, USA$/);
      expect(business.name).toMatch(/Dent|Orthodontics/);
      expect(business.phone ?? '(512) 555-0100').toMatch(/^\((512|737)\) 555-01\d\d$/);
      expect(business.website ?? 'https://www.a.example/').toMatch(/^https:\/\/www\.[a-z0-9-]+\.example\/$/);
      expect(Math.abs(business.latitude! - 30.2672)).toBeLessThan(0.05);
      expect(Math.abs(business.longitude! + 97.7431)).toBeLessThan(0.06);
    }
  });

  // The long run tries all 66,000 pairs; otherwise each type and each place is in at least one pair.
  it('finds at least forty businesses of every type at every place', async () => {
    const pairs = longRun
      ? BUSINESS_TYPES.flatMap((type) => PLACES.map((place) => [type, place] as const))
      : Array.from(
          { length: 300 },
          (_, n) => [BUSINESS_TYPES[n % BUSINESS_TYPES.length]!, PLACES[(n * 7) % PLACES.length]!] as const,
        );
    const tooFew: unknown[] = [];
    for (const [businessType, location] of pairs) {
      const businesses = await find({ businessType, location, radius: 4_828 });
      const places = distinct(businesses.map((each) => `${each.name}|${each.formattedAddress}`));
      if (places < 40 || distinct(ids(businesses)) < 40) tooFew.push([businessType, location, places]);
    }
    expect(tooFew).toEqual([]);
  }, 600_000);

  it('stays in the requested state', async () => {
    for (const town of TOWNS) {
      for (const { formattedAddress } of await find({ location: town.name, maxResults: 5 })) {
        expect(US_STATE.exec(formattedAddress!)?.[1]).toBe(town.state);
        expect(formattedAddress).toContain(`, ${town.city}, `);
      }
    }
    const texan = await find({ location: 'Texas' });
    expect(texan.every(({ formattedAddress }) => formattedAddress!.includes(', TX '))).toBe(true);
    expect(distinct(texan.map(({ vicinity }) => vicinity!.split(', ').at(-1)))).toBeGreaterThan(5);
  });

  it.each(['austin, tx', 'Austin TX', 'Austin, Texas', ' AUSTIN ', 'Austin, TX, USA', '5 Main St, Austin, TX 78701'])(
    "reads '%s' as Austin, TX",
    async (location) => {
      expect(await find({ location })).toEqual(await find({ location: 'Austin, TX' }));
    },
  );

  it.each(['Atlantis', 'Atlantis, TX', 'London, UK', ',', '99999'])("finds nothing in '%s'", async (location) => {
    expect(await search({ location })).toEqual({ businesses: [], total: 0 });
  });

  it('finds the same again, and the same in a state as in its towns', async () => {
    expect(await search({ businessType: 'plumber' })).toEqual(await search({ businessType: 'Plumbers ' }));
    expect(distinct(ids([...(await find({})), ...(await find({ businessType: 'plumber' }))]))).toBeGreaterThan(80);
    const inTown = await find({ maxResults: 10 });
    const inState = await find({ location: 'Texas' });
    expect(ids(inState)).toContain(inTown[0]!.placeId);
  });

  it('returns plausible results for an unknown type', async () => {
    const goats = await find({ businessType: 'goat yoga <b>' });
    expect(goats.length).toBeGreaterThanOrEqual(40);
    expect(goats.every(({ name }) => name.includes('Goat Yoga'))).toBe(true);
    const emergency = await find({ businessType: 'emergency plumber' });
    expect(emergency.every(({ name }) => name.includes('Plumbing'))).toBe(true);
  });

  it('has every case that a screen must show', async () => {
    const businesses = await find({ businessType: 'restaurant', location: 'Denver, CO' });
    const values = (field: keyof ProviderBusiness) => new Set(businesses.map((business) => business[field]));
    expect([...values('businessStatus')].sort()).toEqual([
      'CLOSED_PERMANENTLY',
      'CLOSED_TEMPORARILY',
      'OPERATIONAL',
      null,
    ]);
    expect(values('openNow')).toEqual(new Set([true, false, null]));
    for (const field of ['rating', 'priceLevel', 'phone', 'website', 'ownerName'] as const) {
      expect(values(field)).toContain(null);
      expect(values(field).size).toBeGreaterThan(4);
    }
  });

  it('has no repeats or gaps in pages of any size', async () => {
    const whole = await find({ maxResults: 47 });
    const paged: ProviderBusiness[] = [];
    let token: string | undefined;
    do {
      const page = await search({ maxResults: 47, pageSize: 20, ...(token && { token }) });
      expect(page.total).toBe(47);
      paged.push(...page.businesses);
      token = page.nextToken;
    } while (token);
    expect(paged).toEqual(whole);
    await expect(search({ token: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('respects the radius, the opening hours and the price', async () => {
    const all = await find({});
    expect(all.every(({ distance }) => distance! <= 5_000)).toBe(true);
    const near = await find({ radius: 1_500 });
    expect(near.length).toBeGreaterThan(0);
    expect(ids(near)).toEqual(ids(all.filter(({ distance }) => distance! <= 1_500)));
    expect((await find({ radius: 20_000 })).some(({ distance }) => distance! > 5_000)).toBe(true);
    const open = await find({ openNow: true });
    expect(ids(open)).toEqual(ids(all.filter(({ openNow }) => openNow === true)));
    const priced = await find({ minPrice: 1, maxPrice: 2 });
    expect(ids(priced)).toEqual(ids(all.filter(({ priceLevel }) => priceLevel === 1 || priceLevel === 2)));
  });

  it('finds some of the same businesses with a keyword', async () => {
    const all = ids(await find({}));
    const narrowed = ids(await find({ keyword: 'emergency' }));
    expect(narrowed.length).toBeGreaterThan(0);
    expect(narrowed.length).toBeLessThan(all.length / 1.5);
    expect(all).toEqual(expect.arrayContaining(narrowed));
    expect(ids(await find({ keyword: ' Emergency ' }))).toEqual(narrowed);
  });

  it('sorts by distance, rating and prominence', async () => {
    const distances = (await find({ sortBy: 'distance' })).map(({ distance }) => distance!);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    const ratings = (await find({ sortBy: 'rating' })).map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    const [first, last] = [(await find({ sortBy: 'prominence' }))[0]!, (await find({ sortBy: 'prominence' })).at(-1)!];
    expect(first.userRatingsTotal).toBeGreaterThan(100);
    expect(last.rating).toBeNull();
    expect(ids(await find({ sortBy: 'distance' })).sort()).toEqual(ids(await find({})).sort());
  });

  it('returns the best match for Find Place, and sorts Nearby Search by renown', async () => {
    const place = await search({ searchMethod: 'findPlace', businessType: 'family dentistry dentist' });
    expect(place.total).toBe(1);
    expect(place.businesses).toHaveLength(1);
    expect(place.businesses[0]!.name).toContain('Family Dentistry');
    expect(await find({ searchMethod: 'nearbySearch' })).toEqual(await find({ sortBy: 'prominence' }));
  });

  it('takes a few milliseconds', async () => {
    await search({ location: 'California' });
    const start = performance.now();
    for (let n = 0; n < 40; n++) await search({ businessType: BUSINESS_TYPES[n]!, location: PLACES[n * 3]! });
    expect((performance.now() - start) / 40).toBeLessThan(20);
  });

  it('stops if the caller aborts', async () => {
    const gone = provider.search(dentistsInAustin, new TestCallContext(AbortSignal.abort()));
    await expect(gone).rejects.toThrow(/abort/i);
  });
});
