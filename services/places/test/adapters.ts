import { openDatabase } from '@lead-finder/platform';
import { serviceDatabase, type PlacesStub } from '@lead-finder/testing';
import { places } from '../src/index.js';
import { KnownLocations } from '../src/location/known-locations.repository.js';
import { Locations } from '../src/location/locations.js';
import { GoogleLegacyProvider } from '../src/provider/google-legacy/google-legacy-provider.js';
import { GoogleProvider } from '../src/provider/google/google-provider.js';
import { OsmProvider } from '../src/provider/osm/osm-provider.js';
import type { PlacesProvider, ProviderSearch } from '../src/provider/places-provider.js';
import { SampleProvider } from '../src/provider/sample/sample-provider.js';

export const plumbersInAustin: ProviderSearch = {
  businessType: 'plumber',
  location: 'Austin, TX',
  searchMethod: 'textSearch',
  radius: 5_000,
  maxResults: 60,
  pageSize: 20,
  sortBy: 'relevance',
};

/** Places that geocoders told of, in a fresh database of real PostgreSQL. */
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

export interface Patience {
  timeoutMs?: number;
  retryPauseMs?: number;
  restMs?: number;
  tokenDelayMs?: number;
  pauseMs?: number;
}

const quick: Patience = { retryPauseMs: 5, tokenDelayMs: 0, pauseMs: 0 };

type Make = (url: string, locations: Locations, patience?: Patience, key?: string) => PlacesProvider;

/** The adapters that talk to a server, pointed at one that stands in for it. */
export const remote: Record<'google' | 'google-legacy' | 'osm', Make> = {
  google: (url, locations, patience, key = 'a-key') =>
    new GoogleProvider({ key, placesUrl: url, mapsUrl: url, ...quick, ...patience }, locations),
  'google-legacy': (url, locations, patience, key = 'a-key') =>
    new GoogleLegacyProvider({ key, mapsUrl: url, ...quick, ...patience }, locations),
  osm: (url, locations, patience, key = 'me@example.com') =>
    new OsmProvider({ nominatimUrl: url, overpassUrl: url, contact: key, ...quick, ...patience }, locations),
};

export const every: Record<string, Make> = { ...remote, sample: () => new SampleProvider() };

/** The calls of a search itself, without those for its location. */
export const searchesIn = (stub: PlacesStub) => stub.log.filter(({ operation }) => operation !== 'geocode');
