import { createHash } from 'node:crypto';
import type { ParsedInputOf, SearchResponse, searchBusinesses } from '@lead-finder/contracts';
import { AppError, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { PlacesProvider } from '../provider/places-provider.js';
import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { SpentLimit } from '../quota/spent-limit.js';
import { BusinessRegistry } from './business-registry.js';
import { SingleFlight } from './single-flight.js';
import { SearchPages, type SearchPage } from './search-pages.repository.js';

type Search = ParsedInputOf<typeof searchBusinesses>;

/** Finds a page of businesses in the cache or at the provider, and registers them with the leads service. */
@Injectable()
export class SearchBusinesses {
  private readonly singleFlight = new SingleFlight<SearchPage>(SpentLimit.isPersonal);

  constructor(
    private readonly provider: PlacesProvider,
    private readonly pages: SearchPages,
    private readonly usage: ProviderUsage,
    private readonly registry: BusinessRegistry,
  ) {}

  async run(search: Search, context: ActorContext): Promise<SearchResponse> {
    const found = await this.reachPage(search, context);
    const hasNext = found.providerToken !== null;
    const totalCount = Math.min(found.total ?? found.served, search.maxResults);
    return {
      businesses: await this.registry.register(this.provider.name, found.businesses, found.fetchedAt, context),
      page: found.page,
      pageSize: search.pageSize,
      totalPages: found.total === null ? found.page + (hasNext ? 1 : 0) : Math.ceil(totalCount / search.pageSize),
      totalCount,
      nextPageToken: hasNext ? found.id : null,
      provider: this.provider.name,
      attribution: this.provider.description.attribution,
    };
  }

  /** Without a token, reaches a later page from the first one, because no provider has page numbers. */
  private async reachPage(search: Search, context: ActorContext): Promise<SearchPage> {
    const hash = hashOf(this.provider.name, search);
    let before = search.nextPageToken ? await this.pageOfToken(search.nextPageToken, hash) : undefined;
    const wanted = before ? before.page + 1 : search.page;
    for (let page = (before?.page ?? 0) + 1; ; page++) {
      if (before && before.providerToken === null) return { ...before, page: wanted, businesses: [] };
      const found = await this.findOrFetch(search, hash, page, before, context);
      if (page === wanted) return found;
      before = found;
    }
  }

  private async pageOfToken(token: string, hash: string): Promise<SearchPage> {
    const page = await this.pages.findByToken(token, hash);
    if (page) return page;
    const message = 'This page token has expired or belongs to another search. Please search again.';
    throw new AppError('invalid', 'invalid_request', message);
  }

  /** Finds or fetches a page; concurrent requests for the same page share one fetch. */
  private findOrFetch(
    search: Search,
    hash: string,
    page: number,
    before: SearchPage | undefined,
    { actor, signal }: ActorContext,
  ): Promise<SearchPage> {
    return this.singleFlight.join(`${hash}:${page}`, signal, async (shared) => {
      const known = await this.pages.find(hash, page);
      return known ?? this.fetch(search, hash, page, before, this.usage.contextFor(this.provider, actor.id, shared));
    });
  }

  private async fetch(
    search: Search,
    searchHash: string,
    page: number,
    before: SearchPage | undefined,
    context: ProviderCallContext,
  ): Promise<SearchPage> {
    const servedBefore = before?.served ?? 0;
    const token = before?.providerToken;
    const found = await this.provider.search({ ...search, ...(token && { token }) }, context);
    const businesses = found.businesses.slice(0, search.maxResults - servedBefore);
    const served = servedBefore + businesses.length;
    return this.pages.save(
      {
        searchHash,
        page,
        businesses,
        served,
        total: found.total ?? null,
        providerToken: served < search.maxResults ? (found.nextToken ?? null) : null,
      },
      this.provider.name,
    );
  }
}

/** Equal for equal searches of all users: of all parameters except page and token, in lower case. */
function hashOf(provider: string, search: Search): string {
  const { businessType, location, keyword = '', page: _page, nextPageToken: _token, ...rest } = search;
  const texts = [businessType, location, keyword].map((text) => text.trim().toLowerCase());
  const others = Object.entries(rest).filter(([, value]) => value !== undefined);
  const parameters = others.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([provider, texts, parameters]))
    .digest('hex');
}
