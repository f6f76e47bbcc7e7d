import type { FoundBusiness, searchRequest } from '@lead-finder/contracts';
import type { z } from 'zod';
import type { Box } from '../location/geometry.rules.js';
import type { Location } from '../location/locations.js';

type Search = z.output<typeof searchRequest>;

/** A business as a provider tells of it; `distance` in metres where a place was given, null where it isn't known. */
export type ProviderBusiness = FoundBusiness;

/** One page of a search: what the specification's search request asks, less the page number, which no provider has. */
export type ProviderSearch = Pick<
  Search,
  | 'businessType'
  | 'location'
  | 'searchMethod'
  | 'radius'
  | 'maxResults'
  | 'sortBy'
  | 'openNow'
  | 'keyword'
  | 'minPrice'
  | 'maxPrice'
  | 'pageSize'
> & {
  /** The `nextToken` of the page before, of the same search. */
  token?: string;
};

export interface ProviderPage {
  businesses: ProviderBusiness[];
  /** Absent on the last page. */
  nextToken?: string;
  /** The true number of all pages, never above `maxResults`; absent where the provider doesn't tell. */
  total?: number;
}

/** In whose name and until when a provider is asked. */
export interface ProviderCallContext {
  readonly signal: AbortSignal;
  /**
   * Books a call before it is made and how it ended; refuses it where a day's limit is reached. `pauseMs` is the least
   * time between two calls of this operation, whoever makes them: it waits for its turn.
   */
  call<T>(operation: string, make: () => Promise<T>, pauseMs?: number): Promise<T>;
  /** The same errand, until another moment. */
  until(signal: AbortSignal): ProviderCallContext;
}

/** One page of what a cell of an area holds; `token` is the `next` of the page before. */
export interface CellSearch {
  businessType: string;
  keyword: string | null;
  /** As it was typed. */
  location: string;
  /** Of the whole area. */
  centre: Location;
  box: Box;
  /** Whether the cell is the whole area: what has no place of its own is asked for there alone. */
  isWhole: boolean;
  token?: string;
}

export interface CellPage {
  businesses: ProviderBusiness[];
  /** Absent on the last page. */
  next?: string | undefined;
}

/** How whole areas are searched, a cell at a time, past the most results of one search. */
export interface CellSource {
  /** A cell with so many may hold more, and is cut. */
  readonly most: number;
  /** Null where there is no such place. */
  locate(location: string, errand: ProviderCallContext): Promise<Location | null>;
  search(request: CellSearch, errand: ProviderCallContext): Promise<CellPage>;
}

/** One place, by its id. */
export interface DetailsSource {
  /** Whether it tells what the lists of this provider lack: phone and website. */
  readonly fillsLists: boolean;
  /** Null where the provider knows the place no more. */
  read(placeId: string, errand: ProviderCallContext): Promise<ProviderBusiness | null>;
}

/**
 * A source of local businesses; a class, so that the module can inject it by type. A location that can't be found is an
 * empty page. Failures are an AppError with a code of specification section 8: api_key_missing, over_query_limit,
 * request_denied, invalid_request.
 */
export abstract class PlacesProvider {
  abstract readonly name: string;
  /** What must stand beside its results, as its terms ask; null where nothing must. */
  abstract readonly attribution: string | null;
  /** Whether its calls cost somebody something, so that the daily limits hold for it. */
  abstract readonly isMetered: boolean;
  /** Every call that goes out is made through the errand. */
  abstract search(request: ProviderSearch, errand: ProviderCallContext): Promise<ProviderPage>;
  /** Absent where whole areas cannot be searched. */
  readonly cells?: CellSource;
  /** Absent where a place cannot be asked for by its id. */
  readonly details?: DetailsSource;
}
