import { setTimeout as pause } from 'node:timers/promises';
import { placesProviders } from '@lead-finder/contracts';
import { extent, type Point } from '../../location/geometry.rules.js';
import type { Locations } from '../../location/locations.js';
import type { Location } from '../../location/geometry.rules.js';
import type { ProviderSettings } from '../provider.config.js';
import { Circuit } from '../circuit.js';
import { findKind } from '../business-kinds.js';
import { GoogleGeocoder } from '../google/google-geocoder.js';
import { askMaps, type MapsResponse, type MapsParameters, type MapsService } from '../google/maps-service.js';
import { pageOut, type UpstreamPage } from '../page-out.js';
import {
  PlacesProvider,
  type SquarePage,
  type SquareSearch,
  type AreaSource,
  type DetailsSource,
  type ProviderBusiness,
  type ProviderPage,
  type ProviderSearch,
  type ProviderTimes,
} from '../places-provider.js';
import type { ProviderCallContext } from '../provider-call-context.js';
import { invalidRequest, keyMissing } from '../provider-error.js';
import { byDistance, byRating, matchesRequest } from '../provider-business.rules.js';
import { DETAILS_FIELDS, FIND_FIELDS, readLegacyPlaces } from './legacy-place.rules.js';

/** The number of retries for a token that is not valid yet. */
const TOKEN_RETRIES = 3;
/** The maximum of all pages of one search. */
const MAX_RESULTS = 60;
const MAX_RADIUS = 50_000;

interface PlacesResponse extends MapsResponse {
  results?: unknown;
  candidates?: unknown;
  result?: unknown;
  next_page_token?: string;
}

/** The Places API before the new one, for projects that still have it enabled. */
export class GoogleLegacyProvider extends PlacesProvider {
  static readonly description = {
    ...placesProviders['google-legacy'],
    name: 'google-legacy',
    attribution: 'Google Maps',
    hasTerms: true,
    isMetered: true,
  };
  readonly description = GoogleLegacyProvider.description;
  override readonly areaSource: AreaSource = {
    maxResults: MAX_RESULTS,
    locate: (location, context) => this.locate(location, context),
    search: (request, context) => this.searchSquare(request, context),
  };
  override readonly details: DetailsSource = {
    fillsLists: true,
    read: (placeId, context) => this.readPlace(placeId, context),
  };
  private readonly service: MapsService;
  private readonly geocoder: GoogleGeocoder;
  private readonly tokenDelayMs: number;

  constructor(settings: ProviderSettings, locations: Locations, times: ProviderTimes = {}) {
    super();
    const { GOOGLE_MAPS_URL: baseUrl } = settings;
    const key = () => settings.GOOGLE_PLACES_API_KEY ?? '';
    const { timeoutMs = 10_000, retryPauseMs = 1_000, restMs, tokenDelayMs = 2_000 } = times;
    this.service = { api: this.description.api, baseUrl, key, timeoutMs, retryPauseMs, circuit: new Circuit(restMs) };
    this.geocoder = new GoogleGeocoder(this.service, locations);
    this.tokenDelayMs = tokenDelayMs;
  }

  override missingSettings(): string[] {
    return this.service.key() ? [] : ['GOOGLE_PLACES_API_KEY'];
  }

  async search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage> {
    const centre = await this.locate(request.location, context);
    if (!centre) return { businesses: [] };
    const fetchPage = (next?: string) =>
      request.searchMethod === 'findPlace'
        ? this.findPlace(request, centre, context)
        : this.list(request, centre, next, context);
    return pageOut(request, fetchPage, {
      matches: (business) => matchesRequest(business, request),
      order: orderOf(request),
    });
  }

  private async locate(location: string, context: ProviderCallContext): Promise<Location | null> {
    if (!this.service.key()) throw keyMissing(this.service.api);
    return this.geocoder.find(location, context);
  }

  /** Only Nearby Search limits its results to an area: the circle around the square. */
  private async searchSquare(
    { box, centre, token, businessType, keyword }: SquareSearch,
    context: ProviderCallContext,
  ): Promise<SquarePage> {
    const middle = {
      latitude: (box.low.latitude + box.high.latitude) / 2,
      longitude: (box.low.longitude + box.high.longitude) / 2,
    };
    const radius = Math.min(MAX_RADIUS, Math.max(1, Math.ceil(extent(box) / 2)));
    const around = { businessType, keyword: keyword ?? undefined, sortBy: 'prominence' as const, radius };
    const response = token
      ? await this.nextPage('nearbysearch', token, context)
      : await this.ask('nearbysearch', nearbyParameters(around, middle), context);
    return pageIn(response, centre);
  }

