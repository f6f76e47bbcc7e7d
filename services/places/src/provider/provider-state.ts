import type { PlacesNotice } from '@lead-finder/contracts';
import { USES_SERVERS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { PlacesProvider } from './places-provider.js';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Reports that searches cannot find real businesses (docs/operations.md#places-provider). */
@Injectable()
export class ProviderState {
  constructor(
    private readonly provider: PlacesProvider,
    @Inject(USES_SERVERS) private readonly usesServers: boolean,
  ) {}

  notices(): PlacesNotice[] {
    const missing = this.provider.missingSettings();
    if (missing.length > 0) {
      const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
      const text =
        `Searches fail because ${list.format(missing)} ${are} not set. ` +
        `Set ${them} for the places service, as 'Places provider' in docs/operations.md describes.`;
      return [{ code: 'places_provider_missing', text }];
    }
    if (!this.usesServers || !this.provider.description.isSample) return [];
    const text = `Searches return made-up businesses because PLACES_PROVIDER is ${this.provider.name}.`;
    return [{ code: 'places_sample', text }];
  }
}
