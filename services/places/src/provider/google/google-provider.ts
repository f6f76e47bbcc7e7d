import { placesProviders } from '@lead-finder/contracts';
import { boxAround, type Point } from '../../location/geometry.rules.js';
import type { Locations } from '../../location/locations.js';
import type { Location } from '../../location/geometry.rules.js';
import type { ProviderSettings } from '../provider.config.js';
import { ask, readJson, type Upstream } from '../ask.js';
import { Circuit } from '../circuit.js';
import { findKind } from '../business-kinds.js';
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
import { keyMissing } from '../provider-error.js';
import { byRating, matchesRequest } from '../provider-business.rules.js';
import { googleError } from './google-errors.rules.js';
import { GoogleGeocoder } from './google-geocoder.js';
import {
  DETAILS_MASK,
  NEARBY_MASK,
  priceLevels,
  readGooglePlaces,
  TEXT_MASK,
  type GooglePlace,
} from './google-place.rules.js';

/** A page costs the same for any number of places, so each has the maximum size. */
const PAGE_SIZE = 20;
/** The maximum of all pages of one search. */
const MAX_RESULTS = 60;
/** Nearby Search has no pages, words, filters or prices. */
const NEARBY_MAX_RESULTS = 20;

interface PlacesResponse {
  places?: unknown;
  nextPageToken?: string;
}

/** Places API (New). The location is geocoded once, and the search is limited to the box around the circle. */
export class GoogleProvider extends PlacesProvider {
  static readonly description = {
    ...placesProviders.google,
    name: 'google',
    note: 'Places API New',
    attribution: 'Google Maps',
    hasTerms: true,
    isMetered: true,
  };
  readonly description = GoogleProvider.description;
  override readonly areaSource: AreaSource = {
    maxResults: MAX_RESULTS,
    locate: (location, context) => this.locate(location, context),
    search: (request, context) => this.searchSquare(request, context),
  };
  override readonly details: DetailsSource = {
    fillsLists: false,
    read: (placeId, context) => this.readPlace(placeId, context),
  };
  private readonly upstream: Upstream & { key(): string; placesUrl: string };
  private readonly geocoder: GoogleGeocoder;

  constructor(settings: ProviderSettings, locations: Locations, times: ProviderTimes = {}) {
    super();
    const { GOOGLE_PLACES_URL: placesUrl, GOOGLE_MAPS_URL: baseUrl } = settings;
    const key = () => settings.GOOGLE_PLACES_API_KEY ?? '';
    const { timeoutMs = 10_000, retryPauseMs = 1_000, restMs } = times;
    const { api } = this.description;
    this.upstream = { api, placesUrl, key, timeoutMs, retryPauseMs, circuit: new Circuit(restMs) };
    this.geocoder = new GoogleGeocoder({ ...this.upstream, circuit: new Circuit(restMs), baseUrl }, locations);
  }

  override missingSettings(): string[] {
    return this.upstream.key() ? [] : ['GOOGLE_PLACES_API_KEY'];
  }

  async search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage> {
    const centre = await this.locate(request.location, context);
    if (!centre) return { businesses: [] };
    const fetchPage = this.pagesOf(request, centre, context);
    const order = request.sortBy === 'rating' ? byRating : undefined;
    return pageOut(request, fetchPage, { matches: (business) => matchesRequest(business, request), order });
  }

  private async locate(location: string, context: ProviderCallContext): Promise<Location | null> {
    if (!this.upstream.key()) throw keyMissing(this.upstream.api);
    return this.geocoder.find(location, context);
  }

  private async searchSquare(
    { box, isWhole, token, centre, ...request }: SquareSearch,
    context: ProviderCallContext,
  ): Promise<SquarePage> {
    const kind = findKind(request.businessType);
    const body = {
      textQuery: wordsOf(request),
      pageSize: PAGE_SIZE,
      locationRestriction: { rectangle: box },
      // Every square would return the same ones.
      ...(isWhole && { includePureServiceAreaBusinesses: true }),
      ...(kind?.google && { includedType: kind.google }),
      ...(token && { pageToken: token }),
    };
    return this.searchText(body, centre, context);
  }

