import { inventPlaces, type StubPlace } from './stub-places.js';
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

interface Corner {
  latitude: number;
  longitude: number;
}

interface SearchBody {
  textQuery?: string;
  includedTypes?: string[];
  pageSize?: number;
  maxResultCount?: number;
  pageToken?: string;
  priceLevels?: string[];
  openNow?: boolean;
  rankPreference?: string;
  locationRestriction?: { rectangle?: { low: Corner; high: Corner }; circle?: { center: Corner; radius: number } };
  locationBias?: { circle?: { center: Corner; radius: number } };
}

const METRES_PER_DEGREE = 111_195;
const MAX_RESULTS = 60;
const PRICES = ['FREE', 'INEXPENSIVE', 'MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE'].map((name) => `PRICE_LEVEL_${name}`);
const NEARBY_FIELDS = ['includedTypes', 'maxResultCount', 'locationRestriction', 'rankPreference', 'languageCode'];

/** Places API (New): Text Search and Nearby Search, with the checks and errors of its documentation. */
export class GooglePlacesStub {
  /** The search of a token, and the position where it continues. */
  private readonly tokens = new Map<string, { of: string; from: number }>();

  constructor(private readonly rules: StubRules) {}

  words = ({ body }: StubRequest): string => {
    const { textQuery = '', includedTypes = [] } = parse(body) ?? {};
    return [textQuery, ...includedTypes].join(' ');
  };

  answer(request: StubRequest, scene: Scene | undefined): StubResponse {
    const body = parse(request.body);
    const key = request.headers['x-goog-api-key'];
    if (!key) return this.failure('no-key');
    if (scene) return this.failure(scene);
    if (!body && request.method === 'POST') return this.invalid('Invalid JSON payload received.');
    const mask = String(request.headers['x-goog-fieldmask'] ?? '');
    if (!mask || /\s/.test(mask)) return this.invalid('FieldMask is a required parameter.');
    if (!request.path.includes(':search'))
      return this.details(decodeURIComponent(request.path.split('/').at(-1)!), mask);
    return request.path.endsWith(':searchNearby') ? this.nearby(body!, mask) : this.text(body!, mask);
  }

  private text(body: SearchBody, mask: string): StubResponse {
    const { textQuery, pageToken, pageSize = 20, locationRestriction, locationBias } = body;
    const box = locationRestriction?.rectangle;
    if (!textQuery) return this.invalid('Empty text_query.');
    if (locationRestriction && locationBias) return this.invalid('Both bias and restriction are set.');
    if (locationRestriction && !box) return this.invalid('Only a rectangle can be a restriction.');
    if (box && box.low.latitude > box.high.latitude) return this.invalid('Invalid rectangle.');
    if (body.priceLevels?.includes('PRICE_LEVEL_FREE')) return this.invalid('PRICE_LEVEL_FREE is not allowed.');
    const { pageToken: _token, pageSize: _size, ...rest } = body;
    const of = JSON.stringify(rest);
    const position = pageToken ? this.tokens.get(pageToken) : { of, from: 0 };
    if (!position || position.of !== of)
      return this.invalid('Request parameters do not match those of the page token.');
    const found = this.rules.known && box ? within(this.rules.known, box) : this.find(textQuery, circleOf(body));
    const all = found.filter(
      (place) =>
        (!body.openNow || place.isOpen) &&
        (!body.priceLevels || (place.price !== null && body.priceLevels.includes(PRICES[place.price]!))),
    );
    const end = position.from + Math.min(pageSize || 20, 20);
    const next = end < Math.min(all.length, MAX_RESULTS) ? `${this.rules.canary}-page-${this.tokens.size}` : undefined;
    if (next) this.tokens.set(next, { of, from: end });
    return this.list(all.slice(position.from, Math.min(end, MAX_RESULTS)), mask, next);
  }

  private nearby(body: SearchBody, mask: string): StubResponse {
    const circle = body.locationRestriction?.circle;
    const unknown = Object.keys(body).find((field) => !NEARBY_FIELDS.includes(field));
    if (unknown) return this.invalid(`Unknown name "${unknown}": Cannot find field.`);
    if (!circle || !(circle.radius > 0 && circle.radius <= 50_000)) return this.invalid('Invalid circle.');
    const count = body.maxResultCount ?? 20;
    if (count < 1 || count > 20) return this.invalid('Invalid max_result_count.');
    return this.list(this.find(body.includedTypes?.join(' ') ?? '', circle).slice(0, count), mask);
  }

  /** Knows every place except one whose id contains 'gone'. */
  private details(id: string, mask: string): StubResponse {
    if (mask.includes('places.')) return this.invalid('Invalid field mask.');
    if (id.includes('gone')) return this.error(404, 'NOT_FOUND', 'The Place ID is no longer valid.');
    const [place] = inventPlaces(id, 1, { latitude: 30.2672, longitude: -97.7431 }, 1_000) as [StubPlace];
    const fields = new Set(mask.split(',').map((field) => field.split('.')[0]!));
    const details = { ...placeJson(place, this.rules.canary), id };
    return json(200, Object.fromEntries(Object.entries(details).filter(([field]) => fields.has(field))));
  }

  private find(words: string, { center, radius }: { center: Corner; radius: number }): StubPlace[] {
    const wish = wishIn(words);
    const count = wish && /^\d+$/.test(wish) ? Number(wish) : this.rules.places;
    return inventPlaces(withoutWish(words), count, center, radius);
  }

