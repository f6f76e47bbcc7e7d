import type { Locations } from '../location/locations.js';
import { GoogleLegacyProvider } from './google-legacy/google-legacy-provider.js';
import { GoogleProvider } from './google/google-provider.js';
import { NoProvider } from './no-provider.js';
import { OsmProvider } from './osm/osm-provider.js';
import type { PlacesProvider, ProviderClass } from './places-provider.js';
import type { ProviderSettings } from './provider.config.js';
import { SampleProvider } from './sample/sample-provider.js';

export const providers: readonly ProviderClass[] = [GoogleProvider, GoogleLegacyProvider, OsmProvider, SampleProvider];

export const providerNamed = (name?: string) => providers.find(({ description }) => description.name === name);

/** Without a choice, Google if its key is set, else the sample in one process (docs/product/finding.md#providers). */
export function chooseProvider(
  settings: ProviderSettings & { PLACES_PROVIDER?: string | undefined },
  locations: Locations,
  usesServers: boolean,
): PlacesProvider {
  const withoutKey = usesServers ? NoProvider : SampleProvider;
  const usual = settings.GOOGLE_PLACES_API_KEY ? GoogleProvider : withoutKey;
  return new (providerNamed(settings.PLACES_PROVIDER) ?? usual)(settings, locations);
}
