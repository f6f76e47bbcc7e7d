import type { Locations } from '../location/locations.js';
import type { PlacesSettings } from '../places.config.js';
import { GoogleLegacyProvider } from './google-legacy/google-legacy-provider.js';
import { GoogleProvider } from './google/google-provider.js';
import { OsmProvider } from './osm/osm-provider.js';
import type { PlacesProvider } from './places-provider.js';
import { SampleProvider } from './sample/sample-provider.js';

/** Without a choice, Google if its key is set, otherwise the sample (docs/product/finding.md#providers). */
export function chooseProvider(settings: PlacesSettings, locations: Locations): PlacesProvider {
  const { GOOGLE_PLACES_API_KEY: key, GOOGLE_PLACES_URL: placesUrl, GOOGLE_MAPS_URL: mapsUrl } = settings;
  const { OSM_NOMINATIM_URL: nominatimUrl, OSM_OVERPASS_URL: overpassUrl, OSM_CONTACT: contact } = settings;
  switch (settings.PLACES_PROVIDER ?? (key ? 'google' : 'sample')) {
    case 'google':
      return new GoogleProvider({ key, placesUrl, mapsUrl }, locations);
    case 'google-legacy':
      return new GoogleLegacyProvider({ key, mapsUrl }, locations);
    case 'osm':
      return new OsmProvider({ nominatimUrl, overpassUrl, contact }, locations);
    case 'sample':
      return new SampleProvider();
  }
}
