import { migrationsOf, type ServiceRole } from '@lead-finder/platform';
import { placesSettings } from './places.config.js';
import { placesRetention } from './places.retention.js';
import { placesPersonalData } from './places.personal-data.js';
import { ProviderState } from './provider/provider-state.js';
import { PlacesModule } from './places.module.js';

export const places: ServiceRole = {
  name: 'places',
  module: PlacesModule,
  entities: [],
  migrations: await migrationsOf(new URL('migrations/', import.meta.url)),
  settings: placesSettings,
  retention: placesRetention,
  personalData: placesPersonalData,
  notices: (app) => app.get(ProviderState).notices(),
};
