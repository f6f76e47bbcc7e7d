import { placesProviders } from '@lead-finder/contracts';
import type { Locations } from '../../location/locations.js';
import type { Location } from '../../location/geometry.rules.js';
import type { ProviderSettings } from '../provider.config.js';
import { ask, readJson, type Upstream, type UpstreamResponse } from '../ask.js';
import { Circuit } from '../circuit.js';
import { pageOut } from '../page-out.js';
import {
  PlacesProvider,
  type AreaSource,
  type ProviderPage,
  type ProviderSearch,
  type ProviderTimes,
} from '../places-provider.js';
import type { ProviderCallContext } from '../provider-call-context.js';
import { denied, failed, invalidRequest, overLimit, ProviderError } from '../provider-error.js';
import { byDistance, matchesRequest } from '../provider-business.rules.js';
import { readElements } from './osm-business.rules.js';
import { box, circle, MAX_ELEMENTS, overpassQuery, type Wanted } from './overpass-query.rules.js';

const API = placesProviders.osm.api;
const GEOCODER_TIMEOUT_MS = 8_000;
/** Shorter than QUERY_TIMEOUT_MS, so the server reports a slow query before this side hangs up. */
const QUERY_SECONDS = 15;
const QUERY_TIMEOUT_MS = 18_000;

interface Found {
  lat?: string;
  lon?: string;
  address?: Record<string, string>;
}

interface OverpassResponse {
  elements?: unknown[];
  remark?: string;
}

/** Nominatim geocodes, Overpass finds businesses. There are no ratings or prices; the nearest come first. */
export class OsmProvider extends PlacesProvider {
  static readonly description = {
    ...placesProviders.osm,
    name: 'osm',
    note: 'OpenStreetMap',
    attribution: '© OpenStreetMap contributors',
    hasTerms: true,
    isMetered: true,
  };
  readonly description = OsmProvider.description;
  override readonly areaSource: AreaSource = {
    maxResults: MAX_ELEMENTS,
    locate: (location, context) => this.locate(location, context),
    search: async ({ businessType, keyword, centre, box: square }, context) => ({
      businesses: await this.query({ businessType, keyword: keyword ?? '' }, box(square), centre, context),
    }),
  };
  private readonly nominatim: Upstream;
  private readonly overpass: Upstream;
  private readonly pauseMs: number;

  constructor(
    private readonly settings: ProviderSettings,
    private readonly locations: Locations,
    // The servers allow one call a second for a whole application.
    { timeoutMs, retryPauseMs = 1_000, restMs, pauseMs = 1_100 }: ProviderTimes = {},
  ) {
    super();
    const upstream = (usualMs: number): Upstream => {
      return { api: API, timeoutMs: timeoutMs ?? usualMs, retryPauseMs, circuit: new Circuit(restMs) };
    };
    this.nominatim = upstream(GEOCODER_TIMEOUT_MS);
    this.overpass = upstream(QUERY_TIMEOUT_MS);
    this.pauseMs = pauseMs;
  }

  override missingSettings(): string[] {
    return (['OSM_NOMINATIM_URL', 'OSM_OVERPASS_URL', 'OSM_CONTACT'] as const).filter((name) => !this.settings[name]);
  }

  async search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage> {
    const centre = await this.locate(request.location, context);
    if (!centre) return { businesses: [], total: 0 };
    const fetchAll = async () => ({
      businesses: await this.query(request, circle(centre, request.radius), centre, context),
    });
    const maxResults = request.searchMethod === 'findPlace' ? 1 : request.maxResults;
    // Tags have no prices, so these filters do not apply.
    const { minPrice: _min, maxPrice: _max, ...filters } = request;
    return pageOut({ ...request, maxResults }, fetchAll, {
      matches: (business) => matchesRequest(business, filters),
      order: byDistance,
      hasTotal: true,
    });
  }

  private locate(location: string, context: ProviderCallContext): Promise<Location | null> {
    if (this.missingSettings().length > 0) throw notSetUp();
    const geocode = (text: string, shared: ProviderCallContext) => this.geocode(text, shared);
    return this.locations.find('nominatim', location, context, geocode);
  }

  private geocode(text: string, context: ProviderCallContext): Promise<Location | null> {
    const url = new URL(`${this.settings.OSM_NOMINATIM_URL}/search`);
    url.search = new URLSearchParams({ q: text, format: 'jsonv2', limit: '1', addressdetails: '1' }).toString();
    const headers = { ...this.agent(), 'accept-language': 'en' };
    const call = { operation: 'geocode', url, headers, pauseMs: this.pauseMs };
    return ask(this.nominatim, context, call, (response) => {
      if (response.status !== 200) throw osmError(response);
      const [best] = readJson<Found[]>(this.nominatim, response);
      const [latitude, longitude] = [Number(best?.lat), Number(best?.lon)];
      if (!best || Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
      const { 'ISO3166-2-lvl4': state, country_code: country } = best.address ?? {};
      return { latitude, longitude, region: state ?? country?.toUpperCase() ?? null };
    });
  }

  private query(request: Wanted, area: string, centre: Location, context: ProviderCallContext) {
    const call = {
      operation: 'interpreter',
      url: new URL(`${this.settings.OSM_OVERPASS_URL}/api/interpreter`),
      method: 'POST',
      headers: this.agent(),
      body: new URLSearchParams({ data: overpassQuery(request, area, QUERY_SECONDS) }),
      pauseMs: this.pauseMs,
    };
    return ask(this.overpass, context, call, (response) => {
      if (response.status !== 200) throw osmError(response);
      // An error before the first element is an HTML page with status 200.
      if (!response.isJson) throw tooMuch();
      const { elements = [], remark } = readJson<OverpassResponse>(this.overpass, response);
      if (remark?.includes('error') && elements.length === 0) throw tooMuch();
      return readElements(elements, centre, new Date());
    });
  }

  /** Both servers reject clients that do not identify themselves. */
  private agent(): Record<string, string> {
    return { 'user-agent': `LeadFinder/0.1 (+${this.settings.OSM_CONTACT})` };
  }
}

const notSetUp = () =>
  new ProviderError(
    'unavailable',
    'api_key_missing',
    `${API} is not set up: the address of its servers or the contact is missing. Please contact the administrator.`,
  );

const tooMuch = () => invalidRequest(API, 'The area is too large: please reduce the radius.');

/** Decides by the status alone, because the text is an HTML page with the server's name and the caller's address. */
function osmError({ status }: UpstreamResponse): ProviderError {
  if (status === 400) return invalidRequest(API);
  if (status === 401 || status === 403 || status === 406) return denied(API, 'its server refuses this product.');
  if (status === 429) return overLimit(API, false);
  if (status >= 500) return failed(API, 'the server is busy. Please try again.', true);
  return failed(API, 'an answer that was not expected');
}
