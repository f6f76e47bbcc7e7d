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

export interface Timeouts {
  timeoutMs?: number;
  retryPauseMs?: number;
  restMs?: number;
  tokenDelayMs?: number;
  pauseMs?: number;
}

const quick: Timeouts = { retryPauseMs: 5, tokenDelayMs: 0, pauseMs: 0 };

type Make = (url: string, locations: Locations, timeouts?: Timeouts, key?: string) => PlacesProvider;

/** The adapters for remote servers, with the address of a stub. */
export const remote: Record<'google' | 'google-legacy' | 'osm', Make> = {
  google: (url, locations, timeouts, key = 'a-key') =>
    new GoogleProvider({ key, placesUrl: url, mapsUrl: url, ...quick, ...timeouts }, locations),
  'google-legacy': (url, locations, timeouts, key = 'a-key') =>
    new GoogleLegacyProvider({ key, mapsUrl: url, ...quick, ...timeouts }, locations),
  osm: (url, locations, timeouts, key = 'me@example.com') =>
    new OsmProvider({ nominatimUrl: url, overpassUrl: url, contact: key, ...quick, ...timeouts }, locations),
};

export const every: Record<string, Make> = { ...remote, sample: () => new SampleProvider() };

export const searchesIn = (stub: PlacesStub) => stub.log.filter(({ operation }) => operation !== 'geocode');
