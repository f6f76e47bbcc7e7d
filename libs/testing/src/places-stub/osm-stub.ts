import { findTown, inventPlaces } from './stub-places.js';
import {
  html,
  json,
  wishIn,
  withoutWish,
  type Scene,
  type StubResponse,
  type StubRequest,
  type StubRules,
} from './stub-protocol.js';

const LIBRARY_AGENT = /^(node|undici|axios|curl|python|$)/i;

/** Nominatim and Overpass, with the rules of their public servers: identify yourself, and at most one call a second. */
export class OsmStub {
  private readonly lastCall = new Map<string, number>();

  constructor(private readonly rules: StubRules) {}

  words({ query, body }: StubRequest): string {
    const text = query.get('q') ?? new URLSearchParams(body).get('data') ?? '';
    return text.replace(/\\/g, '');
  }

  answer(request: StubRequest, scene: Scene | undefined): StubResponse {
    const { path, at } = request;
    if (LIBRARY_AGENT.test(String(request.headers['user-agent'] ?? ''))) return this.failure('blocked', path);
    const last = this.lastCall.get(path) ?? -Infinity;
    this.lastCall.set(path, at);
    if (at - last < this.rules.spacingMs) return this.failure('minute-quota', path);
    if (scene) return this.failure(scene, path);
    return path === '/search' ? this.geocode(request.query) : this.query(this.words(request));
  }

  private geocode(query: URLSearchParams): StubResponse {
    if (query.get('format') !== 'jsonv2') return this.failure('invalid', '/search');
    const town = findTown(query.get('q') ?? '');
    if (!town) return json(200, []);
    return json(200, [
      {
        place_id: 301,
        licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
        osm_type: 'relation',
        osm_id: 113_314,
        lat: String(town.latitude),
        lon: String(town.longitude),
        name: town.name,
        display_name: `${town.name}, Texas, United States, ${this.rules.canary}`,
        address: { city: town.name, state: 'Texas', 'ISO3166-2-lvl4': 'US-TX', country_code: 'us' },
      },
    ]);
  }

  private query(ql: string): StubResponse {
    const [, radius, latitude, longitude] = /around:(\d+),(-?[\d.]+),(-?[\d.]+)/.exec(ql) ?? [];
    const isRead = ql.startsWith('[out:json][timeout:') && radius !== undefined;
    if (!isRead) return this.failure('invalid', '/api/interpreter');
    const wish = wishIn(ql);
    const count = wish && /^\d+$/.test(wish) ? Number(wish) : this.rules.places;
    const centre = { latitude: Number(latitude), longitude: Number(longitude) };
    const words = withoutWish(/"(?:name)"~"([^"]*)"/.exec(ql)?.[1] ?? '') || 'OSM place';
    const elements = inventPlaces(words, count, centre, Number(radius)).map((place, index) => {
      const position = { lat: place.latitude, lon: place.longitude };
      return {
        type: index % 3 === 0 ? 'way' : 'node',
        id: parseInt(place.id.slice(0, 8), 16) + 1,
        ...(index % 3 === 0 ? { center: position } : position),
        tags: {
          craft: 'plumber',
          name: place.name,
          ...(place.phone && { phone: `+1 512-${place.phone.slice(6)}` }),
          ...(place.website && { 'contact:website': place.website }),
          ...(place.isOpen !== null && { opening_hours: place.isOpen ? '24/7' : 'closed' }),
          'addr:housenumber': place.street.split(' ')[0],
          'addr:street': place.street.split(' ').slice(1).join(' '),
          'addr:city': 'Austin',
          'addr:state': 'TX',
          'addr:postcode': '78701',
          note: this.rules.canary,
        },
      };
    });
    return json(200, { version: 0.6, generator: 'Overpass API stub', elements });
  }

  private failure(scene: Scene, path: string): StubResponse {
    const key = this.rules.canary;
    const isSearch = path === '/search';
    switch (scene) {
      case 'no-key':
      case 'bad-key':
      case 'billing':
      case 'blocked':
        return html(isSearch ? 403 : 406, `Access blocked for ${key}`);
      case 'daily-quota':
      case 'minute-quota':
        return html(429, `request_read_and_idx::rate_limited. See /api/status for the quota of ${key}.`);
      case 'invalid':
        return isSearch
          ? json(400, { error: { code: 400, message: `Parameter 'format' of ${key}` } })
          : html(400, `line 1: parse error: ${key}`);
      case 'unknown':
      case 'odd-key':
      case 'odd-quota':
      case 'odd-denied':
        return html(418, `The kettle of ${key} is empty`);
      case 'broken':
        return { ...json(200, {}), body: `{"elements":[{"name":"${key}"` };
      case 'html':
        return html(200, `runtime error: Query timed out for ${key}`);
      case 'remark':
        return json(200, { elements: [], remark: `runtime error: Query timed out in "query". ${key}` });
      default:
        return html(504, `The server is probably too busy to handle the request of ${key}.`);
    }
  }
}
