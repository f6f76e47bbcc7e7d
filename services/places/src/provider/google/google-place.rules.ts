import type { Point } from '../../location/geometry.rules.js';
import type { ProviderBusiness } from '../places-provider.js';
import { toBusinesses, webAddress } from '../provider-business.rules.js';

/** The used fields of a place of Places API (New); each may be absent. */
export interface GooglePlace {
  id?: string;
  displayName?: { text?: string };
  formattedAddress?: string;
  shortFormattedAddress?: string;
  location?: { latitude?: number; longitude?: number };
  types?: string[];
  businessStatus?: string;
  googleMapsUri?: string;
  photos?: { name?: string }[];
  iconMaskBaseUri?: string;
  currentOpeningHours?: { openNow?: boolean };
  priceLevel?: string;
  rating?: number;
  userRatingCount?: number;
  nationalPhoneNumber?: string;
  internationalPhoneNumber?: string;
  websiteUri?: string;
}

/** Only the fields of a result. Phones, ratings and hours raise the price of a thousand pages from $32 to $35. */
const FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'shortFormattedAddress',
  'location',
  'types',
  'businessStatus',
  'googleMapsUri',
  'photos.name',
  'iconMaskBaseUri',
  'currentOpeningHours.openNow',
  'priceLevel',
  'rating',
  'userRatingCount',
  'nationalPhoneNumber',
  'internationalPhoneNumber',
  'websiteUri',
];
export const DETAILS_MASK = FIELDS.join(',');
export const NEARBY_MASK = FIELDS.map((field) => `places.${field}`).join(',');
export const TEXT_MASK = `${NEARBY_MASK},nextPageToken`;

const PRICES = ['FREE', 'INEXPENSIVE', 'MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE'].map((name) => `PRICE_LEVEL_${name}`);

/** Google accepts no FREE in a request. The results of a range with FREE alone are filtered afterwards. */
export function priceLevels(min = 0, max = 4): string[] | undefined {
  return max < 1 ? undefined : PRICES.slice(Math.max(1, min), max + 1);
}

export function readGooglePlaces(places: unknown, centre: Point | null): ProviderBusiness[] {
  const list = Array.isArray(places) ? (places as (GooglePlace | null)[]) : [];
  return list.flatMap((place) => (place ? toBusinesses(fieldsOf(place), centre) : []));
}

function fieldsOf(place: GooglePlace) {
  const price = PRICES.indexOf(place.priceLevel ?? '');
  return {
    placeId: place.id,
    name: place.displayName?.text,
    formattedAddress: place.formattedAddress,
    vicinity: place.shortFormattedAddress,
    phone: place.nationalPhoneNumber,
    internationalPhone: place.internationalPhoneNumber,
    website: webAddress(place.websiteUri),
    googleMapsUrl: webAddress(place.googleMapsUri),
    rating: place.rating,
    userRatingsTotal: place.userRatingCount,
    priceLevel: price < 0 ? undefined : price,
    businessStatus: place.businessStatus,
    types: place.types,
    openNow: place.currentOpeningHours?.openNow,
    latitude: place.location?.latitude,
    longitude: place.location?.longitude,
    photoReferences: place.photos?.flatMap(({ name }) => (name ? [name] : [])),
    icon: place.iconMaskBaseUri && webAddress(`${place.iconMaskBaseUri}.svg`),
  };
}
