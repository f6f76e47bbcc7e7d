import type { ProviderBusiness, ProviderPage, ProviderSearch } from './places-provider.js';

/** One page as the provider gives it, of a size of its own. */
export interface UpstreamPage {
  businesses: ProviderBusiness[];
  /** Absent on the last. */
  next?: string | undefined;
}

/** Where a search stands between two of our pages: it is kept in the memory of searches, not in the browser. */
interface Bookmark {
  served: number;
  seen: string[];
  /** Paid for and not yet served. */
  rest: ProviderBusiness[];
  /** Of the provider; '' before its first page, null behind its last. */
  next: string | null;
}

export interface Paging {
  fits: (business: ProviderBusiness) => boolean;
  /** An order that the provider doesn't know: all is fetched before the first page. */
  order?: ((a: ProviderBusiness, b: ProviderBusiness) => number) | undefined;
  /** Whether the first fetch brings all there is, so that the total is known. */
  tellsTotal?: boolean;
}

/** Deals a provider's pages out as pages of the size asked for, each place once, and fetches no more than needed. */
export async function pageOut(
  { token, pageSize, maxResults }: ProviderSearch,
  fetchPage: (next: string | undefined) => Promise<UpstreamPage>,
  { fits, order, tellsTotal = false }: Paging,
): Promise<ProviderPage> {
  const mark = token ? (JSON.parse(token) as Bookmark) : { served: 0, seen: [], rest: [], next: '' };
  const seen = new Set(mark.seen);
  const wanted = Math.min(pageSize, maxResults - mark.served);
  const needed = order ? maxResults - mark.served : wanted;
  while (mark.rest.length < needed && mark.next !== null) {
    const page: UpstreamPage = await fetchPage(mark.next || undefined);
    for (const business of page.businesses) {
      if (seen.has(business.placeId) || !fits(business)) continue;
      seen.add(business.placeId);
      mark.rest.push(business);
    }
    mark.next = page.next || null;
  }
  if (order) mark.rest.sort(order);
  const total = Math.min(mark.served + mark.rest.length, maxResults);
  const businesses = mark.rest.splice(0, wanted);
  mark.served += businesses.length;
  mark.rest.splice(maxResults - mark.served);
  const hasNext = mark.served < maxResults && (mark.rest.length > 0 || mark.next !== null);
  return {
    businesses,
    ...(hasNext && { nextToken: JSON.stringify({ ...mark, seen: [...seen] } satisfies Bookmark) }),
    ...(tellsTotal && { total }),
  };
}
