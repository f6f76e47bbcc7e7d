import { placesProviders } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { contains, type Point } from '../../location/geometry.rules.js';
import {
  PlacesProvider,
  type SquarePage,
  type SquareSearch,
  type AreaSource,
  type ProviderPage,
  type ProviderSearch,
} from '../places-provider.js';
import type { ProviderCallContext } from '../provider-call-context.js';
import { findTowns } from './areas.js';
import { Dice } from './dice.js';
import { countBusinesses, inventBusinesses, type SampleBusiness } from './sample-business.js';
import { findTrade } from './trades.js';

/** The number of results of a state or region, divided among its towns, with at least MIN_PER_TOWN each. */
const REGION_TOTAL = 120;
const MIN_PER_TOWN = 6;
const MAX_PER_SQUARE = 60;
const SQUARE_PAGE_SIZE = 20;

type Order = (a: SampleBusiness, b: SampleBusiness) => number;
const renown = ({ rating, userRatingsTotal }: SampleBusiness): number =>
  (rating ?? 0) * Math.log1p(userRatingsTotal ?? 0);
const byRenown: Order = (a, b) => renown(b) - renown(a);
const ORDERS: Record<ProviderSearch['sortBy'], Order | null> = {
  // The order of invention.
  relevance: null,
  distance: (a, b) => a.distance - b.distance,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || byRenown(a, b),
  prominence: byRenown,
};

/**
 * Invents businesses without a network (docs/product/finding.md#sample-provider). The radius of a state or region
 * counts from the centre of each of its towns. The token is the offset of the next page.
 */
export class SampleProvider extends PlacesProvider {
  static readonly description = {
    ...placesProviders.sample,
    name: 'sample',
    note: 'sample data without a network',
    attribution: null,
    hasTerms: false,
    isMetered: false,
  };
  readonly description = SampleProvider.description;

  /** Works like a real provider, for demos and tests: pages of 20, at most 60 per square. */
  override readonly areaSource: AreaSource = {
    maxResults: MAX_PER_SQUARE,
    locate: async (location) => {
      const [town] = findTowns(location);
      return town ? { latitude: town.latitude, longitude: town.longitude, region: null } : null;
    },
    // Recorded calls of a square have the operation 'cell'.
    search: (request, context) => context.call('cell', async () => squarePage(request)),
  };

  search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage> {
    return context.call(request.searchMethod, async () => this.page(request));
  }

  private page(request: ProviderSearch): ProviderPage {
    const offset = readOffset(request.token);
    const found = inventAll(request);
    const end = offset + request.pageSize;
    return {
      businesses: found.slice(offset, end),
      ...(end < found.length && { nextToken: String(end) }),
      total: found.length,
    };
  }
}

export function inventAll(request: ProviderSearch): SampleBusiness[] {
  const wanted = (max?: number) =>
    firstOf(collect(request.businessType, request.location), (business) => fits(business, request), max);
  if (request.searchMethod === 'findPlace') return bestMatch(wanted(), request);
  // The order of Nearby Search is by renown, because it has no text for a relevance.
  const isNearby = request.searchMethod === 'nearbySearch';
  const order = isNearby && request.sortBy === 'relevance' ? byRenown : ORDERS[request.sortBy];
  return order ? wanted().sort(order).slice(0, request.maxResults) : wanted(request.maxResults);
}

function squarePage({ businessType, location, keyword, box, token }: SquareSearch): SquarePage {
  const offset = readOffset(token);
  const isIn = (business: SampleBusiness) =>
    contains(box, business as Point) && (!keyword || isAbout(business, keyword.trim().toLowerCase()));
  const found = firstOf(collect(businessType, location), isIn, MAX_PER_SQUARE);
  const end = offset + SQUARE_PAGE_SIZE;
  return { businesses: found.slice(offset, end), ...(end < found.length && { next: String(end) }) };
}

function readOffset(token = '0'): number {
  if (/^\d{1,4}$/.test(token)) return Number(token);
  throw new AppError('invalid', 'invalid_request', 'Invalid request to the sample provider: unknown page token');
}

/** Yields the best of each town first, then the second of each, and so on. */
function* collect(businessType: string, location: string): Generator<SampleBusiness> {
  const trade = findTrade(businessType);
  const towns = findTowns(location);
  const share = Math.max(MIN_PER_TOWN, Math.ceil(REGION_TOTAL / towns.length));
  let left = towns.map((town) => {
    const count = countBusinesses(trade, town);
    return inventBusinesses(trade, town, towns.length === 1 ? count : Math.min(count, share));
  });
  while (left.length > 0) {
    const further: typeof left = [];
    for (const ofTown of left) {
      const { done, value } = ofTown.next();
      if (done) continue;
      yield value;
      further.push(ofTown);
    }
    left = further;
  }
}

/** Stops when there are enough: most searches need far fewer than a town has. */
function firstOf(
  businesses: Iterable<SampleBusiness>,
  isWanted: (business: SampleBusiness) => boolean,
  max = Infinity,
): SampleBusiness[] {
  const found: SampleBusiness[] = [];
  for (const business of businesses) {
    if (isWanted(business)) found.push(business);
    if (found.length >= max) break;
  }
  return found;
}

function fits(business: SampleBusiness, request: ProviderSearch): boolean {
  const { radius, openNow, keyword, minPrice, maxPrice } = request;
  const { distance, priceLevel } = business;
  if (distance > radius) return false;
  // As at every provider, unknown hours are not open, and an unknown price is in no range.
  if (openNow && !business.openNow) return false;
  if (minPrice !== undefined && (priceLevel === null || priceLevel < minPrice)) return false;
  if (maxPrice !== undefined && (priceLevel === null || priceLevel > maxPrice)) return false;
  return !keyword?.trim() || isAbout(business, keyword.trim().toLowerCase());
}

/** A keyword fits names that contain it, and about a third of the others, as if by their reviews. */
function isAbout(business: SampleBusiness, keyword: string): boolean {
  return business.name.toLowerCase().includes(keyword) || new Dice(`${business.placeId}|${keyword}`).chance(1 / 3);
}

/** Returns the business with the most words of the request in its name, or the first if none has any. */
function bestMatch(businesses: SampleBusiness[], { businessType, keyword = '' }: ProviderSearch): SampleBusiness[] {
  const words = `${businessType} ${keyword}`.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ({ name }: SampleBusiness): number => words.filter((word) => name.toLowerCase().includes(word)).length;
  return businesses.sort((a, b) => score(b) - score(a)).slice(0, 1);
}
