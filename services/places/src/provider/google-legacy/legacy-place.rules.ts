import type { Point } from '../../location/geometry.rules.js';
import type { ProviderBusiness } from '../places-provider.js';
import { toBusinesses, webAddress } from '../provider-business.rules.js';

interface LegacyPlace {
  place_id?: string;
  name?: string;
  business_status?: string;
  permanently_closed?: boolean;
  formatted_address?: string;
  vicinity?: string;
  geometry?: { location?: { lat?: number; lng?: number } };
  icon?: string;
  opening_hours?: { open_now?: boolean };
  price_level?: number;
  rating?: number;
  user_ratings_total?: number;
  types?: string[];
  photos?: { photo_reference?: string }[];
  formatted_phone_number?: string;
  international_phone_number?: string;
  website?: string;
  url?: string;
}

/** The fields of Find Place, which rejects phones, websites and links. */
export const FIND_FIELDS = [
  'place_id',
  'name',
  'business_status',
  'formatted_address',
  'geometry',
  'icon',
  'opening_hours/open_now',
  'price_level',
  'rating',
  'user_ratings_total',
  'types',
  'photos',
].join(',');

/** The fields of one place: the lists lack the last four. */
export const DETAILS_FIELDS = [
  FIND_FIELDS.replace('opening_hours/open_now', 'opening_hours'),
  'formatted_phone_number',
  'international_phone_number',
  'website',
  'url',
].join(',');

export function readLegacyPlaces(places: unknown, centre: Point | null): ProviderBusiness[] {
  const list = Array.isArray(places) ? (places as (LegacyPlace | null)[]) : [];
  return list.flatMap((place) => (place ? toBusinesses(fieldsOf(place), centre) : []));
}

/** Lists have no phones and websites: they are fetched place by place, only for leads (content-retention.ts). */
function fieldsOf(place: LegacyPlace) {
  const { lat, lng } = place.geometry?.location ?? {};
  return {
    placeId: place.place_id,
    name: place.name,
    formattedAddress: place.formatted_address,
    vicinity: place.vicinity,
    phone: place.formatted_phone_number,
    internationalPhone: place.international_phone_number,
    website: webAddress(place.website),
    googleMapsUrl: webAddress(place.url) ?? linkTo(place),
    rating: place.rating,
    userRatingsTotal: place.user_ratings_total,
    priceLevel: place.price_level,
    businessStatus: place.business_status ?? (place.permanently_closed ? 'CLOSED_PERMANENTLY' : undefined),
    types: place.types,
    openNow: place.opening_hours?.open_now,
    latitude: lat,
    longitude: lng,
    photoReferences: place.photos?.flatMap(({ photo_reference: reference }) => (reference ? [reference] : [])),
    icon: webAddress(place.icon),
  };
}

/** `toBusinesses` drops a place without an id or a name, and its link with it. */
function linkTo({ place_id: id, name, formatted_address: address, vicinity }: LegacyPlace): string {
  const query = [name, address ?? vicinity].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query, query_place_id: id! })}`;
}
