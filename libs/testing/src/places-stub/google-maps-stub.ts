import { findTown, inventPlaces, type StubPlace } from './stub-places.js';
import {
  html,
  json,
  oddWords,
  wishIn,
  withoutWish,
  type Scene,
  type StubResponse,
  type StubRequest,
  type StubRules,
} from './stub-protocol.js';

const PAGE = 20;
const MAX_RESULTS = 60;
const FIND_REFUSES = /formatted_phone_number|international_phone_number|website|\burl\b/;

/** The Maps web services: legacy Places and Geocoding. They always respond with HTTP 200 and a status in the body. */
export class GoogleMapsStub {
  private readonly tokens = new Map<string, { search: string; from: number; validFrom: number }>();

  constructor(private readonly rules: StubRules) {}

  words({ query }: StubRequest): string {
    const token = this.tokens.get(query.get('pagetoken') ?? '');
    if (token) return token.search;
    return ['query', 'keyword', 'input', 'address', 'type'].map((name) => query.get(name) ?? '').join(' ');
  }

  answer(request: StubRequest, scene: Scene | undefined): StubResponse {
    const { query, path } = request;
    if (!query.get('key')) return this.failure('no-key');
    if (scene) return this.failure(scene);
    if (path.includes('/geocode/')) return this.geocode(query);
    if (path.includes('/details/')) return this.details(query);
    if (path.includes('/findplacefromtext/')) return this.find(query);
    return this.list(request);
  }

  private geocode(query: URLSearchParams): StubResponse {
    const address = query.get('address') ?? '';
    if (!address) return this.status('INVALID_REQUEST');
    const town = findTown(address);
    if (!town) return this.status('ZERO_RESULTS');
    return json(200, {
      results: [
        {
          formatted_address: `${town.name}, TX, USA`,
          place_id: `ChIJ${this.rules.canary}`,
          types: ['locality', 'political'],
          geometry: { location: { lat: town.latitude, lng: town.longitude }, location_type: 'APPROXIMATE' },
        },
      ],
      status: 'OK',
    });
  }

  /** Knows every place except one whose id contains 'gone'. */
  private details(query: URLSearchParams): StubResponse {
    const id = query.get('place_id') ?? '';
    if (!id || !query.get('fields')) return this.status('INVALID_REQUEST');
    if (id.includes('gone')) return this.status('NOT_FOUND');
    const [place] = inventPlaces(id, 1, { latitude: 30.2672, longitude: -97.7431 }, 1_000) as [StubPlace];
    const result = {
      ...placeJson(place, 'formatted_address', this.rules.canary),
      place_id: id,
      formatted_phone_number: '(512) 555-0142',
      international_phone_number: '+1 512-555-0142',
      website: 'https://details.example/',
      url: 'https://maps.google.com/?cid=1',
    };
    return json(200, { html_attributions: [], status: 'OK', result });
  }

  private find(query: URLSearchParams): StubResponse {
    const fields = query.get('fields') ?? '';
    if (!query.get('input') || query.get('inputtype') !== 'textquery') return this.status('INVALID_REQUEST');
    const refused = FIND_REFUSES.exec(fields)?.[0];
    if (refused) {
      const message = `Error while parsing 'fields' parameter: Unsupported field name '${refused}'.`;
      return this.status('INVALID_REQUEST', message);
    }
    const [radius, position = ''] = (query.get('locationbias') ?? 'circle:5000@30.2672,-97.7431').slice(7).split('@');
    const places = this.invent(query.get('input')!, position, Number(radius)).slice(0, 1);
    return json(200, {
      candidates: places.map((place) => placeJson(place, 'formatted_address', this.rules.canary)),
      status: places.length > 0 ? 'OK' : 'ZERO_RESULTS',
    });
  }

