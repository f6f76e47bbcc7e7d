import { eventually, type PlacesStub, startPlacesStub, type TestService } from '@lead-finder/testing';
import { contentAtLeads, startPlaces } from '../../test/start-places.js';
import { ContentRetention } from './content-retention.js';

let stub: PlacesStub;
let places: TestService | undefined;
beforeAll(async () => {
  stub = await startPlacesStub();
});
afterAll(() => stub.stop());
beforeEach(() => {
  stub.log.length = 0;
  stub.play(null);
  contentAtLeads.forget();
});
afterEach(() => places?.stop());

const begin = async (environment: Record<string, string>) => {
  places = await startPlaces({
    GOOGLE_PLACES_API_KEY: 'k',
    GOOGLE_PLACES_URL: stub.url,
    GOOGLE_MAPS_URL: stub.url,
    ...environment,
  });
};
const daysAgo = (moment: string) => (Date.now() - Date.parse(moment)) / 86_400_000;

describe('Content of a provider', () => {
  it('of leads is refreshed before it is too old, with one call each, and older content is cleared', async () => {
    contentAtLeads.stale = ['one', 'gone-two'];
    await begin({ PLACES_CONTENT_DAYS: '30' });
    await eventually(() => expect(contentAtLeads.cleared).toHaveLength(1));
    const [asked] = contentAtLeads.asked;
    expect(asked).toMatchObject({ provider: 'google', withoutDetails: false });
    expect(daysAgo(asked!.fetchedBefore!)).toBeCloseTo(27, 1);
    expect(stub.log.map(({ operation }) => operation)).toEqual(['details', 'details']);
    expect(stub.log[0]!.mask).toMatch(/^id,displayName,/);
    expect(contentAtLeads.refreshed).toMatchObject([
      { placeId: 'one', clearsGone: true, business: { placeId: 'one', name: 'one No. 1' } },
      { placeId: 'gone-two', clearsGone: true, business: null },
    ]);
    const [clearing] = contentAtLeads.cleared;
    expect(clearing!.providers).toEqual(['google', 'google-legacy', 'osm']);
    expect(daysAgo(clearing!.fetchedBefore)).toBeCloseTo(30, 1);
    expect(await places!.database.query('select actor_id, operation, outcome from provider_calls')).toEqual([
      { actor_id: 0, operation: 'details', outcome: 'answered' },
      { actor_id: 0, operation: 'details', outcome: 'answered' },
    ]);
  });

  it('stays unchanged if the operator sets no limit', async () => {
    await begin({});
    await places!.get(ContentRetention).run(new AbortController().signal);
    expect([contentAtLeads.asked, contentAtLeads.cleared, stub.log]).toEqual([[], [], []]);
  });

  it('of the legacy API lacks phone and website, which are fetched only for leads', async () => {
    contentAtLeads.stale = ['three', 'gone-four'];
    await begin({ PLACES_PROVIDER: 'google-legacy' });
    await eventually(() => expect(contentAtLeads.refreshed).toHaveLength(2));
    expect(contentAtLeads.asked).toMatchObject([
      { provider: 'google-legacy', fetchedBefore: null, withoutDetails: true },
    ]);
    expect(contentAtLeads.refreshed).toMatchObject([
      { clearsGone: false, business: { phone: '(512) 555-0142', website: 'https://details.example/' } },
      { clearsGone: false, business: null },
    ]);
    expect(stub.log.map(({ operation }) => operation)).toEqual(['details', 'details']);
    expect(stub.log[0]!.asked).toMatch(
      /fields=place_id,name,.*formatted_phone_number,international_phone_number,website,url/,
    );
    expect(contentAtLeads.cleared).toEqual([]);
  });

  it('waits for the next run if the provider refuses, and is still cleared when it is too old', async () => {
    contentAtLeads.stale = ['five', 'six'];
    stub.play('blocked');
    await begin({ PLACES_CONTENT_DAYS: '30' });
    await eventually(() => expect(contentAtLeads.cleared).toHaveLength(1));
    expect(stub.log).toHaveLength(1);
    expect(contentAtLeads.refreshed).toEqual([]);
  });
});
