import { openDatabase } from '@lead-finder/platform';
import { serviceDatabase, type PlacesStub } from '@lead-finder/testing';
import { places } from '../src/index.js';
import { KnownLocations } from '../src/location/known-locations.repository.js';
import { Locations } from '../src/location/locations.js';
import { providerSettings } from '../src/provider/provider.config.js';
import type { PlacesProvider, ProviderClass, ProviderSearch, ProviderTimes } from '../src/provider/places-provider.js';

export const plumbersInAustin: ProviderSearch = {
  businessType: 'plumber',
  location: 'Austin, TX',
  searchMethod: 'textSearch',
  radius: 5_000,
  maxResults: 60,
  pageSize: 20,
  sortBy: 'relevance',
};

export async function openLocations(): Promise<{ locations: () => Locations; close: () => Promise<void> }> {
  const { url, drop } = await serviceDatabase(places);
  const { name: schema, entities, migrations } = places;
  const database = await openDatabase({ url, schema, entities, migrations, poolSize: 4 });
  const close = async () => {
    await database.dataSource.destroy();
    await drop();
  };
  return { locations: () => new Locations(new KnownLocations(database)), close };
}

/** Opens a provider with one address for all servers and one text for every key. */
export function openAt(
  Provider: ProviderClass,
  url: string,
  locations: Locations,
  times: ProviderTimes = {},
  key = 'me@example.com',
): PlacesProvider {
  const google = { GOOGLE_PLACES_API_KEY: key, GOOGLE_PLACES_URL: url, GOOGLE_MAPS_URL: url };
  const osm = { OSM_CONTACT: key, OSM_NOMINATIM_URL: url, OSM_OVERPASS_URL: url };
  const quick = { retryPauseMs: 5, tokenDelayMs: 0, pauseMs: 0 };
  return new Provider({ ...providerSettings.parse({}), ...google, ...osm }, locations, { ...quick, ...times });
}

export const searchesIn = (stub: PlacesStub) => stub.log.filter(({ operation }) => operation !== 'geocode');
