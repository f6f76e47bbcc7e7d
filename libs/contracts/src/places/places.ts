import { z } from 'zod';
import { everyRole } from '../actor.js';
import { businessOwners } from '../leads/businesses.js';
import { business } from '../leads/lead-records.js';
import { defineRequest } from '../message.js';
import { flag, text, wholeNumber } from '../wire.js';

/** The names of the providers' APIs: here, because the page finds them in error messages. The sample uses the first. */
export const placesApis = {
  google: 'Google Places API',
  'google-legacy': 'Google Places API (Legacy)',
  osm: 'OpenStreetMap',
} as const;
export const placesApiOf = (provider: string): string =>
  (placesApis as Record<string, string>)[provider] ?? placesApis.google;

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
  page: wholeNumber(1, 1_000, 'Page must be at least 1').default(1),
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

/** Rejects with provider codes (docs/product/finding.md#provider-errors); an unknown location has no results. */
export const searchBusinesses = defineRequest('places.search-businesses', {
  access: everyRole,
  input: searchRequest,
  output: searchResponse,
  deadlineMs: 30_000,
});

export const exportRequest = searchFields.partial().extend({
  format: z.literal('csv', 'Format must be csv'),
  placeIds: z.array(z.string().max(500)).min(1, 'Please select at least one business').max(1_000),
});
