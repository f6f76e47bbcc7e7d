import { PlacesProvider, type AreaSource } from './places-provider.js';
import { ProviderError } from './provider-error.js';

/** Rejects each search, because without a choice a deployment must not show made-up businesses as real ones. */
export class NoProvider extends PlacesProvider {
  readonly description = {
    name: 'none',
    api: 'places provider',
    needsKey: false,
    attributionUrl: null,
    attribution: null,
    isSample: false,
    hasTerms: false,
    isMetered: false,
  };
  override readonly areaSource: AreaSource = { maxResults: 1, locate: reject, search: reject };

  override missingSettings(): string[] {
    return ['PLACES_PROVIDER'];
  }

  search = reject;
}

async function reject(): Promise<never> {
  throw new ProviderError(
    'unavailable',
    'unavailable',
    'No places provider is set up. Please contact the administrator.',
  );
}
