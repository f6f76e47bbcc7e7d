import { getPlacesNotices, searchBusinesses, startAreaSearch, getAreaSearch } from '@lead-finder/contracts';
import { eventually, testActor, type TestService } from '@lead-finder/testing';
import { startPlaces } from '../../test/start-places.js';

let places: TestService;
afterEach(() => places.stop());

const dentists = { businessType: 'dentist', location: 'Austin, TX' };
const admin = testActor(1, 'admin');
const search = () => places.call(searchBusinesses, admin, dentists);
const notices = async () => (await places.call(getPlacesNotices, admin, {})).notices;
const missing = (text: string) => [
  {
    code: 'places_provider_missing',
    text: `Searches fail because ${text} for the places service, as 'Places provider' in docs/operations.md describes.`,
  },
];

describe('The places service beside servers', () => {
  it('searches nothing without a choice, and says what to set', async () => {
    places = await startPlaces({}, { usesServers: true });
    const refused = { kind: 'unavailable', message: 'No places provider is set up. Please contact the administrator.' };
    await expect(search()).rejects.toMatchObject(refused);
    expect(await notices()).toEqual(missing('PLACES_PROVIDER is not set. Set it'));
    for (const actor of [testActor(2, 'manager'), testActor(3, 'user'), null])
      expect((await places.call(getPlacesNotices, actor, {})).notices).toEqual([{ code: 'places_provider_missing' }]);
    const { id } = await places.call(startAreaSearch, admin, { ...dentists, budget: 1 });
    await eventually(async () =>
      expect(await places.call(getAreaSearch, admin, { searchId: id })).toMatchObject({
        status: 'failed',
        calls: 0,
        problem: refused.message,
      }),
    );
  });

  it('searches the sample by choice, and says that the businesses are made up', async () => {
    places = await startPlaces({ PLACES_PROVIDER: 'sample' }, { usesServers: true });
    expect(await search()).toMatchObject({ provider: 'sample', totalCount: 20 });
    const text = 'Searches return made-up businesses because PLACES_PROVIDER is sample.';
    expect(await notices()).toEqual([{ code: 'places_sample', text }]);
  });

  it('uses Google if there is a key, and has nothing to say', async () => {
    places = await startPlaces({ GOOGLE_PLACES_API_KEY: 'a-key' }, { usesServers: true });
    expect(await notices()).toEqual([]);
  });
});

describe('The places service in one process', () => {
  it('searches the sample without a choice, and has nothing to say', async () => {
    places = await startPlaces();
    expect(await search()).toMatchObject({ provider: 'sample' });
    expect(await notices()).toEqual([]);
  });

  it.each([
    ['google', {}, 'GOOGLE_PLACES_API_KEY is not set. Set it'],
    ['google-legacy', {}, 'GOOGLE_PLACES_API_KEY is not set. Set it'],
    ['osm', { OSM_NOMINATIM_URL: 'http://127.0.0.1:9' }, 'OSM_OVERPASS_URL and OSM_CONTACT are not set. Set them'],
  ])('says what %s lacks', async (name, settings, text) => {
    places = await startPlaces({ PLACES_PROVIDER: name, ...settings });
    expect(await notices()).toEqual(missing(text));
  });
});
