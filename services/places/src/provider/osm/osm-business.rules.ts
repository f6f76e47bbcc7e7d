import type { Location } from '../../location/geometry.rules.js';
import type { ProviderBusiness } from '../places-provider.js';
import { toBusinesses, webAddress } from '../provider-business.rules.js';
import { isOpenAt, isShut } from './opening-hours.rules.js';
import { wallClockAt } from './wall-clock.js';

/** An element of Overpass' response; ways and relations have a centre instead of a position. */
interface OsmElement {
  type?: string;
  id?: number;
  lat?: number;
  lon?: number;
  center?: { lat?: number; lon?: number };
  tags?: Record<string, string>;
}

const KINDS = ['amenity', 'shop', 'craft', 'office', 'healthcare', 'leisure', 'tourism'];
const COUNTRIES: Record<string, string> = { US: 'USA', GB: 'UK' };

/** Returns the businesses with their state at `now`. An element without a name is none. */
export function readElements(elements: unknown, centre: Location, now: Date): ProviderBusiness[] {
  const list = Array.isArray(elements) ? (elements as (OsmElement | null)[]) : [];
  const clock = wallClockAt(centre, now);
  return list.flatMap((element) => {
    if (!element?.type || !element.id) return [];
    const { type, id, tags = {}, lat = element.center?.lat, lon = element.center?.lon } = element;
    const phone = firstOf(tags, 'phone', 'contact:phone', 'mobile', 'contact:mobile');
    const street = [tags['addr:housenumber'], tags['addr:street']].filter(Boolean).join(' ');
    const reported = {
      placeId: `osm:${type}/${id}`,
      name: tags.name ?? tags.brand ?? tags.operator,
      formattedAddress: addressOf(tags, street, centre),
      vicinity: [street, tags['addr:city']].filter(Boolean).join(', '),
      phone,
      internationalPhone: phone?.startsWith('+') ? phone : undefined,
      website: webAddress(withScheme(firstOf(tags, 'website', 'contact:website', 'url'))),
      googleMapsUrl: `https://www.openstreetmap.org/${type}/${id}`,
      businessStatus: isShut(tags.opening_hours) ? 'CLOSED_TEMPORARILY' : undefined,
      types: KINDS.flatMap((key) => (tags[key] ? [`${key}=${tags[key]}`] : [])),
      openNow: clock ? isOpenAt(tags.opening_hours, clock) : undefined,
      latitude: lat,
      longitude: lon,
    };
    return toBusinesses(reported, centre);
  });
}

function firstOf(tags: Record<string, string>, ...keys: string[]): string | undefined {
  const value = keys.map((key) => tags[key]).find(Boolean);
  return value?.split(';')[0]!.trim();
}

const withScheme = (site: string | undefined): string | undefined =>
  site && !/^[a-z]+:/i.test(site) ? `https://${site}` : site;

/** Ends with ', XX 12345, USA' for the state of the lead (docs/product/one-lead.md#us-state-and-uk-county). */
function addressOf(tags: Record<string, string>, street: string, { region }: Location): string | undefined {
  const city = tags['addr:city'];
  if (!street && !city) return undefined;
  const country = tags['addr:country'] ?? region?.slice(0, 2) ?? '';
  const state = tags['addr:state'] ?? (region?.startsWith('US-') ? region.slice(3) : undefined);
  const end = [state, tags['addr:postcode']].filter(Boolean).join(' ');
  return [street, city, end, COUNTRIES[country] ?? country].filter(Boolean).join(', ');
}
