import { AppError } from '@lead-finder/platform';
import { holds, type Point } from '../../location/geometry.rules.js';
import {
  PlacesProvider,
  type CellPage,
  type CellSearch,
  type CellSource,
  type ProviderCallContext,
  type ProviderPage,
  type ProviderSearch,
} from '../places-provider.js';
import { findTowns } from './areas.js';
import { Dice } from './dice.js';
import { countBusinesses, inventBusinesses, type SampleBusiness } from './sample-business.js';
import { findTrade } from './trades.js';

/** A state or region shows this many in all, dealt out to its towns, and at least six of each. */
const OF_AN_AREA = 120;
const LEAST_OF_A_TOWN = 6;
const MOST_OF_A_CELL = 60;
const PAGE_OF_A_CELL = 20;

type Order = (a: SampleBusiness, b: SampleBusiness) => number;
const renown = ({ rating, userRatingsTotal }: SampleBusiness): number =>
  (rating ?? 0) * Math.log1p(userRatingsTotal ?? 0);
const byRenown: Order = (a, b) => renown(b) - renown(a);
const ORDERS: Record<ProviderSearch['sortBy'], Order | null> = {
  // As they come.
  relevance: null,
  distance: (a, b) => a.distance - b.distance,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || byRenown(a, b),
  prominence: byRenown,
};

/**
 * Invented businesses for any trade at every place of the suggestion lists, without a network (decisions, section 8):
 * the same search finds the same on every machine, and a state shows the same businesses as its towns do. The radius
 * of a state or region counts from the centre of each of its towns. The token is the offset of the next page.
 */
export class SampleProvider extends PlacesProvider {
  readonly name = 'sample';
  readonly attribution = null;
  readonly isMetered = false;

  /** As a provider does it, so that the way can be tried: pages of 20, 60 of a cell at most. */
  override readonly cells: CellSource = {
    most: MOST_OF_A_CELL,
    locate: async (location) => {
      const [town] = findTowns(location);
      return town ? { latitude: town.latitude, longitude: town.longitude, region: null } : null;
    },
    search: (request, errand) => errand.call('cell', async () => cellPage(request)),
  };

  search(request: ProviderSearch, errand: ProviderCallContext): Promise<ProviderPage> {
    return errand.call(request.searchMethod, async () => this.page(request));
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

/** All that a search finds with the sample, in its order. */
export function inventAll(request: ProviderSearch): SampleBusiness[] {
  const wanted = (most?: number) =>
    firstOf(collect(request.businessType, request.location), (business) => fits(business, request), most);
  if (request.searchMethod === 'findPlace') return bestMatch(wanted(), request);
  // Nearby, a provider's own order is by renown: there is no text to be relevant to.
  const isNearby = request.searchMethod === 'nearbySearch';
  const order = isNearby && request.sortBy === 'relevance' ? byRenown : ORDERS[request.sortBy];
  return order ? wanted().sort(order).slice(0, request.maxResults) : wanted(request.maxResults);
}

function cellPage({ businessType, location, keyword, box, token }: CellSearch): CellPage {
  const offset = readOffset(token);
  const isIn = (business: SampleBusiness) =>
    holds(box, business as Point) && (!keyword || isAbout(business, keyword.trim().toLowerCase()));
  const found = firstOf(collect(businessType, location), isIn, MOST_OF_A_CELL);
  const end = offset + PAGE_OF_A_CELL;
  return { businesses: found.slice(offset, end), ...(end < found.length && { next: String(end) }) };
}

function readOffset(token = '0'): number {
  if (/^\d{1,4}$/.test(token)) return Number(token);
  throw new AppError('invalid', 'invalid_request', 'Invalid request to the sample provider: unknown page token');
}

/** The best of each town first, then the second of each, and so on. */
function* collect(businessType: string, location: string): Generator<SampleBusiness> {
  const trade = findTrade(businessType);
  const towns = findTowns(location);
  const share = Math.max(LEAST_OF_A_TOWN, Math.ceil(OF_AN_AREA / towns.length));
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

/** Leaves off once there are enough: most searches want far fewer than a town has. */
function firstOf(
  businesses: Iterable<SampleBusiness>,
  isWanted: (business: SampleBusiness) => boolean,
  most = Infinity,
): SampleBusiness[] {
  const found: SampleBusiness[] = [];
  for (const business of businesses) {
    if (isWanted(business)) found.push(business);
    if (found.length >= most) break;
  }
  return found;
}

function fits(business: SampleBusiness, request: ProviderSearch): boolean {
  const { radius, openNow, keyword, minPrice, maxPrice } = request;
  const { distance, priceLevel } = business;
  if (distance > radius) return false;
  // As at every provider, unknown hours are not open and an unknown price is in no range.
  if (openNow && !business.openNow) return false;
  if (minPrice !== undefined && (priceLevel === null || priceLevel < minPrice)) return false;
  if (maxPrice !== undefined && (priceLevel === null || priceLevel > maxPrice)) return false;
  return !keyword?.trim() || isAbout(business, keyword.trim().toLowerCase());
}

/** A keyword is about those whose name holds it, and about a third of the others: their reviews might speak of it. */
function isAbout(business: SampleBusiness, keyword: string): boolean {
  return business.name.toLowerCase().includes(keyword) || new Dice(`${business.placeId}|${keyword}`).chance(1 / 3);
}

/** The one whose name says most of what was asked; the first where none says any. */
function bestMatch(businesses: SampleBusiness[], { businessType, keyword = '' }: ProviderSearch): SampleBusiness[] {
  const words = `${businessType} ${keyword}`.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ({ name }: SampleBusiness): number => words.filter((word) => name.toLowerCase().includes(word)).length;
  return businesses.sort((a, b) => score(b) - score(a)).slice(0, 1);
}
