import type { listAreaResults, ParsedInputOf, SearchResponse } from '@lead-finder/contracts';
import type { ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { providerNamed } from '../provider/providers.js';
import { BusinessRegistry } from '../search/business-registry.js';
import { AreaSearches } from './area-searches.repository.js';
import { AreaWorkRepository } from './area-work.repository.js';

/** Returns the results of a whole-area search in the form of any search: with their ids and their owners. */
@Injectable()
export class AreaResults {
  constructor(
    private readonly searches: AreaSearches,
    private readonly work: AreaWorkRepository,
    private readonly registry: BusinessRegistry,
  ) {}

  async page(
    { searchId, page, pageSize }: ParsedInputOf<typeof listAreaResults>,
    context: ActorContext,
  ): Promise<SearchResponse> {
    const { provider, found: totalCount } = await this.searches.one(searchId);
    const rows = await this.work.found(searchId, page, pageSize);
    const fetchedAt = rows.reduce((oldest, row) => (row.fetchedAt < oldest ? row.fetchedAt : oldest), new Date());
    const found = rows.map(({ business }) => business);
    const totalPages = Math.ceil(totalCount / pageSize);
    return {
      businesses: await this.registry.register(provider, found, fetchedAt, context),
      page,
      pageSize,
      totalPages,
      totalCount,
      nextPageToken: page < totalPages ? String(page + 1) : null,
      provider,
      attribution: providerNamed(provider)?.description.attribution ?? null,
    };
  }
}
