import { z } from 'zod';
import { everyRole } from '../actor.js';
import { businessOwners } from '../leads/businesses.js';
import { business } from '../leads/lead-records.js';
import { defineRequest } from '../message.js';
import { flag, page, text, wholeNumber } from '../wire.js';

export interface PlacesProviderFacts {
  /** The name of its API, which clients find in error messages. The sample has the name that it imitates. */
  readonly api: string;
  readonly needsKey: boolean;
  readonly attributionUrl: string | null;
  readonly isSample: boolean;
}
const google = { api: 'Google Places API', needsKey: true, attributionUrl: null, isSample: false };
export const placesProviders = {
  google,
  'google-legacy': { ...google, api: 'Google Places API (Legacy)' },
  osm: {
    api: 'OpenStreetMap',
    needsKey: false,
    attributionUrl: 'https://www.openstreetmap.org/copyright',
    isSample: false,
  },
  sample: { ...google, isSample: true },
} satisfies Record<string, PlacesProviderFacts>;
export const placesProviderOf = (name: string): PlacesProviderFacts =>
  (placesProviders as Record<string, PlacesProviderFacts>)[name] ?? placesProviders.google;

export const searchMethods = ['textSearch', 'nearbySearch', 'findPlace'] as const;
export const sortOrders = ['relevance', 'distance', 'rating', 'prominence'] as const;

/** Treats null as missing, because clients send price levels and page tokens as 'number or null'. */
const absent = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

export const searchKeyword = text();

export const searchPageSize = wholeNumber(5, 100);

export const searchFields = z.object({
  businessType: text().trim().min(1, 'Business type is required'),
  location: text().trim().min(1, 'Location is required'),
  searchMethod: z.enum(searchMethods).default('textSearch'),
  page: page.default(1),
  pageSize: searchPageSize.default(20),
  radius: z.number().min(1).max(50_000).default(5_000),
  maxResults: wholeNumber(1, 100).default(20),
  sortBy: z.enum(sortOrders).default('relevance'),
  openNow: absent(flag),
  keyword: absent(searchKeyword),
  minPrice: absent(wholeNumber(0, 4)),
  maxPrice: absent(wholeNumber(0, 4)),
  nextPageToken: text(5_000).nullish(),
});
export const searchRequest = searchFields.refine(
  ({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice,
  { path: ['minPrice'], error: 'Minimum price must not be above maximum price' },
);
export type SearchRequest = z.input<typeof searchRequest>;

export const businessResult = business.extend({
  distance: z.number().nullable(),
  ...businessOwners.shape,
});
export type BusinessResult = z.infer<typeof businessResult>;

export const searchResponse = z.object({
  businesses: z.array(businessResult),
  page: z.int(),
  pageSize: z.int(),
  totalPages: z.int(),
  totalCount: z.int(),
  nextPageToken: z.string().nullable(),
  provider: z.string(),
  attribution: z.string().nullable(),
});
export type SearchResponse = z.infer<typeof searchResponse>;

/** `places_provider_missing`: each search fails. `places_sample`: searches return made-up businesses. */
export const placesNotice = z.object({
  code: z.enum(['places_provider_missing', 'places_sample']),
  text: z.string().optional(),
});
export type PlacesNotice = z.infer<typeof placesNotice>;

export const getPlacesNotices = defineRequest('places.get-notices', {
  access: 'anyone',
  input: z.object({}),
  output: z.object({ notices: z.array(placesNotice) }),
});

/** Rejects with provider codes (docs/product/finding.md#provider-errors); an unknown location has no results. */
export const searchBusinesses = defineRequest('places.search-businesses', {
  access: everyRole,
  input: searchRequest,
  output: searchResponse,
  deadlineMs: 30_000,
  repeatable: true,
});

export const exportRequest = searchFields.partial().extend({
  format: z.literal('csv', 'Format must be csv'),
  placeIds: z
    .array(z.string().max(500), 'Please select at least one business')
    .min(1, 'Please select at least one business')
    .max(1_000, 'Please select at most 1,000 businesses'),
});
