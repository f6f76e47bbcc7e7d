import { foundBusiness } from '@lead-finder/contracts';
import { distanceBetween, type Point } from '../location/geometry.rules.js';
import type { ProviderBusiness, ProviderSearch } from './places-provider.js';

type Told = { [Field in keyof ProviderBusiness]?: ProviderBusiness[Field] | undefined };

const UNTOLD: Omit<ProviderBusiness, 'placeId' | 'name'> = {
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

/** A business from what a provider told of it; none where that lacks a name or isn't of the shape it should be. */
export function toBusinesses(told: Told, centre: Point | null): ProviderBusiness[] {
  const { latitude, longitude } = told;
  const position = latitude != null && longitude != null ? { latitude, longitude } : null;
  const distance = centre && position ? Math.round(distanceBetween(centre, position)) : null;
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value != null && value !== ''));
  const parsed = foundBusiness.safeParse({ ...UNTOLD, ...given, distance });
  return parsed.success ? [parsed.data] : [];
}

/** Undefined for what is no address of a page. */
export const webAddress = (text: string | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;

type Wish = Pick<ProviderSearch, 'radius' | 'openNow' | 'minPrice' | 'maxPrice'>;

/**
 * Whether a business is what was asked for. As at every provider, unknown hours are not open and an unknown price is in
 * no range; one without a position serves the area from nowhere in particular, and fits any radius.
 */
export function fitsWish({ distance, openNow, priceLevel }: ProviderBusiness, wish: Wish): boolean {
  if (distance !== null && distance > wish.radius) return false;
  if (wish.openNow && !openNow) return false;
  if (wish.minPrice !== undefined && (priceLevel === null || priceLevel < wish.minPrice)) return false;
  return wish.maxPrice === undefined || (priceLevel !== null && priceLevel <= wish.maxPrice);
}

export const byRating = (a: ProviderBusiness, b: ProviderBusiness): number =>
  (b.rating ?? 0) - (a.rating ?? 0) || (b.userRatingsTotal ?? 0) - (a.userRatingsTotal ?? 0);

export const byDistance = (a: ProviderBusiness, b: ProviderBusiness): number =>
  (a.distance ?? Number.MAX_VALUE) - (b.distance ?? Number.MAX_VALUE);
