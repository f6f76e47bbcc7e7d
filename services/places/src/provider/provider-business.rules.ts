import { foundBusiness } from '@lead-finder/contracts';
import { distanceBetween, type Point } from '../location/geometry.rules.js';
import type { ProviderBusiness, ProviderSearch } from './places-provider.js';

type ReportedBusiness = { [Field in keyof ProviderBusiness]?: ProviderBusiness[Field] | undefined };

const NOT_REPORTED: Omit<ProviderBusiness, 'placeId' | 'name'> = {
  formattedAddress: null,
  vicinity: null,
  phone: null,
  internationalPhone: null,
  website: null,
  googleMapsUrl: null,
  rating: null,
  userRatingsTotal: null,
  priceLevel: null,
  businessStatus: null,
  types: [],
  openNow: null,
  latitude: null,
  longitude: null,
  photoReferences: [],
  icon: null,
  ownerName: null,
  distance: null,
};

/** Returns the business that a provider reported, or nothing if it has no name or a wrong shape. */
export function toBusinesses(reported: ReportedBusiness, centre: Point | null): ProviderBusiness[] {
  const { latitude, longitude } = reported;
  const position = latitude != null && longitude != null ? { latitude, longitude } : null;
  const distance = centre && position ? Math.round(distanceBetween(centre, position)) : null;
  const given = Object.fromEntries(Object.entries(reported).filter(([, value]) => value != null && value !== ''));
  const parsed = foundBusiness.safeParse({ ...NOT_REPORTED, ...given, distance });
  return parsed.success ? [parsed.data] : [];
}

/** Returns the address of a web page, or undefined for anything else. */
export const webAddress = (text: string | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:/.test(new URL(text).protocol) ? text : undefined;

type Filters = Pick<ProviderSearch, 'radius' | 'openNow' | 'minPrice' | 'maxPrice'>;

/** Unknown hours are not open, an unknown price is in no range, an unknown position is within any radius. */
export function matchesRequest({ distance, openNow, priceLevel }: ProviderBusiness, filters: Filters): boolean {
  if ((distance ?? 0) > filters.radius) return false;
  if (filters.openNow && !openNow) return false;
  if (filters.minPrice !== undefined && (priceLevel === null || priceLevel < filters.minPrice)) return false;
  return filters.maxPrice === undefined || (priceLevel !== null && priceLevel <= filters.maxPrice);
}

export const byRating = (a: ProviderBusiness, b: ProviderBusiness): number =>
  (b.rating ?? 0) - (a.rating ?? 0) || (b.userRatingsTotal ?? 0) - (a.userRatingsTotal ?? 0);

export const byDistance = (a: ProviderBusiness, b: ProviderBusiness): number =>
  (a.distance ?? Number.MAX_VALUE) - (b.distance ?? Number.MAX_VALUE);
