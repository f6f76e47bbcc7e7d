import type { FoundBusiness, searchRequest } from '@lead-finder/contracts';
import type { z } from 'zod';

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
export interface Errand {
  readonly signal: AbortSignal;
  /**
   * Books a call before it is made and how it ended; refuses it where a day's limit is reached. `pauseMs` is the least
   * time between two calls of this operation, whoever makes them: it waits for its turn.
   */
  call<T>(operation: string, make: () => Promise<T>, pauseMs?: number): Promise<T>;
  /** The same errand, until another moment. */
  until(signal: AbortSignal): Errand;
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
  abstract search(request: ProviderSearch, errand: Errand): Promise<ProviderPage>;
}
