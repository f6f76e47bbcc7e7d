import { foundBusiness, placesProviderOf, placesProviders } from '@lead-finder/contracts';
import { AppError, carryError } from '@lead-finder/platform';
import { eventually, freePort, startPlacesStub, type PlacesStub, type Scene } from '@lead-finder/testing';
import { openAt, openLocations, plumbersInAustin, searchesIn } from '../../test/adapters.js';
import { TestCallContext } from '../../test/test-call-context.js';
import type { PlacesProvider, ProviderBusiness, ProviderSearch, ProviderTimes } from './places-provider.js';
import { providerSettings, type ProviderSettings } from './provider.config.js';
import { providers } from './providers.js';

let stub: PlacesStub;
let memory: Awaited<ReturnType<typeof openLocations>>;
beforeAll(async () => {
  [stub, memory] = await Promise.all([startPlacesStub(), openLocations()]);
});
afterAll(() => Promise.all([stub.stop(), memory.close()]));
beforeEach(() => {
  stub.play(null);
  stub.log.length = 0;
});

const ask = (provider: PlacesProvider, request: Partial<ProviderSearch> = {}, context = new TestCallContext()) =>
  provider.search({ ...plumbersInAustin, ...request }, context);

async function pagesOf(provider: PlacesProvider, request: Partial<ProviderSearch>): Promise<ProviderBusiness[][]> {
  const pages: ProviderBusiness[][] = [];
  let token: string | undefined;
  do {
    const page = await ask(provider, { ...request, ...(token && { token }) });
    pages.push(page.businesses);
    token = page.nextToken;
  } while (token && pages.length < 20);
  return pages;
}

async function failureOf(search: Promise<unknown>): Promise<AppError> {
  const error = await search.then(
    () => new Error('It was answered'),
    (failure: unknown) => failure,
  );
  if (error instanceof AppError) return error;
  throw error;
}

const distinct = (businesses: ProviderBusiness[]) => new Set(businesses.map(({ placeId }) => placeId)).size;

const every = providers.map((Provider) => [Provider.description.name, Provider] as const);
const remote = every.filter(([, { description }]) => !description.isSample);

describe.each(every)('The provider %s', (name, Provider) => {
  let provider: PlacesProvider;
  beforeEach(() => {
    provider = openAt(Provider, stub.url, memory.locations());
  });

  it('is described to clients too', () => {
    expect(provider.description).toMatchObject(placesProviderOf(name));
    expect(Object.keys(placesProviders)).toContain(name);
  });

  it('finds businesses in the shape of the contract, none beyond the radius', async () => {
    const { businesses } = await ask(provider);
    expect(businesses).toHaveLength(20);
    for (const business of businesses) {
      expect(foundBusiness.parse(business)).toEqual(business);
      expect(business.distance ?? 0).toBeLessThanOrEqual(5_000);
    }
  });

  it.each([10, 15, 20, 60, 100])('returns sixty different ones in pages of %i, and ends', async (pageSize) => {
    const pages = await pagesOf(provider, { pageSize });
    const all = pages.flat();
    expect(pages.map((page) => page.length)).toEqual(
      Array.from({ length: Math.ceil(60 / pageSize) }, (_, index) => Math.min(pageSize, 60 - index * pageSize)),
    );
    expect(distinct(all)).toBe(60);
  });

  it('finds at most the requested number, and one for Find Place', async () => {
    expect((await pagesOf(provider, { maxResults: 25 })).flat()).toHaveLength(25);
    expect((await pagesOf(provider, { searchMethod: 'findPlace' })).flat()).toHaveLength(1);
  });

  it('finds different ones nearby, also with a keyword', async () => {
    for (const request of [{ maxResults: 20 }, { keyword: 'emergency' }]) {
      const { businesses } = await ask(provider, { searchMethod: 'nearbySearch', pageSize: 10, ...request });
      expect(distinct(businesses)).toBe(10);
    }
  });

  it('finds only places that are surely open, if requested', async () => {
    const { businesses } = await ask(provider, { openNow: true });
    expect(businesses.length).toBeGreaterThan(5);
    expect(businesses.every(({ openNow }) => openNow)).toBe(true);
  });

  it('sorts the nearest first, if requested', async () => {
    if (name === 'google') return;
    const distances = (await ask(provider, { sortBy: 'distance' })).businesses.map(({ distance }) => distance!);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  });

  it('finds nothing at an unknown location', async () => {
    expect((await ask(provider, { location: 'Atlantis' })).businesses).toEqual([]);
  });

  it('makes no call after it is aborted', async () => {
    await expect(ask(provider, {}, new TestCallContext(AbortSignal.abort()))).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(stub.log).toEqual([]);
  });
});

