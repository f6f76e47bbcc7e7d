import type { ServiceRole } from '@lead-finder/platform';
import { ProviderMemory1700000002000 } from './migrations/provider-memory.migration.js';
import { SearchTables1700000001000 } from './migrations/search-tables.migration.js';
import { AreaSearches1700000003000 } from './migrations/area-searches.migration.js';
import { KeptCalls1700000004000 } from './migrations/kept-calls.migration.js';
import { placesSettings } from './places.config.js';
import { placesRetention } from './places.retention.js';
import { placesPersonalData } from './places.personal-data.js';
import { PlacesModule } from './places.module.js';

export const places: ServiceRole = {
  name: 'places',
  module: PlacesModule,
  entities: [],
  migrations: [
    SearchTables1700000001000,
    ProviderMemory1700000002000,
    AreaSearches1700000003000,
    KeptCalls1700000004000,
  ],
  settings: placesSettings,
  retention: placesRetention,
  personalData: placesPersonalData,
};