  private async list(
    request: ProviderSearch,
    centre: Point,
    next: string | undefined,
    context: ProviderCallContext,
  ): Promise<UpstreamPage> {
    const isNearby = request.searchMethod === 'nearbySearch';
    const parameters = isNearby ? nearbyParameters(request, centre) : textParameters(request, centre);
    const operation = isNearby ? 'nearbysearch' : 'textsearch';
    const response = next
      ? await this.nextPage(operation, next, context)
      : await this.ask(operation, { ...parameters, ...filters(request) }, context);
    return pageIn(response, centre);
  }

  /** `next` has the time of the token: the service calls a token invalid that comes too early. */
  private async nextPage(operation: string, next: string, context: ProviderCallContext): Promise<PlacesResponse> {
    const [givenAt, pagetoken] = [Number(next.slice(0, next.indexOf(':'))), next.slice(next.indexOf(':') + 1)];
    await pause(Math.max(0, givenAt + this.tokenDelayMs - Date.now()), undefined, { signal: context.signal });
    for (let attempt = 0; attempt <= TOKEN_RETRIES; attempt++) {
      if (attempt > 0) await pause(this.tokenDelayMs / 2, undefined, { signal: context.signal });
      const response = await this.ask(operation, { pagetoken }, context, ['INVALID_REQUEST']);
      if (response.status !== 'INVALID_REQUEST') return response;
    }
    throw invalidRequest(this.service.api, 'Please search again.');
  }

  private async readPlace(placeId: string, context: ProviderCallContext): Promise<ProviderBusiness | null> {
    if (!this.service.key()) throw keyMissing(this.service.api);
    const parameters = { place_id: placeId, fields: DETAILS_FIELDS, language: 'en' };
    const { result } = await this.ask('details', parameters, context, ['NOT_FOUND']);
    const [business] = readLegacyPlaces([result], null);
    return business ?? null;
  }

  private async findPlace(request: ProviderSearch, centre: Point, context: ProviderCallContext): Promise<UpstreamPage> {
    const parameters = {
      input: `${wordsOf(request)} ${request.location}`,
      inputtype: 'textquery',
      fields: FIND_FIELDS,
      language: 'en',
      locationbias: `circle:${request.radius}@${pair(centre)}`,
    };
    const { candidates } = await this.ask('findplacefromtext', parameters, context);
    return { businesses: readLegacyPlaces(candidates, centre).slice(0, 1) };
  }

  private ask(operation: string, parameters: MapsParameters, context: ProviderCallContext, tolerates: string[] = []) {
    return askMaps<PlacesResponse>(this.service, context, operation, `place/${operation}`, parameters, tolerates);
  }
}

const pair = ({ latitude, longitude }: Point): string => `${latitude},${longitude}`;
const wordsOf = ({ businessType, keyword = '' }: Pick<ProviderSearch, 'businessType' | 'keyword'>): string =>
  `${businessType} ${keyword}`.trim();

function orderOf({ sortBy, searchMethod }: ProviderSearch) {
  if (sortBy === 'rating') return byRating;
  return sortBy === 'distance' && searchMethod === 'textSearch' ? byDistance : undefined;
}

const textParameters = (request: ProviderSearch, centre: Point): MapsParameters => ({
  query: `${wordsOf(request)} in ${request.location}`,
  location: pair(centre),
  radius: Math.round(request.radius),
  type: findKind(request.businessType)?.googleLegacy ?? undefined,
  language: 'en',
});

const pageIn = (response: PlacesResponse, centre: Point): UpstreamPage => ({
  businesses: readLegacyPlaces(response.results, centre),
  next: response.next_page_token && `${Date.now()}:${response.next_page_token}`,
});

type Nearby = Pick<ProviderSearch, 'businessType' | 'keyword' | 'sortBy' | 'radius'>;
function nearbyParameters(request: Nearby, centre: Point): MapsParameters {
  const kind = findKind(request.businessType);
  const type = kind?.googleLegacy ?? undefined;
  // The same word as type and as keyword may find nothing.
  const keyword = type && !kind?.otherWords ? request.keyword?.trim() || undefined : wordsOf(request);
  const rank = request.sortBy === 'distance' ? { rankby: 'distance' } : { radius: Math.round(request.radius) };
  return { location: pair(centre), type, keyword, ...rank, language: 'en' };
}

const filters = ({ openNow, minPrice, maxPrice }: ProviderSearch): MapsParameters => ({
  opennow: openNow ? 'true' : undefined,
  minprice: minPrice,
  maxprice: maxPrice,
});
