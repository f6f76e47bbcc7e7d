import { getPlacesNotices, sampleBusinesses, searchBusinesses, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext, type Caller } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ProviderState } from '../provider/provider-state.js';
import { SampleBusinesses } from './sample-businesses.js';
import { SearchBusinesses } from './search-businesses.js';

@Controller()
export class SearchHandlers {
  constructor(
    private readonly search: SearchBusinesses,
    private readonly sample: SampleBusinesses,
    private readonly provider: ProviderState,
  ) {}

  @Handle(searchBusinesses)
  searchBusinesses(input: ParsedInputOf<typeof searchBusinesses>, context: ActorContext) {
    return this.search.run(input, context);
  }

  @Handle(getPlacesNotices)
  getPlacesNotices(_: object, { actor }: Caller) {
    const notices = this.provider.notices();
    return { notices: actor?.role === 'admin' ? notices : notices.map(({ code }) => ({ code })) };
  }

  @Handle(sampleBusinesses)
  async sampleBusinesses(input: ParsedInputOf<typeof sampleBusinesses>, context: ActorContext) {
    return { businesses: await this.sample.run(input, context) };
  }
}