type Outcome = [kind: string, code: string];
const refused: Outcome = ['bad_gateway', 'request_denied'];
const spent: Outcome = ['limited', 'over_query_limit'];
const wrong: Outcome = ['invalid', 'invalid_request'];
const broken: Outcome = ['bad_gateway', 'unavailable'];
const gone: Outcome = ['unavailable', 'unavailable'];
const keyless: Outcome = ['unavailable', 'api_key_missing'];

const outcomes: Record<string, Partial<Record<Scene, Outcome>>> = {
  google: {
    'no-key': keyless,
    'bad-key': refused,
    blocked: refused,
    billing: refused,
    'daily-quota': spent,
    'minute-quota': spent,
    invalid: wrong,
    unknown: broken,
    'odd-key': broken,
    'odd-quota': broken,
    'odd-denied': broken,
    busy: broken,
    broken,
    html: broken,
    'hang-up': gone,
  },
  'google-legacy': {
    'no-key': keyless,
    'bad-key': refused,
    blocked: refused,
    billing: spent,
    'daily-quota': spent,
    'minute-quota': spent,
    invalid: wrong,
    unknown: broken,
    'odd-key': broken,
    'odd-quota': broken,
    'odd-denied': broken,
    busy: broken,
    broken,
    html: broken,
    'hang-up': gone,
  },
  osm: {
    blocked: refused,
    'minute-quota': spent,
    invalid: wrong,
    unknown: broken,
    busy: broken,
    broken,
    html: wrong,
    remark: wrong,
    'hang-up': gone,
  },
};
const retried: Record<string, string[]> = {
  google: ['busy', 'html', 'hang-up', 'minute-quota'],
  'google-legacy': ['busy', 'html', 'hang-up'],
  osm: ['busy', 'hang-up'],
};

