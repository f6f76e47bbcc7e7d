import type { FoundBusiness, PlacesProviderFacts, searchRequest } from '@lead-finder/contracts';
import type { z } from 'zod';
import type { Box, Location } from '../location/geometry.rules.js';
import type { Locations } from '../location/locations.js';
import type { ProviderCallContext } from './provider-call-context.js';
import type { ProviderSettings } from './provider.config.js';

type Search = z.output<typeof searchRequest>;

/** A business as a provider returns it. `distance` is in metres, null if it is unknown. */
export type ProviderBusiness = FoundBusiness;

/** One page of a search; no provider has page numbers (docs/product/finding.md#search-request). */
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
  /** The exact number of results on all pages, at most `maxResults`; absent if the provider does not return it. */
  total?: number;
}

/** One page of a square of an area; `token` is the `next` of the page before. */
export interface SquareSearch {
  businessType: string;
  keyword: string | null;
  location: string;
  /** The centre of the whole area. */
  centre: Location;
  box: Box;
  /** Whether the square is the whole area: only there businesses without a position are included. */
  isWhole: boolean;
  token?: string;
}

export interface SquarePage {
  businesses: ProviderBusiness[];
  next?: string | undefined;
}

/** Searches whole areas square by square, beyond the maximum of one search. */
export interface AreaSource {
  /** A square with this number of results may have more, and is cut. */
  readonly maxResults: number;
  /** Returns null if there is no such place. */
  locate(location: string, context: ProviderCallContext): Promise<Location | null>;
  search(request: SquareSearch, context: ProviderCallContext): Promise<SquarePage>;
}

export interface DetailsSource {
  /** Whether it returns what the lists of this provider lack: phone and website. */
  readonly fillsLists: boolean;
  /** Returns null if the provider does not know the place any more. */
  read(placeId: string, context: ProviderCallContext): Promise<ProviderBusiness | null>;
}

export interface ProviderDescription extends PlacesProviderFacts {
  /** The value of PLACES_PROVIDER, which each of its businesses stores. */
  readonly name: string;
  /** What the table of settings adds to the name. */
  readonly note?: string;
  /** The attribution that its terms require beside its results, or null. */
  readonly attribution: string | null;
  /** Whether it has terms of use, so PLACES_CONTENT_DAYS applies to its content. */
  readonly hasTerms: boolean;
  /** Whether its calls have a cost, so the daily limits apply. */
  readonly isMetered: boolean;
}

/** Times that specs shorten. A page token is valid after `tokenDelayMs`; calls of one server are `pauseMs` apart. */
export type ProviderTimes = Partial<
  Record<'timeoutMs' | 'retryPauseMs' | 'restMs' | 'tokenDelayMs' | 'pauseMs', number>
>;

/** A class describes its provider without an instance, because results stay stored after another provider is chosen. */
export interface ProviderClass {
  readonly description: ProviderDescription;
  new (settings: ProviderSettings, locations: Locations, times?: ProviderTimes): PlacesProvider;
}

/** An unknown location is an empty page. Failures are an AppError (docs/product/finding.md#provider-errors). */
export abstract class PlacesProvider {
  abstract readonly description: ProviderDescription;
  get name(): string {
    return this.description.name;
  }
  /** Returns the settings without which each search fails. */
  missingSettings(): string[] {
    return [];
  }
  /** Makes all calls through the context. */
  abstract search(request: ProviderSearch, context: ProviderCallContext): Promise<ProviderPage>;
  /** Absent if the provider cannot search whole areas. */
  readonly areaSource?: AreaSource;
  /** Absent if the provider cannot read a place by its id. */
  readonly details?: DetailsSource;
}
