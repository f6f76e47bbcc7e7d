import { searchFields, searchKeyword, searchMethods, sortOrders, type SearchRequest } from '@lead-finder/contracts';
import { z } from 'zod';

const metresInAMile = 1609.34;
const maxRadius = 50_000;
const defaultRadius = 5_000;
const missingMaxResults = 20;
const maxResultsAllowed = 60;

const numberWithin = (min: number, max: number, message: string) =>
  z.string().refine((typed) => {
    const value = numberIn(typed);
    return value === undefined || (value >= min && value <= max);
  }, message);

/** The values of the form. Numbers stay as typed, so that an emptied field stays empty. */
export const searchForm = z.object({
  businessType: searchFields.shape.businessType,
  location: searchFields.shape.location,
  searchMethod: z.enum(searchMethods),
  openNow: z.boolean(),
  radius: numberWithin(1, 30, 'Search radius must be from 1 to 30 miles'),
  maxResults: numberWithin(1, maxResultsAllowed, `Max results must be from 1 to ${maxResultsAllowed}`),
  sortBy: z.enum(sortOrders),
  keyword: searchKeyword,
});
export type SearchForm = z.infer<typeof searchForm>;

export const emptySearch: SearchForm = {
  businessType: '',
  location: '',
  searchMethod: 'textSearch',
  openNow: false,
  radius: '3',
  maxResults: String(missingMaxResults),
  sortBy: 'relevance',
  keyword: '',
};

/** The defaults of a search (docs/product/finding.md#search-form). */
export interface SearchDefaults {
  form: SearchForm;
  pageSize: number;
  /** In metres, for the radius of the form. */
  radius: number;
}

export const screenDefaults: SearchDefaults = {
  form: emptySearch,
  pageSize: 20,
  radius: radiusInMetres(emptySearch.radius),
};

/** The search of the home page shows all results on one page. */
export const homeDefaults: SearchDefaults = {
  form: { ...emptySearch, maxResults: '40' },
  pageSize: 100,
  radius: 5_000,
};

/** An address can hold any text, so an unknown choice becomes the default. */
const addressFields = (usual: SearchForm) =>
  z.object({
    businessType: z.string().trim().default(usual.businessType),
    location: z.string().trim().default(usual.location),
    searchMethod: z.enum(searchMethods).catch(usual.searchMethod),
    openNow: z.stringbool().catch(usual.openNow),
    radius: z.string().default(usual.radius),
    maxResults: z.string().default(usual.maxResults),
    sortBy: z.enum(sortOrders).catch(usual.sortBy),
    keyword: z.string().trim().default(usual.keyword),
  });

export const formFromAddress = (search: string, { form }: SearchDefaults): SearchForm =>
  addressFields(form).parse(Object.fromEntries(new URLSearchParams(search)));

/** The query string of a search without its defaults; '' for the empty form. */
export function addressOf(form: SearchForm, { form: usual }: SearchDefaults): string {
  const unusual = Object.entries(form).filter(([name, value]) => value !== usual[name as keyof SearchForm]);
  const query = new URLSearchParams(unusual.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** A search needs both (docs/product/finding.md#search-form). */
export const isComplete = (form: SearchForm): boolean => form.businessType !== '' && form.location !== '';

/** True if a field of the Advanced panel differs from its default. */
export const isAdvanced = (form: SearchForm, { form: usual }: SearchDefaults): boolean =>
  (['radius', 'maxResults', 'sortBy', 'keyword'] as const).some((name) => form[name] !== usual[name]);

/**
 * In metres, rounded down. A number under 100 is miles; a missing one is 5000 m (docs/product/finding.md#search-form).
 */
export function radiusInMetres(typed: string): number {
  const radius = numberIn(typed);
  if (radius === undefined || radius <= 0) return defaultRadius;
  return Math.min(Math.floor(radius < 100 ? radius * metresInAMile : radius), maxRadius);
}

/** What a search sends. The default of the form stands for the default of the page. */
export const sentRadius = (typed: string, { form, radius }: SearchDefaults): number =>
  typed === form.radius ? radius : radiusInMetres(typed);

export const maxResultsOf = (typed: string): number =>
  Math.min(Math.max(Math.trunc(numberIn(typed) ?? missingMaxResults), 1), maxResultsAllowed);

export interface ResultPage {
  page: number;
  /** The provider's token for this page; undefined for the first. */
  token?: string;
}

export function requestOf(form: SearchForm, { page, token }: ResultPage, defaults: SearchDefaults): SearchRequest {
  const { businessType, location, searchMethod, openNow, sortBy, keyword } = form;
  return {
    businessType,
    location,
    searchMethod,
    page,
    pageSize: defaults.pageSize,
    radius: sentRadius(form.radius, defaults),
    maxResults: maxResultsOf(form.maxResults),
    sortBy,
    ...(openNow && { openNow }),
    ...(keyword !== '' && { keyword }),
    ...(token && { nextPageToken: token }),
  };
}

function numberIn(typed: string): number | undefined {
  const value = typed.trim() === '' ? NaN : Number(typed);
  return Number.isFinite(value) ? value : undefined;
}
