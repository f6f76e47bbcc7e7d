import type { ProviderBusiness, ProviderPage, ProviderSearch } from './places-provider.js';

export interface UpstreamPage {
  businesses: ProviderBusiness[];
  /** Absent on the last page. */
  next?: string | undefined;
}

/** The state of a search between two pages. The server stores it, not the browser. */
interface Bookmark {
  served: number;
  seen: string[];
  rest: ProviderBusiness[];
  /** The provider's token; '' before its first page, null after its last. */
  next: string | null;
}

export interface Paging {
  matches: (business: ProviderBusiness) => boolean;
  /** An order that the provider does not support: all is fetched before the first page. */
  order?: ((a: ProviderBusiness, b: ProviderBusiness) => number) | undefined;
  /** Whether the first fetch returns everything, so the total is known. */
  hasTotal?: boolean;
}

/** Converts a provider's pages into pages of the requested size, each place once, and fetches no more than needed. */
export async function pageOut(
  { token, pageSize, maxResults }: ProviderSearch,
  fetchPage: (next: string | undefined) => Promise<UpstreamPage>,
  { matches, order, hasTotal = false }: Paging,
): Promise<ProviderPage> {
  const mark = token ? (JSON.parse(token) as Bookmark) : { served: 0, seen: [], rest: [], next: '' };
  const seen = new Set(mark.seen);
  const wanted = Math.min(pageSize, maxResults - mark.served);
  const needed = order ? maxResults - mark.served : wanted;
  while (mark.rest.length < needed && mark.next !== null) {
    const page: UpstreamPage = await fetchPage(mark.next || undefined);
    for (const business of page.businesses) {
      if (seen.has(business.placeId) || !matches(business)) continue;
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
    ...(hasTotal && { total }),
  };
}