describe.each(remote)('The provider %s, if its server fails,', (name, Provider) => {
  const start = (times?: ProviderTimes) => openAt(Provider, stub.url, memory.locations(), times);
  const scenes = Object.entries(outcomes[name]!);

  it.each(scenes)('reports %s with a code and a clean message', async (scene, [kind, code]) => {
    const provider = start();
    await ask(provider);
    stub.log.length = 0;
    stub.play(scene as Scene);
    const failure = await failureOf(ask(provider));
    expect(failure).toMatchObject({ kind, code });
    expect(failure.message).toMatch(/^[\x20-\x7e…]{10,300}$/);
    expect(JSON.stringify([carryError(failure), failure.stack])).not.toContain(stub.canary);
    expect(failure.message).not.toMatch(/https?:|AIza|127\.0\.0\.1/);
    expect(searchesIn(stub)).toHaveLength(retried[name]!.includes(scene) ? 2 : 1);
  });

  it('reports the same for a failing geocoder', async () => {
    stub.play('minute-quota', 'geocode');
    const failure = await failureOf(ask(start(), { location: 'Somewhere else' }));
    expect(failure).toMatchObject({ kind: 'limited', code: 'over_query_limit' });
    expect(failure.details.retryAfter).toBeGreaterThanOrEqual(60);
    expect(searchesIn(stub)).toEqual([]);
  });

  it('retries a passing failure once', async () => {
    const context = new TestCallContext();
    const { businesses } = await ask(start(), { businessType: 'plumber !busy-once', maxResults: 20 }, context);
    expect(businesses).toHaveLength(20);
    expect(searchesIn(stub)).toHaveLength(2);
    expect(context.calls.filter((call) => call !== 'geocode')).toHaveLength(2);
  });

  it('gives up on a server that is too slow', async () => {
    // The location is already known, so only the unanswered search meets the short timeout.
    await ask(start());
    stub.log.length = 0;
    stub.play('slow');
    expect(await failureOf(ask(start({ timeoutMs: 150 })))).toMatchObject({ kind: 'timed_out', code: 'unavailable' });
    await eventually(() => expect(stub.log).toMatchObject([{ abandoned: true }]));
  });

  it('calls an unreachable server only now and then, fails at once meanwhile, and continues when it is back', async () => {
    const provider = start({ restMs: 300 });
    await ask(provider);
    stub.log.length = 0;
    stub.play('hang-up');
    for (let search = 1; search <= 3; search++) await failureOf(ask(provider));
    expect(stub.log).toHaveLength(5);
    expect(await failureOf(ask(provider))).toMatchObject({
      kind: 'unavailable',
      code: 'unavailable',
      details: { retryAfter: 5 },
    });
    expect(stub.log).toHaveLength(5);
    stub.play(null);
    await eventually(async () => expect((await ask(provider)).businesses).not.toHaveLength(0));
    await ask(provider);
  });

  it('aborts its call when no client waits any more', async () => {
    const provider = start();
    await ask(provider);
    stub.log.length = 0;
    stub.play('slow');
    const stop = new AbortController();
    const search = ask(provider, {}, new TestCallContext(stop.signal));
    search.catch(() => undefined);
    await eventually(() => expect(stub.log).toHaveLength(1));
    stop.abort();
    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
    await eventually(() => expect(stub.log).toMatchObject([{ abandoned: true }]));
  });

  it('aborts the geocoding too, but not if another client waits for it', async () => {
    const provider = start();
    stub.play('slow', 'geocode');
    const stop = new AbortController();
    const search = (context?: TestCallContext) => ask(provider, { location: `Town of ${name}` }, context);
    const [left, stayed] = [search(new TestCallContext(stop.signal)), search()];
    left.catch(() => undefined);
    stayed.catch(() => undefined);
    await eventually(() => expect(stub.log).toHaveLength(1));
    stop.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(stub.log).toMatchObject([{ abandoned: false }]);
  });

  it('reports an unreachable server', async () => {
    const provider = openAt(Provider, `http://127.0.0.1:${await freePort()}`, memory.locations());
    const failure = await failureOf(ask(provider, { location: `Elsewhere of ${name}` }));
    expect(failure).toMatchObject({ kind: 'unavailable', code: 'unavailable' });
  });

  it('reports a missing key or address, and makes no call', async () => {
    const provider = openAt(Provider, stub.url, memory.locations(), {}, '');
    const failure = await failureOf(ask(provider));
    expect(failure).toMatchObject({ kind: 'unavailable', code: 'api_key_missing' });
    expect(stub.log).toEqual([]);
  });

  it('passes on only the fields of the contract', async () => {
    const pages = await pagesOf(start(), {});
    expect(JSON.stringify(pages)).not.toContain(stub.canary);
  });
});

it.each(remote.filter(([name]) => name.startsWith('google')))(
  'The provider %s uses a changed key from the next call on',
  async (_, Provider) => {
    const servers = { GOOGLE_PLACES_URL: stub.url, GOOGLE_MAPS_URL: stub.url };
    const settings: ProviderSettings = { ...providerSettings.parse({}), ...servers };
    const provider = new Provider(settings, memory.locations());
    expect(await failureOf(ask(provider))).toMatchObject({ code: 'api_key_missing' });
    settings.GOOGLE_PLACES_API_KEY = 'new';
    expect((await ask(provider)).businesses).not.toEqual([]);
  },
);
