import {
  continueAreaSearch,
  getAreaSearch,
  listAreaResults,
  listAreaSearches,
  startAreaSearch,
  stopAreaSearch,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, Database, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { PlacesProvider } from '../provider/places-provider.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { AreaResults } from './area-results.js';
import { AreaSearchProcessor } from './area-search.processor.js';
import { AreaSearches } from './area-searches.repository.js';

@Controller()
export class AreaSearchHandlers {
  constructor(
    private readonly database: Database,
    private readonly searches: AreaSearches,
    private readonly results: AreaResults,
    private readonly processor: AreaSearchProcessor,
    private readonly provider: PlacesProvider,
    private readonly usage: ProviderUsage,
  ) {}

  @Handle(startAreaSearch)
  async start(input: ParsedInputOf<typeof startAreaSearch>, { actor }: ActorContext) {
    if (!this.provider.areaSource)
      throw new AppError('invalid', 'validation_failed', 'This provider cannot search whole areas');
    return this.announce(await this.searches.add(input, this.provider.name, actor));
  }

  @Handle(listAreaSearches)
  async list(_: ParsedInputOf<typeof listAreaSearches>, { actor }: ActorContext) {
    const [searches, callsLeftToday] = await Promise.all([
      this.searches.list(),
      this.usage.callsLeftToday(this.provider, actor.id),
    ]);
    return { searches, provider: this.provider.name, callsLeftToday };
  }

  @Handle(getAreaSearch)
  get({ searchId }: ParsedInputOf<typeof getAreaSearch>) {
    return this.searches.one(searchId);
  }

  @Handle(listAreaResults)
  listResults(input: ParsedInputOf<typeof listAreaResults>, context: ActorContext) {
    return this.results.page(input, context);
  }

  @Handle(stopAreaSearch)
  async stop({ searchId }: ParsedInputOf<typeof stopAreaSearch>) {
    return this.announce(await this.searches.stop(searchId));
  }

  @Handle(continueAreaSearch)
  async continue({ searchId, budget }: ParsedInputOf<typeof continueAreaSearch>) {
    return this.announce(await this.searches.continue(searchId, budget));
  }

  private announce<T extends { id: number }>(search: T): T {
    this.database.afterCommit(() => void this.processor.wake(search.id));
    return search;
  }
}