  private pagesOf(request: ProviderSearch, centre: Point, context: ProviderCallContext) {
    const kind = findKind(request.businessType);
    switch (request.searchMethod) {
      case 'findPlace':
        return async (): Promise<UpstreamPage> => {
          const { businesses } = await this.searchText(findPlaceBody(request, centre), centre, context);
          return { businesses: businesses.slice(0, 1) };
        };
      case 'nearbySearch':
        if (kind?.google && !kind.otherWords && isPlain(request)) {
          return () => this.searchNearby(nearbyBody(request, centre, kind.google!), centre, context);
        }
    }
    const body = textBody(request, centre, kind?.google ?? undefined);
    return (pageToken?: string) => this.searchText({ ...body, ...(pageToken && { pageToken }) }, centre, context);
  }

  private async searchText(body: object, centre: Point, context: ProviderCallContext): Promise<UpstreamPage> {
    const { places, nextPageToken } = await this.post('searchText', TEXT_MASK, body, context);
    return { businesses: readGooglePlaces(places, centre), next: nextPageToken };
  }

  private async searchNearby(body: object, centre: Point, context: ProviderCallContext): Promise<UpstreamPage> {
    const { places } = await this.post('searchNearby', NEARBY_MASK, body, context);
    return { businesses: readGooglePlaces(places, centre) };
  }

  private async readPlace(placeId: string, context: ProviderCallContext): Promise<ProviderBusiness | null> {
    if (!this.upstream.key()) throw keyMissing(this.upstream.api);
    const call = {
      operation: 'details',
      url: new URL(`${this.upstream.placesUrl}/v1/places/${encodeURIComponent(placeId)}?languageCode=en`),
      headers: { 'x-goog-api-key': this.upstream.key(), 'x-goog-fieldmask': DETAILS_MASK },
    };
    return ask(this.upstream, context, call, (response) => {
      if (response.status === 404) return null;
      if (response.status !== 200) throw googleError(this.upstream.api, response);
      const [business] = readGooglePlaces([readJson<GooglePlace>(this.upstream, response)], null);
      return business ?? null;
    });
  }

  private post(operation: string, mask: string, body: object, context: ProviderCallContext): Promise<PlacesResponse> {
    const call = {
      operation,
      url: new URL(`${this.upstream.placesUrl}/v1/places:${operation}`),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-goog-api-key': this.upstream.key(),
        'x-goog-fieldmask': mask,
      },
      body: JSON.stringify({ ...body, languageCode: 'en' }),
    };
    return ask(this.upstream, context, call, (response) => {
      if (response.status !== 200) throw googleError(this.upstream.api, response);
      return readJson<PlacesResponse>(this.upstream, response);
    });
  }
}

const wordsOf = ({ businessType, keyword }: { businessType: string; keyword?: string | null | undefined }): string =>
  `${businessType} ${keyword ?? ''}`.trim();

const isPlain = ({ keyword, openNow, minPrice, maxPrice, maxResults }: ProviderSearch): boolean =>
  !keyword?.trim() && !openNow && minPrice === undefined && maxPrice === undefined && maxResults <= NEARBY_MAX_RESULTS;

function textBody(request: ProviderSearch, centre: Point, includedType: string | undefined): object {
  const { openNow, minPrice, maxPrice, radius, sortBy } = request;
  const levels = minPrice === undefined && maxPrice === undefined ? undefined : priceLevels(minPrice, maxPrice);
  return {
    textQuery: wordsOf(request),
    pageSize: PAGE_SIZE,
    locationRestriction: { rectangle: boxAround(centre, radius) },
    // Tradespeople without a shop front are leads like any other.
    includePureServiceAreaBusinesses: true,
    ...(includedType && { includedType }),
    ...(openNow && { openNow }),
    ...(levels && { priceLevels: levels }),
    ...(sortBy === 'distance' && { rankPreference: 'DISTANCE' }),
  };
}

/** A place in the text has priority over the bias. */
const findPlaceBody = (request: ProviderSearch, center: Point): object => ({
  textQuery: `${wordsOf(request)} ${request.location}`,
  pageSize: 1,
  locationBias: { circle: { center, radius: request.radius } },
});

const nearbyBody = ({ radius, sortBy }: ProviderSearch, center: Point, type: string): object => ({
  includedTypes: [type],
  maxResultCount: NEARBY_MAX_RESULTS,
  locationRestriction: { circle: { center, radius } },
  rankPreference: sortBy === 'distance' ? 'DISTANCE' : 'POPULARITY',
});
