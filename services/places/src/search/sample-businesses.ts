import type { BusinessResult, ParsedInputOf, sampleBusinesses } from '@lead-finder/contracts';
import { Clock, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { inventAll, SampleProvider } from '../provider/sample/sample-provider.js';
import { BusinessRegistry } from './business-registry.js';

@Injectable()
export class SampleBusinesses {
  constructor(
    private readonly registry: BusinessRegistry,
    private readonly clock: Clock,
  ) {}

  run(input: ParsedInputOf<typeof sampleBusinesses>, context: ActorContext): Promise<BusinessResult[]> {
    const { count, ...wanted } = input;
    const businesses = inventAll({ ...wanted, ...EVERYTHING, maxResults: count, pageSize: count });
    return this.registry.register(SampleProvider.description.name, businesses, this.clock.now(), context);
  }
}

const EVERYTHING = { searchMethod: 'textSearch', radius: 5_000, sortBy: 'relevance' } as const;