  private list({ path, query, at }: StubRequest): StubResponse {
    const given = query.get('pagetoken');
    const continued = given ? this.tokens.get(given) : undefined;
    if (given && (!continued || at < continued.validFrom)) return this.status('INVALID_REQUEST');
    const search = continued?.search ?? query.toString();
    const parameters = new URLSearchParams(search);
    const isNearby = path.includes('/nearbysearch/');
    const byDistance = parameters.get('rankby') === 'distance';
    const lacks = isNearby
      ? !parameters.get('location') || byDistance === parameters.has('radius')
      : !parameters.get('query');
    if (lacks) return this.status('INVALID_REQUEST');
    const words = ['query', 'keyword', 'type'].map((name) => parameters.get(name) ?? '').join(' ');
    const position = parameters.get('location') ?? '30.2672,-97.7431';
    const all = this.invent(words, position, Number(parameters.get('radius') ?? 3_000)).filter(
      ({ isOpen, price }) =>
        (!parameters.has('opennow') || isOpen) &&
        (!parameters.has('minprice') || (price !== null && price >= Number(parameters.get('minprice')))) &&
        (!parameters.has('maxprice') || (price !== null && price <= Number(parameters.get('maxprice')))),
    );
    const from = continued?.from ?? 0;
    const page = all.slice(from, Math.min(from + PAGE, MAX_RESULTS));
    const hasNext = from + PAGE < Math.min(all.length, MAX_RESULTS);
    const next = hasNext ? `${this.rules.canary}-legacy-${this.tokens.size}` : undefined;
    if (next) this.tokens.set(next, { search, from: from + PAGE, validFrom: at + this.rules.tokenDelayMs });
    const address = isNearby ? 'vicinity' : 'formatted_address';
    return json(200, {
      html_attributions: [],
      results: page.map((place) => placeJson(place, address, this.rules.canary)),
      status: page.length > 0 ? 'OK' : 'ZERO_RESULTS',
      ...(next && { next_page_token: next }),
    });
  }

  private invent(words: string, position: string, radius: number): StubPlace[] {
    const wish = wishIn(words);
    const count = wish && /^\d+$/.test(wish) ? Number(wish) : this.rules.places;
    const [latitude = 0, longitude = 0] = position.split(',').map(Number);
    return inventPlaces(withoutWish(words).trim(), count, { latitude, longitude }, radius);
  }

  private status(status: string, message?: string): StubResponse {
    return json(200, { html_attributions: [], results: [], status, ...(message && { error_message: message }) });
  }

  private failure(scene: Scene): StubResponse {
    const key = this.rules.canary;
    switch (scene) {
      case 'no-key':
        return this.status('REQUEST_DENIED', 'You must use an API key to authenticate each request.');
      case 'bad-key':
        return this.status('REQUEST_DENIED', `The provided API key is invalid. ${key}`);
      case 'blocked':
        return this.status('REQUEST_DENIED', `This API key is not authorized to use this service or API. ${key}`);
      case 'billing':
        return this.status('OVER_DAILY_LIMIT', `You must enable Billing on the Google Cloud Project ${key}.`);
      case 'daily-quota':
      case 'minute-quota':
        return this.status('OVER_QUERY_LIMIT', `You have exceeded your daily request quota, project ${key}.`);
      case 'invalid':
        return this.status('INVALID_REQUEST', `Missing a parameter, ${key}.`);
      case 'unknown':
      case 'odd-key':
      case 'odd-quota':
      case 'odd-denied':
        return this.status('OUT_OF_TEA', `${oddWords[scene]}, see https://maps.example/?key=${key}`);
      case 'broken':
        return { ...json(200, {}), body: `{"results":[{"place_id":"${key}"` };
      case 'html':
      case 'remark':
        return html(502, `Bad gateway for ${key}`);
      default:
        return this.status('UNKNOWN_ERROR', `Try again, ${key}.`);
    }
  }
}

const placeJson = (place: StubPlace, address: 'vicinity' | 'formatted_address', canary: string) => ({
  place_id: `ChIJ${place.id}`,
  name: place.name,
  business_status: place.status,
  [address]: address === 'vicinity' ? `${place.street}, Austin` : `${place.street}, Austin, TX 78701, USA`,
  geometry: { location: { lat: place.latitude, lng: place.longitude } },
  icon: 'https://maps.gstatic.com/mapfiles/place_api/icons/v1/png_71/generic_business-71.png',
  ...(place.isOpen !== null && { opening_hours: { open_now: place.isOpen } }),
  ...(place.price !== null && { price_level: place.price }),
  ...(place.rating !== null && { rating: place.rating, user_ratings_total: place.reviews }),
  types: ['plumber', 'point_of_interest', 'establishment'],
  photos: [{ photo_reference: `photo-${place.id}`, html_attributions: [`<a href="#">${canary}</a>`] }],
});