  /** Returns only the fields of the mask and omits empty lists, like the service. */
  private list(places: StubPlace[], mask: string, nextPageToken?: string): StubResponse {
    const fields = new Set(mask.split(','));
    const wanted = places.map((place) =>
      Object.fromEntries(
        Object.entries(placeJson(place, this.rules.canary)).filter(
          ([field, value]) => value !== undefined && [...fields].some((each) => each.split('.')[1] === field),
        ),
      ),
    );
    return json(200, {
      ...(wanted.length > 0 && { places: wanted }),
      ...(nextPageToken && fields.has('nextPageToken') && { nextPageToken }),
    });
  }

  private invalid(message: string): StubResponse {
    return this.error(400, 'INVALID_ARGUMENT', message);
  }

  private failure(scene: Scene): StubResponse {
    const key = this.rules.canary;
    switch (scene) {
      case 'no-key':
        return this.error(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers.");
      case 'bad-key':
        return this.error(400, 'INVALID_ARGUMENT', `API key not valid: ${key}.`, 'API_KEY_INVALID');
      case 'blocked':
        return this.error(403, 'PERMISSION_DENIED', 'Requests to this API are blocked.', 'API_KEY_SERVICE_BLOCKED');
      case 'billing':
        return this.error(403, 'PERMISSION_DENIED', `Please enable billing on project #${key}`, 'BILLING_DISABLED');
      case 'daily-quota':
      case 'minute-quota': {
        const unit = scene === 'daily-quota' ? '1/d/{project}' : '1/min/{project}';
        const message = `Quota exceeded for quota metric 'SearchTextRequest' for consumer 'project_number:${key}'.`;
        return this.error(429, 'RESOURCE_EXHAUSTED', message, 'RATE_LIMIT_EXCEEDED', { quota_unit: unit });
      }
      case 'invalid':
        return this.invalid(`Invalid field in the request of ${key}.`);
      case 'unknown':
      case 'odd-key':
      case 'odd-quota':
      case 'odd-denied':
        return this.error(418, 'OUT_OF_TEA', `${oddWords[scene]}, see https://places.example/?key=${key}`);
      case 'broken':
        return { ...json(200, {}), body: `{"places":[{"id":"${key}"` };
      case 'html':
      case 'remark':
        return html(502, `Bad gateway for ${key}`);
      default:
        return this.error(503, 'UNAVAILABLE', `The service is currently unavailable for ${key}.`);
    }
  }

  private error(code: number, status: string, message: string, reason?: string, metadata: object = {}): StubResponse {
    const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' };
    const details = reason ? [{ ...info, metadata: { ...metadata, consumer: `projects/${this.rules.canary}` } }] : [];
    return json(code, { error: { code, message, status, details } });
  }
}

function parse(body: string): SearchBody | null {
  try {
    return JSON.parse(body) as SearchBody;
  } catch {
    return null;
  }
}

function circleOf({ locationRestriction, locationBias }: SearchBody): { center: Corner; radius: number } {
  const box = locationRestriction?.rectangle;
  if (!box) return locationBias?.circle ?? { center: { latitude: 30.2672, longitude: -97.7431 }, radius: 5_000 };
  const { low, high } = box;
  const center = { latitude: (low.latitude + high.latitude) / 2, longitude: (low.longitude + high.longitude) / 2 };
  return { center, radius: ((high.latitude - low.latitude) / 2) * METRES_PER_DEGREE };
}

const within = (places: readonly StubPlace[], { low, high }: { low: Corner; high: Corner }): StubPlace[] =>
  places.filter(
    ({ latitude, longitude }) =>
      latitude >= low.latitude &&
      latitude <= high.latitude &&
      longitude >= low.longitude &&
      longitude <= high.longitude,
  );

/** The second place of every search has no shop, so neither a position nor an address. */
function placeJson(place: StubPlace, canary: string): Record<string, unknown> {
  const hasShop = !place.name.endsWith('No. 2');
  const address = `${place.street}, Austin, TX 78701, USA`;
  return {
    id: `ChIJ${place.id}`,
    displayName: { text: place.name, languageCode: 'en' },
    formattedAddress: hasShop ? address : undefined,
    shortFormattedAddress: hasShop ? `${place.street}, Austin` : undefined,
    location: hasShop ? { latitude: place.latitude, longitude: place.longitude } : undefined,
    types: ['plumber', 'point_of_interest', 'establishment'],
    businessStatus: place.status,
    googleMapsUri: `https://maps.google.com/?cid=${parseInt(place.id.slice(0, 8), 16)}`,
    photos: [{ name: `places/ChIJ${place.id}/photos/one`, authorAttributions: [{ displayName: canary }] }],
    iconMaskBaseUri: 'https://maps.gstatic.com/mapfiles/place_api/icons/v2/generic_pinlet',
    currentOpeningHours: place.isOpen === null ? undefined : { openNow: place.isOpen, weekdayDescriptions: [canary] },
    priceLevel: place.price === null ? undefined : PRICES[place.price],
    rating: place.rating ?? undefined,
    userRatingCount: place.rating === null ? undefined : place.reviews,
    nationalPhoneNumber: place.phone ?? undefined,
    internationalPhoneNumber: place.phone ? `+1 512-${place.phone.slice(6)}` : undefined,
    websiteUri: place.website ?? undefined,
    reviews: [{ text: { text: canary } }],
  };
}
